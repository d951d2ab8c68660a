"""heimdall-py from PyPI: the ABI and the storage layout of a contract, no bodies.

Its answer is the ABI as JSON, which is scored as far as it goes (`abi.*`); functions are called
after their selectors. The storage layout stands beside it and no metric reads it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from acidtest.core.commands import Check, Download
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import run_tool
from acidtest.toolchains.python_tool import PythonTool

TOOL = PythonTool(
    "heimdall",
    "heimdall-py",
    "0.9.11",
    ("8fe7859c6be75aefbb39abe9d6d46031c5d23eed6007ecb0be27f139a899581c",),
)
LIMITS = ToolLimits(wall_s=60, cpu_s=60, memory=2 << 30)
_SCRIPT = Path(__file__).with_name("heimdall_script.py")


class HeimdallSystem:
    """heimdall-py recovers the ABI of a contract (`acidtest fetch heimdall` once)."""

    name = "heimdall"
    suites: ClassVar[tuple[str, ...]] = ("solidity-decompile",)
    downloads: ClassVar[Sequence[Download]] = (TOOL.download("for solidity-decompile"),)

    def __init__(self, argument: str, suite: Suite, limits: ToolLimits = LIMITS) -> None:
        """Find the environment; downloads nothing."""
        if argument:
            raise InputError(f"heimdall takes no argument, but got '{argument}'")
        if not TOOL.is_fetched:
            raise InputError("heimdall is not installed; run `acidtest fetch heimdall` once")
        self._limits = limits

    @staticmethod
    def checks() -> Iterator[Check]:
        """For `acidtest doctor`."""
        yield TOOL.check("the system heimdall")

    @property
    def identity(self) -> Mapping[str, Json]:
        """The package, our script around it, and the limits."""
        return {
            "decompiler": "heimdall-py",
            "version": TOOL.version,
            "script_sha256": sha256_of(_SCRIPT.read_bytes()),
            "signatures": "none",
            "limits": self._limits.to_json(),
        }

    def answer(self, question: Question) -> Answer:
        """The ABI as JSON; empty, with a note, if it fails on this contract."""
        runtime = question.binary
        if runtime is None:
            raise InputError("heimdall reads bytecode; these questions have none")
        start = time.perf_counter()
        argv = [str(TOOL.python), "-I", str(_SCRIPT), str(int(self._limits.wall_s))]
        try:
            done = run_tool(argv, stdin=runtime.hex().encode(), limits=self._limits)
        except OSError as error:
            raise InfrastructureError(f"heimdall: cannot be started: {error}") from error
        return Answer(
            question.sample.id,
            done.stdout,
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if done.problem is None else f"heimdall: {done.problem}",
        )
