"""The systems that need no tool: a suite's controls, and any Python callable."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from acidtest.core.callables import identity_of
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.protocols import Control, GradedSuite, Grades, Suite
from acidtest.core.records import Answer, Json, Question

ORACLE, SILENT = "oracle", "silent"
GRADED = f"{ORACLE}@"


@dataclass(frozen=True)
class ControlSystem:
    """A suite's control as a system."""

    control: Control

    @property
    def name(self) -> str:
        """The control's name."""
        return self.control.name

    @property
    def identity(self) -> Mapping[str, Json]:
        """A control is identified by its name."""
        return {"control": self.control.name}

    def answer(self, question: Question) -> Answer:
        """The control's answer."""
        return Answer(question.sample.id, self.control.answer(question), question.attempt)


_BY_CODE: Mapping[str, Json] = MappingProxyType({})


@dataclass(frozen=True)
class GradedSystem:
    """The oracle with a share of its items right, drawn item by item from the seed."""

    grades: Grades
    percent: int
    seed: int = 0

    @property
    def name(self) -> str:
        """As the user typed it."""
        return f"{GRADED}{self.percent}" + (f":{self.seed}" if self.seed else "")

    @property
    def identity(self) -> Mapping[str, Json]:
        """A control is identified by its name."""
        return {"control": self.name}

    def answer(self, question: Question) -> Answer:
        """Items are right with the same probability, independently of each other."""
        sample, attempt = question.sample, question.attempt
        drawn = [
            int(sha256_of(str(self.seed), sample.id, str(attempt), str(item))[:8], 16) / 2**32
            for item in range(self.grades.items(question))
        ]
        right = sum(each < self.percent / 100 for each in drawn)
        return Answer(sample.id, self.grades.answer(question, right), attempt)


def graded_system(name: str, suite: Suite) -> GradedSystem:
    """`oracle@PERCENT` or `oracle@PERCENT:SEED`."""
    percent, _, seed = name.removeprefix(GRADED).partition(":")
    plain = percent.isascii() and percent.isdigit() and (not seed or seed.isascii())
    if not plain or (seed and not seed.isdigit()) or len(percent) > 3 or int(percent) > 100:
        raise InputError(
            f"{name}: expected {GRADED}PERCENT from 0 to 100, or {GRADED}PERCENT:SEED, such as "
            f"{GRADED}70 or {GRADED}70:3"
        )
    grades = suite.grades if isinstance(suite, GradedSuite) else _all_or_nothing(suite)
    return GradedSystem(grades, int(percent), int(seed[:9] or 0))


def _all_or_nothing(suite: Suite) -> Grades:
    controls = {control.name: control for control in suite.controls}
    if ORACLE not in controls or SILENT not in controls:
        raise InputError(f"{suite.name} has no controls '{ORACLE}' and '{SILENT}' to mix")
    return Grades(
        lambda question: 1,
        lambda question, right: controls[ORACLE if right else SILENT].answer(question),
    )


@dataclass(frozen=True)
class CallableSystem:
    """Any Python callable from question text to answer text.

    Its identity is that of its code and the values it was made with, unless one is given.
    """

    function: Callable[[str], str | Answer]
    name: str = "callable"
    identity: Mapping[str, Json] = field(default_factory=lambda: _BY_CODE)

    def __post_init__(self) -> None:
        """Find out what the function is."""
        if self.identity is _BY_CODE:
            object.__setattr__(self, "identity", identity_of(self.function))

    def answer(self, question: Question) -> Answer:
        """Call it and measure the time."""
        start = time.perf_counter()
        said = self.function(question.text)
        if isinstance(said, Answer):
            return said
        return Answer(
            question.sample.id, said, question.attempt, time_s=time.perf_counter() - start
        )
