"""The systems that need no tool: a suite's controls, and any Python callable."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from acidtest.core.protocols import Control
from acidtest.core.records import Answer, Json, Question


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


@dataclass(frozen=True)
class CallableSystem:
    """Any Python callable from question text to answer text."""

    function: Callable[[str], str | Answer]
    name: str = "callable"
    identity: Mapping[str, Json] = field(default_factory=dict)

    def answer(self, question: Question) -> Answer:
        """Call it and measure the time."""
        start = time.perf_counter()
        said = self.function(question.text)
        if isinstance(said, Answer):
            return said
        return Answer(
            question.sample.id, said, question.attempt, time_s=time.perf_counter() - start
        )
