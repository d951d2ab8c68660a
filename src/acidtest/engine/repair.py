"""One repair round: a system gets feedback on its answer and may answer again.

The first answers and their figures stay unchanged. The figures with the repaired answers in their
place are reported as `repaired.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from acidtest.core.progress import Progress
from acidtest.core.protocols import Repairing
from acidtest.core.records import Answer, Question
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.pool import check_going, map_unordered
from acidtest.store import AnswerLog

PREFIX = "repaired."


def ask_for_repairs(
    plan: Plan,
    log: AnswerLog,
    answers: Sequence[Answer],
    grader: Grader,
    question: Callable[[Answer], Question],
    answer: Callable[[Question], Answer],
    progress: Progress,
    workers: int,
) -> None:
    """Ask again where the suite has feedback on an answer, and log the new answers."""
    assert isinstance(plan.suite, Repairing)
    samples = {sample.id: sample for sample in plan.samples}
    observations = grader.observations(samples, answers, progress, "finding answers to repair")
    todo: list[Question] = []
    for given in answers:
        key = (given.id, given.attempt)
        known = log.answers.get(key)
        if key not in observations or (known is not None and known.error is None):
            continue
        text = plan.suite.repair(samples[given.id], given, observations[key])
        if text is not None:
            todo.append(replace(question(given), read=partial(_given_text, text)))

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


def with_repairs(answers: Sequence[Answer], log: AnswerLog) -> list[Answer]:
    """The answers, with repaired ones in place of the first."""
    return [log.answers.get((a.id, a.attempt), a) for a in answers]
