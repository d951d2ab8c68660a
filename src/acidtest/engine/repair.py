"""One round of repair: a system is told what was wrong with its answer, and may answer again.

The first answers stay what they are, and so do their figures; what comes out with the repaired
ones in their place stands beside them as `repaired.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from acidtest.engine.grade import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.pool import map_unordered
from acidtest.engine.progress import Progress
from acidtest.model import Answer, Question
from acidtest.store import AnswerLog
from acidtest.suites import Repairing

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
    """Ask again where the suite has something to say about an answer, and log what comes."""
    assert isinstance(plan.suite, Repairing)
    samples = {sample.id: sample for sample in plan.samples}
    seen = grader.observations(samples, answers, progress, "looking for what to repair")
    todo: list[Question] = []
    for given in answers:
        key = (given.id, given.attempt)
        known = log.answers.get(key)
        if key not in seen or (known is not None and known.error is None):
            continue
        text = plan.suite.repair(samples[given.id], given, seen[key])
        if text is not None:
            todo.append(replace(question(given), read=partial(_told, text)))

    def ask(asked: Question) -> None:
        log.append(answer(asked))

    with progress.stage("asking for repair", len(todo)) as advance:
        for _ in map_unordered(ask, todo, workers):
            advance()


def _told(text: str, form: str) -> str:
    return text


def with_repairs(answers: Sequence[Answer], log: AnswerLog) -> list[Answer]:
    """The answers, the repaired ones in the place of the first."""
    return [log.answers.get((a.id, a.attempt), a) for a in answers]
