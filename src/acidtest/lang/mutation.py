"""Mutation testing: how strong a test is, measured by small changes to a program.

A mutant is a source with one change. If a test does not notice it, the test is weak or the mutant
is equivalent to the original; equivalent mutants are set aside, by a rule or by review.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tree_sitter import Node

from acidtest.core.records import Json

OPERATORS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|",
    "<<": ">>", ">>": "<<", "&&": "||", "||": "&&", "==": "!=", "!=": "==",
    "<": ">", ">": "<", "<=": ">=", ">=": "<=",
    "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=",
    "^=": "|=", "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++",
}  # fmt: skip
BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}

Change = tuple[str, int, int, str]
"""A replacement: kind, first byte, end, new text."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: its kind, its line, the source line(s) before and after."""

    kind: str
    line: int
    was: str
    now: str
    text: str

    @property
    def change(self) -> str:
        """Its name in lists of equivalent mutants; no line numbers, which other edits shift."""
        return f"{self.was} => {self.now}"

    def to_json(self) -> dict[str, Json]:
        """Everything except its text."""
        return {"line": self.line, "kind": self.kind, "was": self.was, "now": self.now}


def operator_changes(operator: Node | None) -> Iterator[Change]:
    """Replace an operator by another; for a comparison, also move the boundary."""
    if operator is not None and operator.type in OPERATORS:
        place = operator.start_byte, operator.end_byte
        if operator.type in BOUNDARIES:
            yield ("boundary", *place, BOUNDARIES[operator.type])
        yield ("operator", *place, OPERATORS[operator.type])


def mutants_of(
    source: str, nodes: Iterable[Node], changes: Callable[[Node], Iterator[Change]]
) -> list[Mutant]:
    """All mutants of a source, in source order, each distinct text once."""
    data = source.encode("utf-8", "replace")
    by_text: dict[str, Mutant] = {}
    for node in nodes:
        for kind, start, end, new in changes(node):
            text = (data[:start] + new.encode() + data[end:]).decode("utf-8", "replace")
            if text != source and text not in by_text:
                by_text[text] = _mutant(kind, data, start, end, new.encode(), text)
    return list(by_text.values())


def _mutant(kind: str, data: bytes, start: int, end: int, new: bytes, text: str) -> Mutant:
    first = data.rfind(b"\n", 0, start) + 1
    after = data.find(b"\n", end)
    last = len(data) if after < 0 else after
    was, now = data[first:last], data[first:start] + new + data[end:last]
    one_line = [" ".join(part.decode("utf-8", "replace").split()) for part in (was, now)]
    return Mutant(kind, data.count(b"\n", 0, start) + 1, one_line[0], one_line[1], text)


def sample_mutants(every: list[Mutant], name: str, limit: int | None, seed: int) -> list[Mutant]:
    """All mutants of the task `name`, or a random sample of `limit`, in source order."""
    if limit is None or len(every) <= limit:
        return every
    picked = random.Random(f"{seed}:{name}").sample(range(len(every)), limit)
    return [every[i] for i in sorted(picked)]


class Fate(StrEnum):
    """The outcome of a mutant. A hung one counts as killed: the test notices it."""

    KILLED = "killed"
    HUNG = "hung"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    NOT_COMPILED = "not compiled"


@dataclass(frozen=True, slots=True)
class Trial:
    """One mutant, its fate, and how many calls it took to notice it, if counted."""

    mutant: Mutant
    fate: Fate
    calls: int | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """The mutants of one task and their fates."""

    task: str
    trials: Sequence[Trial]

    def count(self, *fates: Fate) -> int:
        """How many had one of these fates."""
        return sum(trial.fate in fates for trial in self.trials)

    @property
    def share(self) -> float | None:
        """Share killed of those that compile and are not equivalent; None if there are none."""
        killed = self.count(Fate.KILLED, Fate.HUNG)
        counted = killed + self.count(Fate.SURVIVED)
        return killed / counted if counted else None

    @property
    def median_calls(self) -> float | None:
        """The median number of calls to notice one; None if calls are not counted."""
        calls = [trial.calls for trial in self.trials if trial.calls is not None]
        return statistics.median(calls) if calls else None

    def having(self, fate: Fate) -> list[Mutant]:
        """Those with this fate, in source order."""
        return [trial.mutant for trial in self.trials if trial.fate is fate]

    def to_json(self) -> dict[str, Json]:
        """Counts, share, and each mutant that survived."""
        return {
            "task": self.task,
            **self.counts(),
            "survivors": [mutant.to_json() for mutant in self.having(Fate.SURVIVED)],
            "equivalents": [mutant.to_json() for mutant in self.having(Fate.EQUIVALENT)],
        }

    def counts(self) -> dict[str, Json]:
        """Counts and share only."""
        return {
            "mutants": len(self.trials),
            **{fate.value.replace(" ", "_"): self.count(fate) for fate in Fate},
            "share": self.share,
            "median_calls": self.median_calls,
        }


def total(results: Sequence[Strength]) -> Strength:
    """All tasks together."""
    return Strength("all tasks", [trial for result in results for trial in result.trials])


def read_reviewed(path: Path) -> dict[tuple[str, str], str]:
    """Reasons by task and change, from the list of mutants that a reviewer found equivalent."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {(row["task"], row["change"]): row["reason"] for row in rows}
