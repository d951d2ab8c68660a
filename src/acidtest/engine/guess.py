"""Guesses about unscored answers: what other answers to the same samples score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from acidtest.core.errors import AcidtestError
from acidtest.core.progress import Progress
from acidtest.core.protocols import Pessimistic, Questions
from acidtest.core.records import Answer, Sample, Score
from acidtest.engine.ask import make_question
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan


def guesses(
    plan: Plan,
    builder: Questions,
    grader: Grader,
    lost: Sequence[tuple[Sample, Answer]],
    progress: Progress,
) -> list[Score]:
    """For each answer without a score: the scores of the empty answer, of the worst and the right
    one, and of its own text if it has one. A guess on which the tools fail too is left out.
    """
    made: list[Score] = []
    # One kind at a time: the grader knows an answer by its sample and attempt.
    texts = (_texts(plan, builder, sample, answer) for sample, answer in lost)
    for kind in zip_longest(*texts):
        guessed = [
            (sample, Answer(answer.id, text, answer.attempt))
            for (sample, answer), text in zip(lost, kind, strict=True)
            if text is not None
        ]
        graded = grader.grade_each(guessed, len(guessed), progress, "scoring the worst case")
        made += [score for _, _, score in graded if score.error is None]
    return made


def _texts(plan: Plan, builder: Questions, sample: Sample, answer: Answer) -> Iterator[str | None]:
    yield ""
    yield answer.text if answer.error is not None else None
    yield from plan.suite.worst_answers(sample) if isinstance(plan.suite, Pessimistic) else ()
    yield _right(plan, builder, sample)


def _right(plan: Plan, builder: Questions, sample: Sample) -> str | None:
    """What the oracle answers: a metric that applies to no other answer may apply to this one."""
    oracle = next((each for each in plan.suite.controls if each.name == "oracle"), None)
    if oracle is None:
        return None
    try:
        return oracle.answer(make_question(plan.form, sample, 0, builder))
    except AcidtestError:
        return None
