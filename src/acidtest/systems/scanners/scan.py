"""The system acidtest-scan: acidtest's own scanner, run file by file."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import ClassVar

from acidtest.core.commands import Check
from acidtest.core.digest import closure_of
from acidtest.core.errors import InputError
from acidtest.core.extras import MissingPackage, install
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.core.registry import system
from acidtest.core.version import __version__


@dataclass(frozen=True)
class ScanSystem:
    """Scans the file behind each question; it only sees its name and bytes."""

    name: str = "acidtest-scan"
    suites: ClassVar[tuple[str, ...]] = ("crypto-inventory",)

    @property
    def identity(self) -> Mapping[str, Json]:
        """A hash of the scanner's code, its rules and the taxonomy."""
        from acidtest.crypto.scanner.finding import TAXONOMY

        code = closure_of("acidtest.crypto.scanner").sha256()
        return {"version": __version__, "code": code, "taxonomy": TAXONOMY.sha256}

    def answer(self, question: Question) -> Answer:
        """Scan, and return the findings as the suite's JSON."""
        from acidtest.crypto.scanner import scan_file
        from acidtest.crypto.scanner.output import to_json

        shown = str(question.sample.record.get("shown", question.sample.id))
        data = question.binary
        start = time.perf_counter()
        scanned = scan_file(shown, data if data is not None else question.text.encode())
        spent = time.perf_counter() - start
        note = f"not completely read: {scanned.incomplete}" if scanned.incomplete else None
        text = to_json(scanned.findings)
        return Answer(question.sample.id, text, question.attempt, time_s=spent, note=note)


def checks() -> Iterator[Check]:
    """The grammars of the languages that it reads."""
    from acidtest.crypto.scanner.tokens import check_grammars

    purpose = "acidtest-scan, acidtest scan"
    try:
        check_grammars()
    except MissingPackage as error:
        yield Check("grammars", False, advice=install(*error.extras), needed_for=purpose)
    else:
        yield Check("grammars", True, metadata.version("tree-sitter"), needed_for=purpose)


@system(suites=("crypto-inventory",), checks=checks)
def make(argument: str, suite: Suite) -> ScanSystem:
    """acidtest-scan finds cryptography by resolved names, strings, constants and key material."""
    if argument:
        raise InputError("acidtest-scan takes no argument")
    from acidtest.crypto.scanner.tokens import check_grammars

    check_grammars()
    return ScanSystem()
