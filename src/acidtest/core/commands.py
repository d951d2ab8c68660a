"""What suites and integrations add to the command line: commands, checks and downloads.

A command returns a `CommandResult`: records, which the command line prints as tables, lines or
JSON. The same command can then be called from Python, and suites need not know about terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from acidtest.core.progress import Progress
from acidtest.core.records import Json, Table
from acidtest.core.text import as_cause

_KINDS: Mapping[type, tuple[str, type | tuple[type, ...]]] = {
    bool: ("True or False", bool),
    int: ("a whole number", int),
    float: ("a number", (int, float)),
    str: ("a text", str),
    Path: ("a path", (str, Path)),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command, or an argument if its `flag` does not start with a dash.

    `kind` is the type of the value: `str`, `int`, `float`, `Path`, or `bool` for a switch.
    """

    flag: str
    help: str = ""
    kind: type = str
    default: Any = None
    many: bool = False
    required: bool = False
    metavar: str | None = None
    choices: Sequence[str] = ()
    least: float | None = None
    most: float | None = None
    short: str | None = None

    @property
    def name(self) -> str:
        """The name under which the command receives the value."""
        return self.flag.lstrip("-").replace("-", "_").lower()

    def wrong(self, value: object) -> str:
        """What is wrong with a value, in words; empty if nothing is.

        >>> Option("--limit", kind=int, least=1).wrong(0)
        'expected a whole number of at least 1, got 0'
        """
        if self.choices:
            meant, good = f"one of {', '.join(self.choices)}", value in tuple(self.choices)
        else:
            meant, kinds = _KINDS[self.kind]
            good = isinstance(value, kinds) and isinstance(value, bool) == (self.kind is bool)
        if isinstance(value, int | float) and self.kind in (int, float):
            low = -inf if self.least is None else self.least
            high = inf if self.most is None else self.most
            good = good and low <= value <= high and -inf < value < inf
        return "" if good else f"expected {meant}{self._range()}, got {as_cause(repr(value))}"

    def _range(self) -> str:
        if self.least is None:
            return "" if self.most is None else f" of at most {self.most:g}"
        return (
            f" of at least {self.least:g}"
            if self.most is None
            else (f" from {self.least:g} to {self.most:g}")
        )


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command. `data` is what `--json` prints instead of the rest.

    `text` is printed as it is, then come the summaries of runs, tables and lines; `warnings` go to
    standard error.
    """

    tables: Sequence[Table] = ()
    lines: Sequence[str] = ()
    warnings: Sequence[str] = ()
    text: str = ""
    data: Json = None
    status: int = 0
    summaries: Sequence[Mapping[str, Json]] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command: `run` receives its options by name, and `progress`."""

    name: str
    help: str
    run: Callable[..., CommandResult]
    options: Sequence[Option] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One tool: whether it is installed, its version, the command that gets it, who needs it.

    Without an `optional` one the suite and its systems run, if perhaps slower; only further options
    may need it.
    """

    tool: str
    installed: bool
    version: str = ""
    advice: str = ""
    needed_for: str = "everything"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Download:
    """Something that packages cannot include: `fetch` downloads it once and returns its path.

    What takes minutes is `slow`, and is given where to report how far it is.
    """

    name: str
    help: str
    fetch: Callable[[], object] | None = None
    slow: Callable[[Progress], object] | None = None

    def get(self, progress: Progress) -> object:
        """Fetch it."""
        if self.slow is not None:
            return self.slow(progress)
        assert self.fetch is not None
        return self.fetch()
