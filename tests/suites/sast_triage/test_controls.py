"""The controls on the shipped corpus: known results, the cheats included."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from acidtest.core.records import Answer, Question, Sample
from acidtest.engine.summarise import plain_figures
from acidtest.metrics import detection
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.blind import RULES, confusion
from acidtest.suites.sast_triage.question import question
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

from .make import sample

Figures = Mapping[str, float | None]


def _ask(sample: Sample, name: str) -> str:
    control = next(c for c in SUITE.controls if c.name == name)
    asked = Question(sample, "finding", 0, lambda form: question(sample.truth, form), lambda: None)
    return control.answer(asked)


@pytest.fixture(scope="module")
def results() -> dict[str, Figures]:
    samples = SUITE.read([]).samples
    found: dict[str, Figures] = {}
    for control in SUITE.controls:
        texts = [(sample, _ask(sample, control.name)) for sample in samples]
        scores = [
            SUITE.score(sample, Answer(sample.id, text), read_answer(text))
            for sample, text in texts
        ]
        found[control.name] = plain_figures(scores, SUITE.metrics)
    return found


def test_the_oracle_reaches_the_top(results: dict[str, Figures]) -> None:
    oracle = results["oracle"]
    for name in (
        "alarms_removed", "alarms_removed_at_no_loss", "accuracy", "right", "mcc", "youden_j",
        "f2_real_bug", "dropped_rightly", "retrieval.mrr", "retrieval.precision",
        "retrieval.no_match", "published.accuracy", "published.f1", "published.matching_document",
        "published.matching_code", "published.matching_code_total",
    ):  # fmt: skip
        assert oracle[name] == 1, name
    for name in (
        "suppressed_real_bugs", "cost_10_to_1", "brier", "calibration_error", "needs_review",
        "hallucinated_citations", "unreadable",
    ):  # fmt: skip
        assert oracle[name] == 0, name


def test_right_is_the_accuracy_sample_by_sample(results: dict[str, Figures]) -> None:
    for figures in results.values():
        assert figures["right"] == pytest.approx(figures["accuracy"])


@pytest.mark.parametrize("name", ["silent", "echo"])
def test_what_cannot_be_read_is_at_the_bottom(results: dict[str, Figures], name: str) -> None:
    figures = results[name]
    assert figures["unreadable"] == figures["cost_10_to_1"] == figures["brier"] == 1
    assert figures["accuracy"] == figures["alarms_removed"] == 0
    assert figures["youden_j"] == figures["mcc"] == -1


def test_dropping_all_loses_every_bug_and_keeping_all_removes_nothing(
    results: dict[str, Figures],
) -> None:
    drop, keep = results["drop-all"], results["keep-all"]
    assert drop["suppressed_real_bugs"] == drop["alarms_removed"] == 1
    assert keep["suppressed_real_bugs"] == keep["alarms_removed"] == 0
    for figures in (drop, keep):
        assert figures["youden_j"] == 0
        assert figures["mcc"] is None
        assert figures["alarms_removed_at_5pct_loss"] == 0


def test_a_coin_knows_nothing_and_falls_the_same_every_time(results: dict[str, Figures]) -> None:
    chance = results["random"]["youden_j"]
    assert chance is not None
    assert abs(chance) < 0.2
    sample = next(iter(SUITE.read([]).samples))
    assert _ask(sample, "random") == _ask(sample, "random")


@pytest.mark.parametrize("split", [None, "test", "calibration"])
def test_no_rule_that_does_not_look_at_the_code_tells_the_labels(split: str | None) -> None:
    """They have even seen the labels; so has a filter that learns which versions are good."""
    samples = [s for s in SUITE.read([]).samples if split in (None, s.groups["split"])]
    for name in RULES:
        mcc = detection.mcc(confusion(samples, name)).value
        assert mcc is None or mcc <= 0.1, (name, mcc)


def test_a_rule_that_tells_the_label_is_seen() -> None:
    """Labels that go with the version, as they did in the whole corpus."""
    samples = [
        sample(
            f"zip-1_{n % 3}-def{n}", FALSE_ALARM if n % 3 == 2 else REAL_BUG, version=f"1.{n % 3}"
        )
        for n in range(30)
    ]
    assert detection.mcc(confusion(samples, "last-version")).value == 1
    assert detection.mcc(confusion(samples, "version")).value == 1
    assert detection.mcc(confusion(samples, "type")).value is None
