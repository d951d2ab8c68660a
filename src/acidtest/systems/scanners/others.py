"""Third-party scanners for the suite crypto-inventory: each runs once over all files.

A scanner's output is used unchanged: the algorithm name and the line. A scanner that fails gives
empty answers with a note; that is its result, not an error of the run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import ClassVar

from acidtest.core import children
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.extras import install
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.core.registry import system
from acidtest.core.untrusted import load_json
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import run_tool

_LIMITS = ToolLimits(wall_s=1800, cpu_s=7200, memory=8 << 30)
RULES = Path(__file__).with_name("semgrep-crypto.yaml")
Said = Mapping[str, Sequence[Json]]


@dataclass(frozen=True)
class Tool:
    """How to run a scanner on a folder and read its report."""

    name: str
    program: str
    arguments: Callable[[Path, Path], Sequence[str]]
    read: Callable[[Json], Sequence[tuple[str, str, int]]]
    install: str = install("scanners")
    data: Path | None = None


@dataclass
class ScannerSystem:
    """A third-party scanner. It runs once over all files; findings are stored by file name."""

    tool: Tool
    path: str
    version: str
    suites: ClassVar[tuple[str, ...]] = ("crypto-inventory",)
    _said: dict[str, list[Json]] = field(default_factory=dict)
    _problem: str | None = None
    _share_s: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """The name as typed."""
        return self.tool.name

    @property
    def identity(self) -> Mapping[str, Json]:
        """The tool's version, and its rules if they come from this package."""
        rules = sha256_of(self.tool.data.read_bytes()) if self.tool.data else None
        return {"version": self.version, "rules": rules}

    def prepare(self, questions: Sequence[Question]) -> None:
        """Write all files to one folder and scan it."""
        with children.scratch_folder() as name:
            folder, report = Path(name) / "files", Path(name) / "report.json"
            folder.mkdir()
            files = dict(map(_file, questions))
            for shown, data in files.items():
                (folder / shown).parent.mkdir(parents=True, exist_ok=True)
                (folder / shown).write_bytes(data)
            start = time.perf_counter()
            argv = [self.path, *self.tool.arguments(folder, report)]
            home = {**os.environ, "HOME": name, "PYTHONIOENCODING": "utf-8"}
            done = run_tool(argv, limits=_LIMITS, cwd=folder, env=home)
            self._share_s = (time.perf_counter() - start) / max(1, len(files))
            written = report.read_bytes() if report.exists() else done.stdout
            findings, problem = findings_of(self.tool, written)
            findings = [(_shown(where, folder), name, line) for where, name, line in findings]
            if problem:
                self._problem = f"{self.tool.program}: {done.problem or problem}"
        for shown in files:
            self._said[shown] = []
        for where, algorithm, line in findings:
            said = {"algorithm": algorithm, "lines": [line, line], "state": "active"}
            self._said.setdefault(where, []).append(said)

    def answer(self, question: Question) -> Answer:
        """The scanner's findings in this file."""
        shown, _ = _file(question)
        with self._lock:
            if shown not in self._said:
                self.prepare([question])
        text = json.dumps({"findings": self._said[shown]})
        return Answer(
            question.sample.id, text, question.attempt, time_s=self._share_s, note=self._problem
        )


def findings_of(tool: Tool, report: str | bytes) -> tuple[Sequence[tuple[str, str, int]], str]:
    """File, algorithm and line of each finding, and why the report cannot be read, if so."""
    try:
        findings = tool.read(load_json(report))
        return [(str(where), name, line) for where, name, line in findings], ""
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        return [], f"its report cannot be read: {error}"


def _file(question: Question) -> tuple[str, bytes]:
    shown = str(question.sample.record.get("shown", question.sample.id))
    path = PurePosixPath(shown)
    if path.is_absolute() or ".." in path.parts:
        shown = path.name
    data = question.binary
    return shown, data if data is not None else question.text.encode("utf-8", "surrogateescape")


def _shown(where: str, folder: Path) -> str:
    """The name of a file in the scanned folder, however the scanner writes its path."""
    path = PurePosixPath(where)
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def _crypto_scanner(report: Json) -> list[tuple[str, str, int]]:
    return [
        (f["file_path"], str(f["algorithm"]), int(f["line_number"] or 1))
        for f in report["findings"]
    ]


def _pqc_lint(report: Json) -> list[tuple[str, str, int]]:
    """Its message starts with the rule's title: "RSA signature usage: …"."""
    return [
        (f["file"], re.split(r" (?:signature|key|hashing|encryption|usage)\b|:", f["message"])[0],
         int(f["line"] or 1))
        for f in report["findings"]
    ]  # fmt: skip


def _semgrep(report: Json) -> list[tuple[str, str, int]]:
    return [
        (r["path"], str(r["extra"]["message"]), int(r["start"]["line"])) for r in report["results"]
    ]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "crypto-scanner",
            "crypto-scanner",
            lambda folder, report: ["scan", str(folder), "--output", str(report)],
            _crypto_scanner,
        ),
        Tool(
            "pqc-lint",
            "pqc-lint",
            lambda folder, report: ["scan", str(folder), "--format", "json", "-o", str(report)],
            _pqc_lint,
        ),
        Tool(
            "semgrep",
            "semgrep",
            lambda folder, report: [
                "scan", "--metrics=off", "--disable-version-check", "--quiet", "--no-git-ignore",
                "--json", f"--output={report}", f"--config={RULES}", str(folder),
            ],
            _semgrep,
            data=RULES,
        ),
    )
}  # fmt: skip


def _make(name: str, argument: str) -> ScannerSystem:
    tool = TOOLS[name]
    if argument:
        raise InputError(f"{name} takes no argument")
    beside = Path(sys.executable).with_name(tool.program)
    path = str(beside) if beside.exists() else shutil.which(tool.program)
    if path is None:
        raise InputError(f"{name}: program not found; install it with: {tool.install}")
    said = children.run([path, "--version"]).stdout
    bare = re.sub(r"\x1b\[[0-9;]*m", "", said)
    version = re.search(r"\d+(?:\.\d+)+", bare)
    return ScannerSystem(tool, path, version[0] if version else "unknown")


@system(suites=("crypto-inventory",))
def crypto_scanner(argument: str, suite: Suite) -> ScannerSystem:
    """crypto-scanner from PyPI (extra: scanners)."""
    return _make("crypto-scanner", argument)


@system(suites=("crypto-inventory",))
def pqc_lint(argument: str, suite: Suite) -> ScannerSystem:
    """pqc-lint, a linter from PyPI (extra: scanners)."""
    return _make("pqc-lint", argument)


@system(suites=("crypto-inventory",))
def semgrep(argument: str, suite: Suite) -> ScannerSystem:
    """Semgrep with acidtest's rules for cryptography (extra: scanners)."""
    return _make("semgrep", argument)
