"""Scores by columns: the same numbers as looking at every score one by one."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, Pooled
from acidtest.core.protocols import Suite
from acidtest.core.records import Sample, Score
from acidtest.store import Run, read_table, write_scores
from acidtest.store.columns import Columns, has
from acidtest.store.score_writer import as_table
from tests.folders import edit_scores

NAMES = ["a", "b", "ç", "d\n"]
numbers = st.none() | st.floats(0, 1)


def parts(score: Score) -> list[float] | None:
    """What a figure made from sums would count."""
    found: list[float] | None = score.evidence["counts"]
    return found


@st.composite
def scores(draw: st.DrawFn) -> list[Score]:
    """Samples with one to three attempts; some failed, some metrics do not apply."""
    found = []
    for name in draw(st.lists(st.sampled_from(NAMES), unique=True)):
        for attempt in range(draw(st.integers(1, 3))):
            if draw(st.integers(0, 4)) == 0:
                found.append(Score(name, attempt, error=f"failed {attempt}"))
                continue
            counts = draw(st.none() | st.lists(st.floats(0, 9), min_size=2, max_size=2))
            metrics = {"x": draw(numbers), "y": draw(numbers)}
            found.append(Score(name, attempt, metrics, {"y": "why"}, {"counts": counts}))
    return found


def table_of(found: list[Score], *, kept: bool = True) -> Run:
    """As a run would have them; `kept` with the parts as a column."""
    samples = {
        name: Sample(name, name.upper(), {"g": "1"} if name < "c" else {}, None, {})
        for name in NAMES
    }
    counts = {"f": parts} if kept else {}
    table = as_table(found, samples, ["x", "y"], counts)
    return Run(Path("run"), {}, {"system": "x"}, table)


X, Y = Metric("x", ""), Metric("y", "")
POOLED = Metric("f", "", pooled=Pooled(parts, lambda sums: sums[..., 0]))


def columns_of(found: list[Score], ids: list[str]) -> Columns:
    """The same scores, reduced as they come."""
    columns = Columns(len(ids), [X, Y, POOLED])
    for score in found:
        columns.add(ids.index(score.id), score)
    return columns


def means(found: list[Score], name: str) -> dict[str, float]:
    """The plain way."""
    fine = [s for s in found if s.error is None and s.metrics[name] is not None]
    by_id: dict[str, list[float]] = {}
    for score in fine:
        by_id.setdefault(score.id, []).append(score.metrics[name] or 0.0)
    return {identity: fmean(values) for identity, values in by_id.items()}


@settings(max_examples=150, deadline=None)
@given(scores())
def test_columns_are_the_means_over_attempts(found: list[Score]) -> None:
    table = table_of(found)
    columns = columns_of(found, table.ids)
    assert table.ids == list(dict.fromkeys(s.id for s in found))
    for metric in (X, Y):
        wanted = means(found, metric.name)
        for column in (table.means(metric.name), columns.sums(metric).means()):
            assert dict(
                zip(np.array(table.ids)[has(column)], column[has(column)], strict=True)
            ) == (pytest.approx(wanted))
    assert not has(table.means("no such metric")).any()


@settings(max_examples=150, deadline=None)
@given(scores())
def test_parts_kept_are_parts_counted_again(found: list[Score]) -> None:
    kept, again = table_of(found), table_of(found, kept=False)
    summed = columns_of(found, kept.ids).sums(POOLED).means()
    one, other = kept.counts("f", parts), again.counts("f", parts)
    known = has(one)
    assert known.tolist() == has(other).tolist() == has(summed).tolist()
    np.testing.assert_array_equal(one[known], other[known])
    np.testing.assert_array_equal(one[known], summed[known])


@settings(max_examples=100, deadline=None)
@given(scores())
def test_the_scores_themselves_come_back(found: list[Score]) -> None:
    table = table_of(found)
    given_back = table.scores()
    assert [(s.id, s.attempt, s.error) for s in given_back] == [
        (s.id, s.attempt, s.error) for s in found
    ]
    assert [s.evidence for s in given_back] == [s.evidence for s in found]
    assert [s.id for s in table.scores(["b", "gone"])] == [s.id for s in found if s.id == "b"]
    assert table.errors == {s.id: s.error for s in found if s.error is not None}
    fine = {s.id for s in found if s.error is None}
    assert table.scored.tolist() == [identity in fine for identity in table.ids]
    assert table.clusters == [identity.upper() for identity in table.ids]
    assert table.groups.get("g", []) == ["1" if i < "c" else None for i in table.ids]


def test_parts_of_several_lengths_are_damage() -> None:
    table = table_of(
        [Score("a", 0, {}, {}, {"counts": [1.0]}), Score("b", 0, {}, {}, {"counts": [1, 2]})]
    )
    with pytest.raises(InputError, match="rows of different lengths"):
        table.counts("f", parts)


def test_a_row_without_a_name_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    write_scores(path, [Score("a", 0)], {"a": Sample("a", "a", {}, None, {})}, [])
    edit_scores(
        path,
        "ALTER TABLE scores RENAME COLUMN id TO old",
        "ALTER TABLE scores ADD COLUMN id TEXT",
    )
    with pytest.raises(InputError, match="column 'id' has values that are not TEXT"):
        read_table(path)


FIGURE = {"value": 0.5, "low": 0.0, "high": 1.0, "n": 2}


@pytest.mark.parametrize(
    ("n", "figure", "told"),
    [
        (3, FIGURE, None),
        (3, None, None),
        (12, FIGURE, "samples: 3 here, 12 in the summary"),
        (3, {**FIGURE, "n": 3}, "samples with x: 2 here, 3 in the summary"),
        (3, {**FIGURE, "value": 0.9}, "mean x: 0.5 here, 0.9 in the summary"),
        (3, {**FIGURE, "value": None}, "mean x: 0.5 here, None in the summary"),
    ],
)
def test_a_summary_of_other_scores_is_refused(
    n: int, figure: dict[str, Any] | None, told: str | None
) -> None:
    found = [Score("a", 0, {"x": 1.0}), Score("b", 0, {"x": 0.0}), Score("d\n", 0, {"x": None})]
    run = table_of(found, kept=False)
    run.summary = {"system": "x", "n": n, "metrics": {"x": figure} if figure else {}}
    run.suite = cast(Suite, SimpleNamespace(metrics=[Metric("x", "a mean")]))
    if told is None:
        run.check()
        return
    with pytest.raises(InputError, match=rf"{told}; .*`acidtest score run` rewrites both"):
        run.check()
