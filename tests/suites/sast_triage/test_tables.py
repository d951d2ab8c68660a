"""The suite's own tables."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.core.records import Sample, Score, Table
from acidtest.engine.summarise import tables_of
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

from .make import said, sample, scored


def _made(samples: Sequence[Sample], scores: Sequence[Score]) -> list[Table]:
    return list(tables_of(SUITE, {one.id: one for one in samples}, scores))


def _tables(scores_of: dict[str, tuple[str, list[str]]]) -> dict[str, Table]:
    samples = [sample(name, label) for name, (label, _) in scores_of.items()]
    scores = [
        scored(one, text, attempt)
        for one in samples
        for attempt, text in enumerate(scores_of[one.id][1])
    ]
    return {table.name: table for table in _made(samples, scores)}


def test_packages_are_counted_down_to_the_finding() -> None:
    made = _tables(
        {
            "zip-1_3-a": (REAL_BUG, [said(FALSE_ALARM)]),
            "zip-1_3-b": (FALSE_ALARM, [said(FALSE_ALARM)]),
            "zip-1_3-c": (FALSE_ALARM, [""]),
        }
    )
    rows = [tuple(row) for row in made["packages"].rows]
    assert rows[0] == ("zip", "", "", 1, 1, 2, 1, 0, 1)
    assert rows[1] == ("zip", "1.3", "", 1, 1, 2, 1, 0, 1)
    assert rows[2] == ("zip", "1.3", "a", 1, 1, 0, 0, 0, 0)
    assert len(rows) == 5


def test_the_macro_mean_leaves_out_types_with_one_class_and_says_so() -> None:
    samples = [
        sample("z-1_0-a", REAL_BUG, issue_type="A"),
        sample("z-1_0-b", FALSE_ALARM, issue_type="A"),
        sample("z-1_0-c", REAL_BUG, issue_type="B"),
    ]
    scores = [scored(one, said(one.truth.label)) for one in samples]
    table = next(t for t in _made(samples, scores) if t.name == "issue_types")
    assert [row[-1] for row in table.rows] == [1.0, None, 1.0]
    assert "the 1 types that have both" in table.note
    assert table.note.endswith("no interval: 3 clusters, and an interval needs 6")


def test_the_macro_means_interval_holds_the_mean_and_narrows_with_the_data() -> None:
    def note(copies: int) -> str:
        samples, scores = [], []
        for copy in range(copies):
            for kind in "AB":
                for place, label in enumerate((REAL_BUG, FALSE_ALARM, REAL_BUG, FALSE_ALARM)):
                    one = sample(f"z{copy}-1_0-{kind}{place}", label, issue_type=kind)
                    verdict = FALSE_ALARM if place == 2 else label  # one real bug of two is lost
                    samples.append(one)
                    scores.append(scored(one, said(verdict)))
        table = next(t for t in _made(samples, scores) if t.name == "issue_types")
        assert "(macro): 0.5000 [" in table.note
        return table.note

    (low, high), (nearer, closer) = _interval(note(4)), _interval(note(40))
    assert low <= nearer <= 0.5 <= closer <= high
    assert high - low > closer - nearer


def _interval(note: str) -> tuple[float, float]:
    low, high = note.rpartition("[")[2].rstrip("]").split(", ")
    return float(low), float(high)


def test_repetitions_that_disagree_are_counted() -> None:
    made = _tables(
        {
            "zip-1_3-a": (REAL_BUG, [said(REAL_BUG), said(REAL_BUG)]),
            "zip-1_3-b": (REAL_BUG, [said(REAL_BUG), said(FALSE_ALARM)]),
            "zip-1_3-c": (REAL_BUG, [said(REAL_BUG), said(NEEDS_REVIEW)]),
        }
    )
    findings, repetitions, always, modal, both = made["stability"].rows[0]
    assert (findings, repetitions) == (3, 2)
    assert (always, modal, both) == (1 / 3, 2 / 3, 1 / 3)


def test_one_answer_each_has_no_stability() -> None:
    assert "stability" not in _tables({"zip-1_3-a": (REAL_BUG, [said(REAL_BUG)])})


def test_errors_and_unlabelled_findings_have_no_tables() -> None:
    one = sample(label=None)
    assert _made([one], [scored(one, said(REAL_BUG))]) == []
    assert _made([sample()], [Score("zip-1_3-def1", 0, error="no network")]) == []


def test_a_filter_that_loses_bugs_costs_more_than_keeping_all() -> None:
    rows = {
        f"z-1_0-{i}": (REAL_BUG if i < 2 else FALSE_ALARM, [said(FALSE_ALARM)]) for i in range(6)
    }
    costs = {row[0]: row[1:] for row in _tables(rows)["costs"].rows}
    assert costs[1] == (2 / 6, 4 / 6)
    assert costs[10][0] > costs[10][1]


def test_precision_and_recall_of_dropping_the_surest_first() -> None:
    made = _tables(
        {
            "zip-1_3-a": (FALSE_ALARM, [said(FALSE_ALARM, confidence=0.9)]),
            "zip-1_3-b": (REAL_BUG, [said(FALSE_ALARM, confidence=0.8)]),
            "zip-1_3-c": (FALSE_ALARM, [said(REAL_BUG, confidence=0.9)]),
        }
    )
    rows = [tuple(round(value, 3) for value in row[:2]) for row in made["precision_recall"].rows]
    assert rows == [(0.5, 1.0), (0.5, 0.5), (1.0, 0.667)]
