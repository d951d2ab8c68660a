"""Nobody gains by not being scored: not with an error in place of a wrong answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import acidtest
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Pessimistic
from acidtest.core.records import Answer, Question, Sample, Summary
from acidtest.core.registry import find_suite
from acidtest.engine import select
from acidtest.engine.ask import make_question
from acidtest.suites.sast_triage.words import REAL_BUG

LIMIT = 40
Wrong = Callable[[Question, random.Random], str]


def silence(question: Question, rng: random.Random) -> str:
    return ""


def worst(question: Question, rng: random.Random) -> str:
    suite = find_suite(SUITE_OF[question.form])
    assert isinstance(suite, Pessimistic)
    return rng.choice(suite.worst_answers(question.sample))


def some_control(question: Question, rng: random.Random) -> str:
    names = ("echo", "drop-all", "keep-all", "generic-prose", "deny-all", "random")
    controls = [c for c in find_suite(SUITE_OF[question.form]).controls if c.name in names]
    return rng.choice(controls).answer(question)


SUITE_OF = {"finding": "sast-triage", "numbered": "crypto-inventory"}


def score(name: str, answers: list[Answer], folder: Path) -> Summary:
    return acidtest.score(name, answers, limit=LIMIT, out=folder, controls="none").summary


def answers(name: str, wrong: Wrong, seed: int) -> tuple[list[Answer], list[bool]]:
    """Half right, half wrong."""
    suite, rng = find_suite(name), random.Random(seed)
    data = suite.read([])
    oracle = next(control for control in suite.controls if control.name == "oracle")
    given, right = [], []
    with suite.questions(RunOptions()) as builder:
        for sample in select(data.samples, {}, LIMIT):
            question = make_question(suite.default_form(data), sample, 0, builder)
            right.append(rng.random() < 0.5)
            text = oracle.answer(question) if right[-1] else wrong(question, rng)
            given.append(Answer(sample.id, text))
    return given, right


@pytest.mark.parametrize("name", ["sast-triage", "crypto-inventory"])
@pytest.mark.parametrize("wrong", [silence, worst, some_control])
def test_an_error_in_place_of_a_wrong_answer_gains_nothing(
    tmp_path: Path, name: str, wrong: Wrong
) -> None:
    given, right = answers(name, wrong, 7)
    honest = score(name, given, tmp_path / "honest")
    for keeps_text in (False, True):
        hidden = [
            a if fine else Answer(a.id, a.text if keeps_text else None, error="lost")
            for a, fine in zip(given, right, strict=True)
        ]
        hiding = score(name, hidden, tmp_path / f"hiding-{keeps_text}")
        check_nothing_gained(name, honest, hiding, right)


def check_nothing_gained(name: str, honest: Summary, hiding: Summary, right: list[bool]) -> None:
    """No metric of the one that hides its wrong answers is better than the honest one's."""
    assert (hiding.n, hiding.asked) == (len(right), len(right))
    assert hiding.scored == sum(right) == len(right) - hiding.errors
    for metric in find_suite(name).metrics:
        one, other = honest.metrics[metric.name], hiding.metrics[metric.name]
        at_worst = (other.worst or other).value
        # What an answer needs to be read has no upper limit, so nothing is worst.
        if one.value is None or at_worst is None or metric.name == "format_repairs":
            continue
        if metric.better != "neither":
            up = -1 if metric.better == "lower" else 1
            assert up * at_worst <= up * one.value + 1e-9, metric.name


def test_the_worst_case_is_known_by_group_too(tmp_path: Path) -> None:
    given, right = answers("sast-triage", silence, 3)
    pairs = zip(given, right, strict=True)
    hidden = [a if fine else Answer(a.id, None, error="lost") for a, fine in pairs]
    summary = score("sast-triage", hidden, tmp_path / "run")
    for values in summary.groups.values():
        for figures in values.values():
            figure = figures["accuracy"]
            assert (figure.worst or figure).n >= figure.n
    lost = sum(
        (figures["accuracy"].worst or figures["accuracy"]).n - figures["accuracy"].n
        for figures in summary.groups["version"].values()
    )
    assert lost == right.count(False)


def test_a_right_verdict_is_no_worst_answer() -> None:
    suite = find_suite("sast-triage")
    assert isinstance(suite, Pessimistic)
    sample: Sample = next(iter(suite.read([]).samples))
    assert len(set(suite.worst_answers(sample))) == 2


def test_hiding_all_answers_of_one_kind_gains_no_figure(tmp_path: Path) -> None:
    """Calls everything a real bug and hides what is none: MCC then has nothing to compare."""
    suite = find_suite("sast-triage")
    data = select(suite.read([]).samples, {}, LIMIT)
    kept = '{"filter_result": "TRUE_POSITIVE", "confidence": 0.9}'
    real = {sample.id for sample in data if sample.truth.label == REAL_BUG}
    assert 0 < len(real) < len(data)
    honest = score("sast-triage", [Answer(s.id, kept) for s in data], tmp_path / "honest")
    given = [Answer(s.id, kept, error=None if s.id in real else "lost") for s in data]
    hiding = score("sast-triage", given, tmp_path / "hiding")
    for name in ("mcc", "dropped_rightly", "accuracy", "alarms_removed"):
        figure = hiding.metrics[name]
        own, other = (figure.worst or figure).value, honest.metrics[name].value
        assert own == other, name
