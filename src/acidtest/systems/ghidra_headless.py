"""A Ghidra installation of the user's own, with Java: `analyzeHeadless` for each function."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import Suite
from acidtest.systems._limits import Limits
from acidtest.systems._process import run_tool

VARIABLE = "GHIDRA_INSTALL_DIR"
_SCRIPTS = Path(__file__).parent / "native"
_SCRIPT = "AcidtestDecompile.java"
_LIMITS = Limits(wall_s=300, cpu_s=600, memory=8 << 30)
_DECOMPILE_S = 60


@dataclass(frozen=True)
class HeadlessSystem:
    """Imports, analyses and decompiles with the installed Ghidra."""

    tool: Path
    version: str
    name: str = "ghidra-headless"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The installed version decides."""
        return {"decompiler": "Ghidra", "version": self.version, "limits": _LIMITS.to_json()}

    def answer(self, question: Question) -> Answer:
        """C text; an empty answer with the reason where Ghidra fails on this program."""
        program = question.program
        if program is None or program.address is None:
            raise InputError("ghidra-headless decompiles functions of programs; here are none")
        start = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="acidtest-") as name:
            folder = Path(name)
            (folder / "program").write_bytes(program.data)
            text = folder / "text.c"
            argv = [str(self.tool), name, "acidtest", "-import", str(folder / "program")]
            argv += ["-scriptPath", str(_SCRIPTS), "-postScript", _SCRIPT]
            argv += [f"{program.address:x}", str(text), str(_DECOMPILE_S), "-deleteProject"]
            done = run_tool(argv, limits=_LIMITS, cwd=folder)
            said = text.read_text("utf-8", "replace") if text.exists() else ""
        problem = done.problem
        if not said and problem is None:  # Ghidra ends well even when a script did not
            problem = _complaint(done.stdout + done.stderr)
        return Answer(
            question.sample.id,
            said,
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if problem is None else f"ghidra-headless: {problem}",
        )


def _complaint(log: str) -> str:
    found = re.findall(r"^.*\b(?:ERROR|Exception)\b.*$", log, re.MULTILINE)
    return found[0].strip()[:300] if found else "it wrote no text"


def make(argument: str, suite: Suite) -> HeadlessSystem:
    """The Ghidra installation that GHIDRA_INSTALL_DIR names; slow, and needs Java."""
    if argument:
        raise InputError(f"ghidra-headless takes no argument, and was given '{argument}'")
    folder = os.environ.get(VARIABLE)
    if not folder:
        raise InputError(
            f"ghidra-headless: set {VARIABLE} to the folder of a Ghidra installation; "
            "the system ghidra needs neither that nor Java"
        )
    tool = Path(folder) / "support" / "analyzeHeadless"
    if not os.access(tool, os.X_OK):
        raise InputError(f"ghidra-headless: {VARIABLE}={folder}: {tool} is not there to be run")
    properties = Path(folder) / "Ghidra" / "application.properties"
    text = properties.read_text("utf-8", "replace") if properties.exists() else ""
    version = re.search(r"^application\.version=(.+)$", text, re.MULTILINE)
    return HeadlessSystem(tool, version[1].strip() if version else "unknown")
