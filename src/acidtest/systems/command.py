"""Any program as a system: a decompiler with a command line, or a script around a model."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core import children
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
    files: Mapping[str, str]
    secret: bool = False

    @property
    def remake(self) -> str | None:
        """As typed, unless that has a secret, which stays on this machine."""
        return None if self.secret else self.name

    @property
    def name(self) -> str:
        """The name as typed, without its secrets."""
        return f"command:{self.command}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The command, its limits, and the content of the program and other files it names."""
        return {
            "command": self.command,
            "limits": self.limits.to_json(),
            "files": dict(self.files),
        }

    def answer(self, question: Question) -> Answer:
        """What the command prints, with a note if it failed or was stopped."""
        with children.scratch_folder() as folder:
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
    shown = conceal(argument)
    return CommandSystem(shown, tuple(words), limits, _files(words), secret=shown != argument)


def _files(words: Sequence[str]) -> dict[str, str]:
    """The hash of each file that a command names: the program, scripts, weights, settings.

    Only what is there before the first question counts, so the files of a question do not.
    """
    program = shutil.which(words[0]) or words[0]
    named = {words[0]: Path(program)}
    for word in words[1:]:
        # A word may hold the file after `=`, or be a command of its own, as in sh -c '…'.
        for part in (word, word.partition("=")[2], *_split(word)):
            if part and _is_file(Path(part)):
                named.setdefault(part, Path(part))
    return {name: _hash(path) for name, path in named.items()}


def _split(word: str) -> list[str]:
    try:
        return shlex.split(word)
    except ValueError:
        return word.split()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or with a null character
        return False


def _hash(path: Path) -> str:
    """The SHA-256 of a file; of one that may only be executed, its size and time."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        about = path.stat()
        return f"{about.st_size} bytes of {about.st_mtime_ns}"
