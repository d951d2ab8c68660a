"""One repair round: a system gets feedback on its answer and may answer again.

The first answers and their figures stay unchanged. The figures with the repaired answers in their
place are reported as `repaired.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from acidtest.core.progress import Progress
from acidtest.core.protocols import Repairing
from acidtest.core.records import Answer, Question, Sample
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.pool import check_going, map_unordered
from acidtest.store import AnswerLog

PREFIX = "repaired."


def ask_for_repairs(
    plan: Plan,
    log: AnswerLog,
    given: Iterable[tuple[Sample, Answer]],
    grader: Grader,
    question: Callable[[Sample, int], Question],
    answer: Callable[[Question], Answer],
    progress: Progress,
    workers: int,
) -> None:
    """Ask again where the suite has feedback on an answer, and log the new answers."""
    assert isinstance(plan.suite, Repairing)
    todo: list[Question] = []
    total = len(plan.samples) * plan.attempts
    observed = grader.observe_each(given, total, progress, "finding answers to repair")
    for (sample, first), observation in observed:
        if log.answers.has_answer((first.id, first.attempt)):
            continue
        text = plan.suite.repair(sample, first, observation)
        if text is not None:
            asked_again = question(sample, first.attempt)
            todo.append(replace(asked_again, read=partial(_given_text, text)))

    def ask(asked: Question) -> None:
        repaired = answer(asked)
        check_going()
        log.append(repaired)

    with (
        progress.stage("asking for repair", len(todo)) as advance,
        map_unordered(ask, todo, workers) as answered,
    ):
        for _ in answered:
            advance()


def _given_text(text: str, form: str) -> str:
    return text


def with_repairs(
    given: Iterable[tuple[Sample, Answer]], log: AnswerLog
) -> Iterator[tuple[Sample, Answer]]:
    """The answers, with repaired ones in place of the first."""
    for sample, first in given:
        yield sample, log.answers.get((first.id, first.attempt), first)
