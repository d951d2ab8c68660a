"""A tally keeps what a summary needs, and no score."""

from __future__ import annotations

import tracemalloc

from acidtest.core.metric import Metric
from acidtest.core.records import Sample, Score
from acidtest.engine.summarise import summarise, summary_of
from acidtest.engine.tally import Tally, commonest

METRICS = [Metric("passes", ""), Metric("length", "", unit="")]


def test_what_a_summary_says_is_counted() -> None:
    tally = Tally(2, METRICS)
    tally.add(0, Score("a", 0, {"passes": 1.0, "length": None}, {"length": "it has none"}))
    tally.add(0, Score("a", 1, {"passes": 0.0, "length": 3.0}, cause="does not compile"))
    tally.add(1, Score("b", 0, error="the disk is full"))
    assert (tally.asked, tally.scored, tally.failed_ids) == (3, 2, {"b"})
    assert tally.unscored == {("b", 0): 1}
    assert tally.reasons == {"length": "it has none"}
    assert commonest(tally.causes) == {"does not compile": 1}
    assert commonest(tally.error_causes) == {"the disk is full": 1}
    assert tally.columns.sums(METRICS[0]).means()[0] == 0.5


def test_scores_that_come_one_by_one_give_the_same_figures() -> None:
    samples = [Sample(f"{n}", f"{n // 2}", {"odd": str(n % 2)}, None, {}) for n in range(3000)]
    scores = [
        Score(sample.id, attempt, {"passes": float(n % 3 == attempt), "length": n / 7})
        for n, sample in enumerate(samples)
        for attempt in range(2)
    ]
    tally = Tally(len(samples), METRICS)
    for n, score in enumerate(scores):
        tally.add(n // 2, score)
    assert summary_of(tally, samples, METRICS, "passes") == summarise(
        scores, samples, METRICS, "passes"
    )


def test_scores_are_not_kept() -> None:
    tally = Tally(100, METRICS)
    tracemalloc.start()
    try:
        for n in range(20_000):
            metrics = {"passes": 1.0, "length": float(n)}
            tally.add(n % 100, Score("a", n, metrics, {}, {"text": "x" * 1000 + str(n)}))
        assert tracemalloc.get_traced_memory()[1] < 5_000_000, "of 25 MB"
    finally:
        tracemalloc.stop()
