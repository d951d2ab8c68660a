"""The user's own Ghidra installation, with Java: runs `analyzeHeadless` for each function."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.core.registry import system
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import run_tool

VARIABLE = "GHIDRA_INSTALL_DIR"
_SCRIPTS = Path(__file__).parent / "ghidra_scripts"
_SCRIPT = "AcidtestDecompile.java"
_LIMITS = ToolLimits(wall_s=300, cpu_s=600, memory=8 << 30)
_DECOMPILE_S = 60


@dataclass(frozen=True)
class HeadlessSystem:
    """Imports, analyses and decompiles with the installed Ghidra."""

    tool: Path
    version: str
    name: str = "ghidra-headless"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The installed version."""
        return {"decompiler": "Ghidra", "version": self.version, "limits": _LIMITS.to_json()}

    def answer(self, question: Question) -> Answer:
        """C text; an empty answer with the reason if Ghidra fails on this program."""
        program = question.program
        if program is None or program.address is None:
            raise InputError(
                "ghidra-headless decompiles functions in programs; these questions have none"
            )
        start = time.perf_counter()
        with children.scratch_folder() as name:
            folder = Path(name)
            (folder / "program").write_bytes(program.data)
            text = folder / "text.c"
            argv = [str(self.tool), name, "acidtest", "-import", str(folder / "program")]
            argv += ["-scriptPath", str(_SCRIPTS), "-postScript", _SCRIPT]
            argv += [f"{program.address:x}", str(text), str(_DECOMPILE_S), "-deleteProject"]
            done = run_tool(argv, limits=_LIMITS, cwd=folder)
            said = text.read_text("utf-8", "replace") if text.exists() else ""
        problem = done.problem
        if not said and problem is None:  # Ghidra exits with 0 even if a script failed
            problem = _complaint(done.stdout + done.stderr)
        return Answer(
            question.sample.id,
            said,
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if problem is None else f"ghidra-headless: {problem}",
        )


def _complaint(log: str) -> str:
    complaints = re.findall(r"^.*\b(?:ERROR|Exception)\b.*$", log, re.MULTILINE)
    return complaints[0].strip()[:300] if complaints else "it wrote no text"


@system(programs="ELF")
def make(argument: str, suite: Suite) -> HeadlessSystem:
    """The Ghidra installation in GHIDRA_INSTALL_DIR; slow, needs Java."""
    if argument:
        raise InputError(f"ghidra-headless takes no argument, but got '{argument}'")
    folder = os.environ.get(VARIABLE)
    if not folder:
        raise InputError(
            f"ghidra-headless: set {VARIABLE} to the folder of a Ghidra installation; "
            "or use the system ghidra, which needs neither that nor Java"
        )
    tool = Path(folder) / "support" / "analyzeHeadless"
    if not os.access(tool, os.X_OK):
        raise InputError(
            f"ghidra-headless: {VARIABLE}={folder}: {tool} was not found or cannot be executed"
        )
    properties = Path(folder) / "Ghidra" / "application.properties"
    text = properties.read_text("utf-8", "replace") if properties.exists() else ""
    version = re.search(r"^application\.version=(.+)$", text, re.MULTILINE)
    return HeadlessSystem(tool, version[1].strip() if version else "unknown")
