"""System acidtest-scan: this package's own scanner, asked file by file."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from acidtest._version import __version__
from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import Suite, sha256_of


@dataclass(frozen=True)
class ScanSystem:
    """Scans the file behind each question; its name and bytes are all it sees."""

    name: str = "acidtest-scan"
    suites: ClassVar[tuple[str, ...]] = ("crypto-inventory",)

    @property
    def identity(self) -> Mapping[str, Json]:
        """The scanner is its code, its rules and the taxonomy."""
        from pathlib import Path

        from acidtest import scan
        from acidtest.scan.finding import TAXONOMY

        folder = Path(scan.__file__).parent
        parts = [p.read_bytes() for p in sorted(folder.iterdir()) if p.suffix in (".py", ".toml")]
        return {"version": __version__, "code": sha256_of(*parts), "taxonomy": TAXONOMY.sha256}

    def answer(self, question: Question) -> Answer:
        """Scan, and say the findings as the suite's JSON."""
        from acidtest.scan import scan_bytes
        from acidtest.scan.output import to_json

        shown = str(question.sample.record.get("shown", question.sample.id))
        data = question.binary
        start = time.perf_counter()
        text = to_json(scan_bytes(shown, data if data is not None else question.text.encode()))
        spent = time.perf_counter() - start
        return Answer(question.sample.id, text, question.attempt, time_s=spent)


def make(argument: str, suite: Suite) -> ScanSystem:
    """acidtest-scan finds cryptography by resolved names, strings, constants and key material."""
    if argument:
        raise InputError("acidtest-scan takes no argument")
    return ScanSystem()


make.suites = ScanSystem.suites  # type: ignore[attr-defined]  # others refuse it by name
