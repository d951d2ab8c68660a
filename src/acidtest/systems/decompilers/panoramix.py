"""panoramix from PyPI: a symbolic EVM that writes Python-like text.

It looks names up in a list that it unpacks for minutes, or fails to; here the list is empty, so
functions are called after their selectors. It does not know PUSH0, so it gets the contract
compiled for the Paris version of the EVM, where the data has a source.
"""

from __future__ import annotations

import re
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
    "panoramix",
    "panoramix-decompiler",
    "0.6.1",
    ("da9c776acdd20210e1b811963e59f2c8e63dc32102fb4d30192712b3e10ed982",),
)
FORM = "bytecode-paris"
LIMITS = ToolLimits(wall_s=180, cpu_s=120, memory=2 << 30)
_SCRIPT = Path(__file__).with_name("panoramix_script.py")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_RUNTIME = re.compile(r"^Runtime bytecode:\s+0x([0-9a-f]+)$", re.MULTILINE)
_PURPOSE = "for solidity-decompile"


class PanoramixSystem:
    """panoramix decompiles contracts to Python-like text (`acidtest fetch panoramix` once)."""

    name = "panoramix"
    suites: ClassVar[tuple[str, ...]] = ("solidity-decompile",)
    downloads: ClassVar[Sequence[Download]] = (TOOL.download(_PURPOSE),)

    def __init__(self, argument: str, suite: Suite, limits: ToolLimits = LIMITS) -> None:
        """Find the environment; downloads nothing."""
        if argument:
            raise InputError(f"panoramix takes no argument, but got '{argument}'")
        if not TOOL.is_fetched:
            raise InputError("panoramix is not installed; run `acidtest fetch panoramix` once")
        self._limits = limits

    @staticmethod
    def checks() -> Iterator[Check]:
        """For `acidtest doctor`."""
        yield TOOL.check("the system panoramix")

    @property
    def identity(self) -> Mapping[str, Json]:
        """The package, our script around it, what it is asked, and the limits."""
        return {
            "decompiler": "panoramix",
            "version": TOOL.version,
            "script_sha256": sha256_of(_SCRIPT.read_bytes()),
            "asked": FORM,
            "signatures": "none",
            "limits": self._limits.to_json(),
        }

    def answer(self, question: Question) -> Answer:
        """Its text without colours; empty, with a note, if it fails on this contract."""
        code = runtime_in(question.read(FORM))
        start = time.perf_counter()
        argv = [str(TOOL.python), "-I", str(_SCRIPT)]
        try:
            done = run_tool(argv, stdin=code.encode(), limits=self._limits)
        except OSError as error:
            raise InfrastructureError(f"panoramix: cannot be started: {error}") from error
        return Answer(
            question.sample.id,
            plain(done.stdout),
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if done.problem is None else f"panoramix: {done.problem}",
        )


def runtime_in(question: str) -> str:
    """The runtime bytecode in a question, as hex."""
    match = _RUNTIME.search(question)
    if match is None:
        raise InputError("panoramix decompiles bytecode; these questions have none")
    return match[1]


def plain(text: str) -> str:
    r"""The text without the colours of a terminal.

    >>> plain("\\x1b[95mdef \\x1b[0mf():")
    'def f():'
    """
    return _COLOUR.sub("", text)
