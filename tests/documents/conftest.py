"""The documents' texts, from beside the checkout; tests skip where they are absent."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SEEDS = "ACIDTEST_DOCUMENTS"


@dataclass(frozen=True)
class Document:
    """A document and its code blocks, in order."""

    text: str

    def _blocks(self, language: str) -> list[str]:
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)

    @property
    def python(self) -> list[str]:
        """The Python blocks."""
        return self._blocks("python")

    @property
    def shell(self) -> list[str]:
        """The shell blocks."""
        return self._blocks("bash")

    @property
    def json(self) -> list[Any]:
        """The JSON blocks, parsed without their comments."""
        return [json.loads(re.sub(r"//.*", "", block)) for block in self._blocks("json")]


def read_document(number: str) -> Document:
    """A document by number; skips if its text is not there.

    Without the variable, the folder `seeds` beside that of the public data is tried.
    """
    data = os.environ.get("ACIDTEST_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
    folder = Path(os.environ.get(SEEDS, Path(data).parent / "seeds"))
    files = sorted(folder.glob(f"{number}_*.txt"))
    if not files:
        pytest.skip(f"no text of document {number}: set {SEEDS} to a folder that has it")
    return Document(files[0].read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def document_000() -> Document:
    """On metrics for decompiled smart contracts."""
    return read_document("000")


@pytest.fixture(scope="session")
def document_003() -> Document:
    """On the evaluation of a SAST filter."""
    return read_document("003")


@pytest.fixture(scope="session")
def document_002() -> Document:
    """On quantum-vulnerable cryptography."""
    return read_document("002")
