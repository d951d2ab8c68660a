"""Any program as a system: a decompiler with a command line, or a script around a model."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.core.redact import conceal
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import run_tool

TIMEOUT = "ACIDTEST_COMMAND_TIMEOUT"
_PLACES = ("binary", "asm", "symbol", "address")
_PLACE = re.compile(r"\{(\w+)\}")
_LIMITS = ToolLimits(wall_s=120, cpu_s=1200, memory=16 << 30)


@dataclass(frozen=True)
class CommandSystem:
    """Runs a command for each question; what it prints is the answer.

    `command` is the text without its secrets, which only `words` contain.
    """

    command: str
    words: Sequence[str]
    limits: ToolLimits

    @property
    def name(self) -> str:
        """The name as typed, without its secrets."""
        return f"command:{self.command}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The command and its limits; acidtest cannot know which version of the program it is."""
        return {"command": self.command, "limits": self.limits.to_json()}

    def answer(self, question: Question) -> Answer:
        """What the command prints, with a note if it failed or was stopped."""
        with tempfile.TemporaryDirectory(prefix="acidtest-") as folder:
            places = self._places(question, Path(folder))
            argv = [_PLACE.sub(lambda match: places[match[1]], word) for word in self.words]
            text = question.text.encode("utf-8", "surrogateescape")
            start = time.perf_counter()
            try:
                done = run_tool(argv, stdin=text, limits=self.limits)
            except OSError as error:
                raise InputError(f"{self.name}: cannot start: {error}") from error
            return Answer(
                question.sample.id,
                done.stdout,
                question.attempt,
                time_s=time.perf_counter() - start,
                note=None if done.problem is None else f"{argv[0]}: {done.problem}",
            )

    def _places(self, question: Question, folder: Path) -> dict[str, str]:
        used = {place for word in self.words for place in _PLACE.findall(word)}
        places = {}
        if "asm" in used:
            path = folder / "question.txt"
            path.write_text(question.text, encoding="utf-8", errors="surrogateescape")
            places["asm"] = str(path)
        if used - {"asm"}:
            program = question.program
            if program is None:
                raise InputError(
                    f"{self.name}: these questions have no program; only use {{asm}} here"
                )
            path = folder / "program"
            path.write_bytes(program.data)
            path.chmod(0o755)
            places["binary"] = str(path)
            if used & {"symbol", "address"}:
                if program.address is None:
                    raise InputError(
                        f"{self.name}: these programs have no functions; only use {{binary}}"
                    )
                places["address"] = f"0x{program.address:x}"
                places["symbol"] = program.symbol or places["address"]
        return places


def _timeout() -> float:
    text = os.environ.get(TIMEOUT)
    if text is None:
        return _LIMITS.wall_s
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise InputError(f"{TIMEOUT}={text}: expected a number of seconds above 0")
    return seconds


def make(argument: str, suite: Suite) -> CommandSystem:
    """command:PROGRAM ARGUMENTS… runs it for each question; see docs/systems.md."""
    try:
        words = shlex.split(argument)
    except ValueError as error:
        raise InputError(f"command:{conceal(argument)}: cannot be parsed: {error}") from error
    if not words:
        raise InputError(
            "command: needs a program, such as 'command:mytool --func {symbol} {binary}'"
        )
    unknown = [name for name in _PLACE.findall(argument) if name not in _PLACES]
    if unknown:
        raise InputError(
            f"command: unknown placeholder {{{unknown[0]}}}; choose from: "
            + ", ".join(f"{{{name}}}" for name in _PLACES)
        )
    if shutil.which(words[0]) is None:
        program = conceal(words[0])
        raise InputError(f"command: the program '{program}' was not found or cannot be executed")
    wall_s = _timeout()
    limits = ToolLimits(wall_s, max(_LIMITS.cpu_s, int(wall_s * 16)), _LIMITS.memory)
    return CommandSystem(conceal(argument), tuple(words), limits)
