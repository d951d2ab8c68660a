"""Where answers are observed and tools are asked: in threads of this process, unless told else."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from acidtest.core.errors import InfrastructureError
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Observation, Question, Sample
from acidtest.core.text import described
from acidtest.engine.pool import check_going, map_unordered

Work = tuple[Sample, str]
Outcome = Observation | InfrastructureError
Observed = AbstractContextManager[Iterator[tuple[str, Outcome]]]
Answered = AbstractContextManager[Iterator[object]]
Ask = Callable[[Question], Answer]
Keep = Callable[[Answer], None]


class Executor(Protocol):
    """Does the work of a run somewhere. What comes back is kept by the caller alone.

    The first exception ends the work and is raised; an interrupt does not wait for it.
    """

    @property
    def workers(self) -> int:
        """How many answers are worked on at a time."""
        ...

    def observe(self, judge: Judge, todo: Mapping[str, Work]) -> Observed:
        """Observations by key, as they come; an error where a tool failed."""
        ...

    def answer(self, ask: Ask, questions: Iterable[Question], total: int, keep: Keep) -> Answered:
        """Put `total` questions and `keep` each answer before the next question is put.

        `ask` asks the system that is open in this process. There is one item for each answer.
        """
        ...


class Threads:
    """Threads of this process, which share the open judge."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    @contextmanager
    def observe(
        self, judge: Judge, todo: Mapping[str, Work]
    ) -> Iterator[Iterator[tuple[str, Outcome]]]:
        """Observe with the judge that is open here."""

        def observe(key: str) -> Outcome:
            outcome = observed(judge, *todo[key])
            check_going()
            return outcome

        with map_unordered(observe, todo, self.workers) as outcomes:
            yield outcomes

    @contextmanager
    def answer(
        self, ask: Ask, questions: Iterable[Question], total: int, keep: Keep
    ) -> Iterator[Iterator[object]]:
        """Ask the system that is open here."""

        def one(question: Question) -> None:
            answer = ask(question)
            check_going()
            keep(answer)

        with map_unordered(one, questions, self.workers) as answered:
            yield answered


def observed(judge: Judge, sample: Sample, text: str) -> Outcome:
    """What happened to an answer, or the failure of a tool or of acidtest itself."""
    try:
        return judge.observe(sample, text)
    except InfrastructureError as error:
        return error
    except Exception as error:
        # a bug in acidtest on one sample: shown, not scored; the other samples continue
        at = traceback.extract_tb(error.__traceback__)[-1]
        return InfrastructureError(
            f"acidtest failed with {described(error)} "
            f"({Path(at.filename).name}, line {at.lineno}); please report it"
        )
