"""Scores and figures, worked out by hand."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.metric import Pooled
from acidtest.core.records import Figure, Sample, Score
from acidtest.engine.summarise import pooled_value, summarise
from acidtest.metrics import calibration, detection
from acidtest.suites.sast_triage import figures
from acidtest.suites.sast_triage.known import Store
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

from .make import entry, said, sample, scored

_LABELS = (REAL_BUG, FALSE_ALARM)
_SAID = (REAL_BUG, FALSE_ALARM, NEEDS_REVIEW, None)


def _run(rows: Sequence[tuple[str, str | None, float | None]]) -> tuple[list[Sample], list[Score]]:
    """Samples and scores of (label, verdict, confidence)."""
    samples, scores = [], []
    for number, (label, verdict, confidence) in enumerate(rows):
        one = sample(f"zip-1_3-def{number}", label)
        samples.append(one)
        scores.append(scored(one, "no idea" if verdict is None else said(verdict, confidence)))
    return samples, scores


def _value(figure: Pooled, scores: Sequence[Score]) -> float:
    parts = [part for score in scores if (part := figure.counts(score)) is not None]
    value = pooled_value(np.array(parts, dtype=np.float64), figure)
    return float("nan") if value is None else value


# four real bugs: kept, dropped, to review, unreadable; five false alarms: three dropped, one kept,
# one to review
_ROWS: Sequence[tuple[str, str | None, float | None]] = [
    (REAL_BUG, REAL_BUG, 0.9),
    (REAL_BUG, FALSE_ALARM, 0.6),
    (REAL_BUG, NEEDS_REVIEW, None),
    (REAL_BUG, None, None),
    (FALSE_ALARM, FALSE_ALARM, 0.9),
    (FALSE_ALARM, FALSE_ALARM, 0.8),
    (FALSE_ALARM, FALSE_ALARM, 0.55),
    (FALSE_ALARM, REAL_BUG, 0.7),
    (FALSE_ALARM, NEEDS_REVIEW, 0.3),
]


@pytest.fixture(scope="module")
def nine() -> Mapping[str, Figure]:
    samples, scores = _run(_ROWS)
    return summarise(scores, samples, SUITE.metrics, None)[0]


@pytest.mark.parametrize(
    ("name", "value", "n"),
    [
        ("suppressed_real_bugs", 1 / 4, 4),
        ("alarms_removed", 3 / 5, 5),
        ("dropped_rightly", 3 / 4, 9),
        ("accuracy", 4 / 9, 9),
        ("youden_j", 2 / 4 + 3 / 5 - 1, 9),
        ("f2_real_bug", 5 * 2 / (5 * 2 + 4 * 2 + 2), 9),
        ("cost_10_to_1", (10 * 2 + 2) / (10 * 4 + 5), 9),
        ("needs_review", 2 / 9, 9),
        ("unreadable", 1 / 9, 9),
        ("wrong_when_decided", 2 / 6, 9),
        # surest first 0.9, 0.8 are false alarms, then 0.6 is a real bug
        ("alarms_removed_at_no_loss", 2 / 5, 9),
        ("alarms_removed_at_5pct_loss", 2 / 5, 9),
        # published: the unreadable answer leaves, a review is wrong
        ("published.accuracy", 4 / 8, 8),
        ("published.precision", 1 / 3, 8),
        ("published.recall", 1 / 3, 8),
        ("published.f1", 1 / 3, 8),
    ],
)
def test_figures_of_nine_answers_by_hand(
    nine: Mapping[str, Figure], name: str, value: float, n: int
) -> None:
    figure = nine[name]
    assert figure.value == pytest.approx(value)
    assert figure.n == n
    if n < 6:
        assert "an interval needs 6" in str(figure.reason)
        return
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low <= value + 1e-9
    assert figure.high >= value - 1e-9


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(_LABELS), st.sampled_from(_SAID), st.integers(0, 100)),
        min_size=1,
        max_size=12,
    )
)
def test_figures_agree_with_the_metric_library(rows: list[tuple[str, str | None, int]]) -> None:
    _, scores = _run([(label, verdict, sure / 100) for label, verdict, sure in rows])
    real = [v for t, v, _ in rows if t == REAL_BUG]
    false = [v for t, v, _ in rows if t == FALSE_ALARM]
    kept = sum(v in (REAL_BUG, NEEDS_REVIEW) for v in real)
    dropped = sum(v == FALSE_ALARM for v in false)
    counts = detection.Confusion(REAL_BUG, kept, len(false) - dropped, len(real) - kept, dropped)
    pooled = [
        (figures.MCC, detection.mcc(counts).value),
        (figures.YOUDEN, detection.youden_j(counts).value),
        (figures.F2, detection.f_beta(counts, 2).value),
        (
            figures.CALIBRATION,
            calibration.expected_calibration_error(
                [s.evidence["p"] for s in scores],
                [s.evidence["truth"] == FALSE_ALARM for s in scores],
            ).value,
        ),
    ]
    for figure, expected in pooled:
        value = _value(figure, scores)
        assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(st.data())
def test_alarms_removed_at_a_loss_is_the_best_cut_there_is(data: st.DataObject) -> None:
    rows = data.draw(
        st.lists(
            st.tuples(st.sampled_from(_LABELS), st.integers(1, 100)), min_size=2, max_size=12
        ).filter(lambda rows: {label for label, _ in rows} == set(_LABELS))
    )
    loss = data.draw(st.sampled_from([0.0, 0.05, 0.3, 0.5]))
    _, scores = _run([(label, FALSE_ALARM, sure / 100) for label, sure in rows])
    real = [sure for label, sure in rows if label == REAL_BUG]
    false = [sure for label, sure in rows if label == FALSE_ALARM]
    best = max(
        sum(sure >= cut for sure in false) / len(false)
        for cut in range(1, 102)
        if sum(sure >= cut for sure in real) <= loss * len(real) + 1e-9
    )
    assert _value(figures.removed_at_loss(loss), scores) == pytest.approx(best)


_RESCALINGS: Mapping[str, Callable[[float], float]] = {
    "tiny": lambda p: p / 1e200,
    "near one": lambda p: 1 - (1 - p) / 1e6,
    "squeezed to within a percent": lambda p: 0.63 + p / 1000,
    "a power": lambda p: p**40,
    "steep": lambda p: 1 / (1 + np.exp(-20 * (p - 0.5))),
}


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(_LABELS),
            st.sampled_from(_SAID),
            st.integers(1, 99),
        ),
        min_size=1,
        max_size=30,
    ),
    st.sampled_from(sorted(_RESCALINGS)),
)
def test_no_rescaling_of_confidence_changes_what_is_removed_at_a_loss(
    rows: list[tuple[str, str | None, int]], name: str
) -> None:
    change = _RESCALINGS[name]
    plain = _run([(label, said, sure / 100) for label, said, sure in rows])[1]
    other = _run([(label, said, float(change(sure / 100))) for label, said, sure in rows])[1]
    for loss in (0.0, 0.05, 0.3):
        figure = figures.removed_at_loss(loss)
        np.testing.assert_array_equal(_value(figure, plain), _value(figure, other))


def test_many_levels_of_sureness_stay_apart_where_losses_are_small() -> None:
    rows: list[tuple[str, str | None, float | None]] = []
    for nth in range(4000):  # after every tenth real bug comes a false alarm
        rows.append((REAL_BUG, FALSE_ALARM, 1 - nth / 1e6))
        if nth % 10 == 9:
            rows.append((FALSE_ALARM, FALSE_ALARM, 1 - (nth + 0.5) / 1e6))
    scores = _run(rows)[1]
    assert _value(figures.removed_at_loss(0.05), scores) == pytest.approx(0.05, abs=0.003)
    assert _value(figures.removed_at_loss(0.001), scores) == 0.0


def test_an_unlabelled_finding_is_in_no_figure() -> None:
    one = sample(label=None, similar=None)
    score = scored(one, said(FALSE_ALARM))
    overall, _ = summarise([score], [one], SUITE.metrics, None)
    assert overall["suppressed_real_bugs"].n == overall["accuracy"].n == overall["brier"].n == 0


@pytest.mark.parametrize(
    ("verdict", "confidence", "label", "brier"),
    [
        (FALSE_ALARM, 0.8, FALSE_ALARM, 0.04),
        (FALSE_ALARM, None, REAL_BUG, 1.0),
        (REAL_BUG, 0.8, REAL_BUG, 0.04),
        (NEEDS_REVIEW, 0.99, REAL_BUG, 0.25),
        (None, None, REAL_BUG, 1.0),
        (None, None, FALSE_ALARM, 1.0),
    ],
)
def test_confidence_is_held_against_the_truth(
    verdict: str | None, confidence: float | None, label: str, brier: float
) -> None:
    text = "" if verdict is None else said(verdict, confidence)
    assert scored(sample(label=label), text).metrics["brier"] == pytest.approx(brier)


A, B, C = "zip-1.3/a.c#aaaaaaaaaaaa", "zip-1.3/b.c#bbbbbbbbbbbb", "zip-1.3/a.c#cccccccccccc"


@pytest.mark.parametrize(
    ("similar", "answered", "first", "five", "mrr", "precision"),
    [
        ([A], [A, B], 1, 1, 1, 1 / 2),
        ([A, B], [C, A], 0, 1 / 2, 1 / 2, 1 / 2),
        ([A, C], ["zip-1.3/a.c"], 1, 1 / 2, 1, 1),
        ([A, B, C], [A, B, C], 1, 1, 1, 1),
        ([A], [], 0, 0, 0, 0),
        (["zip-1.3/a.c"], [A, C, B], 1, 1, 1, 1 / 2),
    ],
)
def test_retrieval_is_scored_on_its_own(
    similar: list[str], answered: list[str], first: float, five: float, mrr: float, precision: float
) -> None:
    metrics = scored(sample(similar=similar), said(FALSE_ALARM, similar=answered)).metrics
    names = ("recall_at_1", "recall_at_5", "mrr", "precision", "no_match")
    assert [metrics[f"retrieval.{name}"] for name in names] == pytest.approx(
        [first, five, mrr, precision, None]
    )


def test_where_nothing_matches_returning_nothing_is_right() -> None:
    for answered, right in (([], 1.0), ([A], 0.0)):
        score = scored(sample(similar=[]), said(REAL_BUG, similar=answered))
        assert score.metrics["retrieval.no_match"] == right
        assert score.metrics["retrieval.mrr"] is None
        assert "retrieval.mrr" in score.reasons


def test_the_document_and_its_code_disagree_on_one_expected_and_two_returned() -> None:
    paths = ["audit-4.0/auparse/auparse.c", "audit-4.0/lib/netlink.c"]
    metrics = scored(sample(similar=paths[:1]), said(FALSE_ALARM, similar=paths)).metrics
    assert metrics["published.matching_document"] == 0.5
    assert metrics["published.matching_code"] == 1.0
    assert scored(sample(similar=[]), said(REAL_BUG)).metrics["published.matching_code"] is None
    assert scored(sample(similar=None), said(REAL_BUG)).metrics["published.matching_code"] is None


def test_matching_over_all_cases_weighs_every_expected_match_the_same() -> None:
    samples = [sample("z-1_0-a", similar=[A, B]), sample("z-1_0-b", similar=[B])]
    scores = [scored(s, said(FALSE_ALARM, similar=[A])) for s in samples]
    overall, _ = summarise(scores, samples, SUITE.metrics, None)
    assert overall["published.matching_code_total"].value == pytest.approx(1 / 3)
    assert overall["published.matching_code"].value == pytest.approx(1 / 4)


def test_a_citation_that_is_in_no_store_is_invented() -> None:
    store = Store([entry()])
    real, path = store.references[0], "zip-1.3/inflate.c"
    for cited, invented in (([real], 0), ([path], 0), ([], 0), ([real, "zip-1.3/x.c"], 1)):
        one = sample(similar=None, store=store)
        score = scored(one, said(FALSE_ALARM, similar=cited))
        assert score.metrics["hallucinated_citations"] == invented
    assert scored(sample(), said(REAL_BUG, similar=["x"])).metrics["hallucinated_citations"] is None


def test_scores_are_plain_json_and_the_same_twice() -> None:
    for label, verdict in itertools.product(_LABELS, _SAID):
        one = sample(label=label, similar=[A])
        text = "" if verdict is None else said(verdict, 0.7, [A])
        first, second = scored(one, text), scored(one, text)
        assert first == second
        json.dumps(first.evidence, allow_nan=False)
        assert all(v is None or 0 <= v <= 1 for v in first.metrics.values())
        missing = {name for name, value in first.metrics.items() if value is None}
        assert missing <= set(first.reasons)
