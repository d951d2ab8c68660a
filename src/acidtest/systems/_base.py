"""What a system is, and how one is found by the name a user types."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Protocol, cast, runtime_checkable

from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import Control, Suite

GROUP = "acidtest.systems"


@runtime_checkable
class System(Protocol):
    """Who answers. `answer` may be called from several threads at once.

    What goes wrong on the system's own side is an answer, if a bad one; what goes wrong on
    ours or the network's is an `Answer` with `error`, or an exception: shown, never scored.
    """

    @property
    def name(self) -> str:
        """As the user typed it."""
        ...

    @property
    def identity(self) -> Mapping[str, Json]:
        """Who exactly answers: model, version, prompt hash. Another identity, another run."""
        ...

    def answer(self, question: Question) -> Answer:
        """The answer to one question."""
        ...


@runtime_checkable
class PreparedSystem(Protocol):
    """A system that works on many questions at once, such as a scanner over a folder."""

    def prepare(self, questions: Sequence[Question]) -> None:
        """Called once with all questions still to be answered, before the first `answer`."""
        ...


@runtime_checkable
class OpenSystem(Protocol):
    """A system that holds something open while it is asked, such as a server."""

    def close(self) -> None:
        """Called once nothing more is asked, also after a failure. May be asked again later."""
        ...


@runtime_checkable
class WaitingSystem(Protocol):
    """A system that mostly waits for others, so that many questions may be under way."""

    @property
    def connections(self) -> int:
        """Questions under way at once, whatever the number of cores."""
        ...


@runtime_checkable
class FormedSystem(Protocol):
    """A system that wants its questions in a form of its own, unless the user names one."""

    @property
    def form(self) -> str | None:
        """One of the suite's forms, or None for the suite's default."""
        ...


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
        """A control is its name."""
        return {"control": self.control.name}

    def answer(self, question: Question) -> Answer:
        """What the control says."""
        return Answer(question.sample.id, self.control.answer(question), question.attempt)


@dataclass(frozen=True)
class CallableSystem:
    """Any Python callable from question text to answer text."""

    function: Callable[[str], str | Answer]
    name: str = "callable"
    identity: Mapping[str, Json] = field(default_factory=dict)

    def answer(self, question: Question) -> Answer:
        """Call it, and time it."""
        start = time.perf_counter()
        said = self.function(question.text)
        if isinstance(said, Answer):
            return said
        return Answer(
            question.sample.id, said, question.attempt, time_s=time.perf_counter() - start
        )


def system_names(suite: Suite) -> dict[str, str]:
    """All names that `--system` takes for this suite, with what they are."""
    names = {control.name: f"control: {control.description}" for control in suite.controls}
    for point in entry_points(group=GROUP):
        try:
            made = point.load()
            if suite.name not in getattr(made, "suites", (suite.name,)):
                continue
            described = (made.__doc__ or "").strip().splitlines()
        except Exception as error:
            described = [f"cannot be loaded: {type(error).__name__}: {error}"]
        names[point.name] = described[0] if described else ""
    return names


def make_system(name: str, suite: Suite) -> System:
    """The system a user names: a control, or `KIND:ARGUMENT` with KIND an entry point."""
    for control in suite.controls:
        if control.name == name:
            return ControlSystem(control)
    kind, _, argument = name.partition(":")
    for point in entry_points(group=GROUP):
        if point.name == kind:
            made = point.load()
            if suite.name not in getattr(made, "suites", (suite.name,)):
                raise InputError(f"{kind} answers {', '.join(made.suites)}, not {suite.name}")
            return cast(System, made(argument, suite))
    known = ", ".join(system_names(suite))
    raise InputError(f"there is no system '{name}' for {suite.name}; there are: {known}")
