"""The report of a validation counts as published, and agrees with our own figures."""

from __future__ import annotations

from acidtest.core.records import Answer, Json, Sample, Score, Summary
from acidtest.engine.summarise import summarise
from acidtest.integrations.nat.validation import validation_report
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

from .making import triage_sample


def _report(said: dict[str, tuple[Sample, str | None]]) -> dict[str, Json]:
    samples = [one for one, _ in said.values()]
    scores = [
        Score(one.id, 0, error="no answer")
        if text is None
        else SUITE.score(one, Answer(one.id, text), read_answer(text))
        for one, text in said.values()
    ]
    metrics, groups = summarise(scores, samples, SUITE.metrics, None)
    n = len(samples)
    summary = Summary("sast-triage", "nat", "s", "finding", n, n, n - 1, 1, metrics, groups, {})
    return validation_report(samples, scores, summary, "now")


def test_the_report_counts_as_published_and_agrees_with_our_figures() -> None:
    paths = ("z-1.0/a.c",)
    rows = {
        "kept": (triage_sample("z-1_0-a"), answer(REAL_BUG)),
        "lost": (triage_sample("z-1_0-b"), answer(FALSE_ALARM, None, ["z-1.0/q.c"])),
        "gone": (triage_sample("z-1_0-c", FALSE_ALARM, paths), answer(FALSE_ALARM, None, paths)),
        "left": (triage_sample("z-1_0-d", FALSE_ALARM, paths), answer(NEEDS_REVIEW)),
        "prose": (triage_sample("z-1_0-e"), "I would say it is a TRUE_POSITIVE."),
        "broken": (triage_sample("z-1_0-f"), None),
    }
    report = _report(rows)
    assert report["summary"] == {
        "total_test_cases": 4,
        "total_issues": 4,
        "classification_accuracy": 0.5,
        "faiss_matching_accuracy": 0.5,
    }
    metrics = report["classification_metrics"]
    counts = ("true_positives", "true_negatives", "false_positives", "false_negatives")
    assert [metrics[name] for name in counts] == [1, 1, 1, 1]
    assert report["faiss_validation"]["unexpected_matches"] == 1
    assert [line.partition(":")[0] for line in report["errors"]] == ["z-1_0-e", "z-1_0-f"]
    ours = report["acidtest"]["metrics"]
    assert ours["published.accuracy"]["value"] == 0.5
    assert ours["published.f1"]["value"] == metrics["f1_score"]
    assert ours["published.matching_code_total"]["value"] == 0.5
    assert ours["accuracy"]["value"] == 2 / 5  # the answer in prose stays in the denominator
