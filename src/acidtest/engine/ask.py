"""Asks a system; each answer is written to disk before the next question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from acidtest.core.errors import AcidtestError
from acidtest.core.progress import Progress
from acidtest.core.protocols import (
    CappedSuite,
    PreparedSystem,
    Questions,
    Suite,
    System,
    WaitingSystem,
)
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.text import described
from acidtest.engine.executor import Executor, Threads
from acidtest.engine.plan import Plan
from acidtest.store.answers import AnswerLog

_LONGEST = 32_000_000
"""Characters of an answer, where the suite says no other number."""

_FIELDS = (
    (("error", "model", "note", "stop"), str, "text"),
    (("tokens_in", "tokens_out"), int, "a whole number"),
    (("time_s", "cost_usd", "logprob"), int | float, "a number"),
)


def questions(plan: Plan, builder: Questions) -> Iterator[Question]:
    """All questions of a run, in order; texts are built when they are read."""
    for sample in plan.samples:
        for attempt in range(plan.attempts):
            yield make_question(plan.form, sample, attempt, builder)


def make_question(form: str, sample: Sample, attempt: int, builder: Questions) -> Question:
    """One question; its text is built when it is read."""
    text, program = partial(builder.text, sample), partial(builder.program, sample)
    return Question(sample, form, attempt, text, program)


def open_questions(plan: Plan, log: AnswerLog) -> int:
    """How many questions `log` has no answer for, or only an error."""
    every = len(plan.samples) * plan.attempts
    if not log.answers:
        return every
    asked = set(range(plan.attempts))
    return every - sum(len(log.answers.answered(s.id) & asked) for s in plan.samples)


def ask(
    plan: Plan, log: AnswerLog, builder: Questions, executor: Executor, progress: Progress
) -> None:
    """Ask the questions that `log` has no answer for, or only an error."""
    total = open_questions(plan, log)
    if not total:
        return
    begun = bool(log.answers)

    def todo() -> Iterator[Question]:
        for sample in plan.samples:
            answered = log.answers.answered(sample.id) if begun else ()
            for attempt in range(plan.attempts):
                if attempt not in answered:
                    yield make_question(plan.form, sample, attempt, builder)

    if isinstance(plan.system, WaitingSystem):
        executor = Threads(plan.system.connections)
    if isinstance(plan.system, PreparedSystem):
        with progress.stage("preparing", 1) as advance:
            plan.system.prepare(list(todo()))
            advance()
    asked = partial(answer_of, plan.system, most=longest(plan.suite))
    with (
        progress.stage("asking", total) as advance,
        executor.answer(asked, todo(), total, log.append) as answered,
    ):
        for _ in answered:
            advance()


def longest(suite: Suite) -> int:
    """How many characters of an answer are kept."""
    return suite.answer_max if isinstance(suite, CappedSuite) else _LONGEST


def answer_of(system: System, question: Question, most: int = _LONGEST) -> Answer:
    """The system's answer, with the question's id; an exception becomes an error, and what is no
    text an empty answer with a note.

    One character more than `most` is kept: a judge sees that the answer is too long.
    """
    try:
        answer = system.answer(question)
    except AcidtestError:
        raise
    except Exception as error:
        text = f"the system raised {described(error)}"
        return Answer(question.sample.id, None, question.attempt, error=text)
    if unfit := _unfit(answer):
        return Answer(question.sample.id, "", question.attempt, note=unfit)
    if answer.text is not None and len(answer.text) > most:
        cut = f"only the first {most} of {len(answer.text)} characters are kept"
        note = f"{answer.note}; {cut}" if answer.note else cut
        answer = replace(answer, text=answer.text[: most + 1], note=note)
    return replace(answer, id=question.sample.id, attempt=question.attempt)


def _unfit(answer: object) -> str | None:
    """Why this is no answer; it scores as an empty one. Only the type is named: it may be huge."""
    if not isinstance(answer, Answer):
        return f"the system returned {type(answer).__name__} instead of an Answer"
    if not isinstance(answer.text, str) and (answer.text is not None or answer.error is None):
        kind = "None" if answer.text is None else type(answer.text).__name__
        return f"the system answered with {kind} instead of text"
    for names, kinds, expected in _FIELDS:
        for name in names:
            value = getattr(answer, name)
            if value is not None and not isinstance(value, kinds):
                return f"the system's answer has {type(value).__name__} as {name}, not {expected}"
    return None
