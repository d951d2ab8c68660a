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
    def json(self) -> list[Any]:
        """The JSON blocks, parsed without their comments."""
        return [json.loads(re.sub(r"//.*", "", block)) for block in self._blocks("json")]


def read_document(number: str) -> Document:
    """A document by number; skips if its text is not there."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "seeds"
    folder = Path(os.environ.get(SEEDS, beside))
    files = sorted(folder.glob(f"{number}_*.txt"))
    if not files:
        pytest.skip(f"no text of document {number}: set {SEEDS} to a folder that has it")
    return Document(files[0].read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def document_002() -> Document:
    """On quantum-vulnerable cryptography."""
    return read_document("002")
