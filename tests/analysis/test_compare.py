"""Paired comparison: what it says, what it refuses, and that it never finds what is not there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.analysis.compare import Compared, check_comparable, compare, family
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, Pooled
from acidtest.core.records import Json, Sample, Score
from acidtest.stats import proportion_interval
from acidtest.store import Run
from acidtest.store.score_writer import as_table

RATE = Metric("rate", "")
COST = Metric("cost", "", unit="USD", better="lower")
F1 = Metric(
    "f1",
    "",
    pooled=Pooled(
        lambda score: score.evidence["counts"],
        lambda sums: 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2]),
    ),
)


def loaded(
    values: Mapping[str, float | None],
    *,
    metric: str = "rate",
    clusters: int = 10**6,
    signature: str = "c-decompile|v1-0|data:d|gcc:12",
    form: str = "asm",
    groups: Mapping[str, str] | None = None,
    counts: Sequence[Sequence[float]] = (),
) -> Run:
    """A run with these values."""
    summary: dict[str, Json] = {
        **{"suite": "c-decompile", "system": "x", "signature": signature, "question_form": form},
        **{"n": len(values), "metrics": {}},
    }
    evidence = [{"counts": c} for c in counts] or [{} for _ in values]
    samples = {
        name: Sample(name, str(i % clusters), {"half": (groups or {}).get(name, "one")}, None, {})
        for i, name in enumerate(values)
    }
    scores = [
        Score(k, 0, {metric: v}, {}, e) for (k, v), e in zip(values.items(), evidence, strict=True)
    ]
    return Run(Path("run"), {}, summary, as_table(scores, samples, [metric]))


def named(values: Sequence[float | None]) -> dict[str, float | None]:
    return {f"s{i}": value for i, value in enumerate(values)}


def one(a: Run, b: Run, metric: Metric = RATE) -> Compared:
    (found,) = compare(a, b, [metric])
    return found


def test_a_clear_gain_is_said_in_words() -> None:
    a = [0.0] * 60 + [1.0] * 40
    b = [0.0] * 20 + [1.0] * 80
    found = one(loaded(named(a)), loaded(named(b)))
    assert (found.n, found.a, found.b, found.test) == (100, 0.4, 0.8, "McNemar, exact")
    assert (found.wins, found.losses, found.ties) == (40, 0, 60)
    assert found.shown
    assert found.low is not None
    assert found.low > 0
    assert found.words().startswith("rate: B is better: +40.0 points [")
    assert found.words().endswith("p < 0.001")
    assert list(found.flips["better"]) == [f"s{i}" for i in range(20, 60)]


def test_less_is_better_where_the_metric_says_so() -> None:
    a = loaded(named([5.0 + i % 3 for i in range(50)]), metric="cost")
    b = loaded(named([1.0 + i % 2 for i in range(50)]), metric="cost")
    found = one(a, b, COST)
    assert found.words().startswith("cost: B is better: 4.48 USD lower [")
    assert (found.wins, found.losses, found.effect_name) == (50, 0, "Cohen's dz")
    assert one(b, a, COST).words().startswith("cost: A is better: 4.48 USD lower [4.")


def test_no_difference_says_what_could_have_been_seen() -> None:
    rng = random.Random(1)
    a = [float(rng.random() < 0.5) for _ in range(80)]
    b = [float(rng.random() < 0.5) for _ in range(80)]
    words = one(loaded(named(a)), loaded(named(b))).words()
    assert "no difference shown" in words
    assert "80 samples can detect" in words


def test_samples_of_one_task_are_not_so_many_independent_ones() -> None:
    a, b = named([0.0] * 40), named([1.0] * 8 + [0.0] * 32)
    apart = one(loaded(a), loaded(b))
    together = one(loaded(a, clusters=5), loaded(b, clusters=5))
    assert together.test == "randomisation"
    assert apart.p is not None
    assert together.p is not None
    assert apart.p < together.p


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=30))
def test_a_run_never_differs_from_itself(values: list[float]) -> None:
    run = loaded(named(values))
    found = one(run, run)
    assert (found.difference, found.p, found.ties, found.shown) == (0, 1, len(values), False)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=30))
def test_swapping_the_runs_turns_the_difference_round(pairs: list[tuple[bool, bool]]) -> None:
    a = loaded(named([float(x) for x, _ in pairs]))
    b = loaded(named([float(y) for _, y in pairs]))
    there, back = one(a, b), one(b, a)
    assert there.difference == pytest.approx(-(back.difference or 0))
    assert there.p == pytest.approx(back.p)
    assert (there.wins, there.losses) == (back.losses, back.wins)


def test_only_common_samples_with_a_value_count() -> None:
    a = loaded({"x": 1.0, "y": 0.0, "z": None})
    b = loaded({"y": 1.0, "z": 1.0, "w": 1.0})
    found = one(a, b)
    assert (found.n, found.a, found.b) == (1, 0, 1)
    nothing = one(loaded({"x": None}), loaded({"x": 1.0}))
    assert nothing.words() == "rate: cannot be compared: no sample has a value in both runs"


def test_pooled_figures_are_compared_as_wholes() -> None:
    names = named([0.0] * 30)
    a = loaded(names, counts=[(1, 1, 1)] * 30)
    b = loaded(names, counts=[(2, 0, 0)] * 25 + [(1, 1, 1)] * 5)
    found = one(a, b, F1)
    assert found.a == pytest.approx(0.5)
    assert found.b == pytest.approx(2 * 55 / (110 + 10))
    assert found.difference == pytest.approx((found.b or 0) - 0.5)
    assert found.shown
    assert len(found.flips["changed"]) == 25
    same = one(a, a, F1)
    assert (same.difference, same.shown) == (0, False)
    undefined = one(loaded(names, counts=[(0, 0, 0)] * 30), b, F1)
    assert undefined.words() == "f1: cannot be compared: undefined in one of the runs"


def test_parts_of_a_group_are_compared_apart_and_corrected_together() -> None:
    half = {f"s{i}": "two" for i in range(15, 30)}
    a = loaded(named([0.0] * 30), groups=half)
    b = loaded(named([1.0] * 15 + [0.0] * 15), groups=half)
    found = compare(a, b, [RATE], by="half")
    assert [(row.part, row.difference) for row in found] == [("one", 1.0), ("two", 0.0)]
    assert found[0].p is not None
    assert found[0].p_adjusted == pytest.approx(2 * found[0].p)


def test_the_whole_page_is_one_family() -> None:
    a, b = loaded(named([0.0] * 20)), loaded(named([1.0] * 8 + [0.0] * 12))
    (alone,) = compare(a, b, [RATE])
    (among,) = compare(a, b, [RATE], pairs=15)
    assert alone.shown
    assert not among.shown
    assert among.p_adjusted == pytest.approx(15 * (alone.p or 0))
    assert (alone.low or 0) > 0
    assert among.low == 0  # at the corrected level, and on the side that the p-value says
    assert family(5, 15) == "75 comparisons (15 pairs of runs, 5 metrics)"
    assert family(1, 1) == "1 comparison (1 metric)"


def test_a_large_difference_of_a_pooled_figure_is_shown() -> None:
    rng = np.random.default_rng(3)
    items = rng.integers(1, 5, 24)
    names = named([0.0] * 24)
    a = loaded(names, counts=[(float(n), 0.0, 0.0) for n in items])
    b = loaded(names, counts=[(float(i % 8 == 0), 0.0, float(n)) for i, n in enumerate(items)])
    found = one(a, b, F1)
    assert found.shown
    assert (found.high or 0) < 0


def test_false_alarms_stay_near_their_level() -> None:
    """Two hundred comparisons of a system with itself, answered twice: about one in twenty."""
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(200):
        a, b = (rng.random((2, 60)) < 0.6).astype(float)
        alarms += one(loaded(named(a.tolist())), loaded(named(b.tolist()))).shown
    assert alarms <= 16


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("c-decompile|v2-0|data:d|gcc:12", r"scored differently \(suite version: v1 and v2\)"),
        ("c-decompile|v1-0|data:d|gcc:14", r"scored differently \(gcc: 12 and 14\); rescore both"),
        (
            "c-decompile|v1-0|data:e|gcc:12",
            r"different data \(data: d and e\); use `compare --anyway`",
        ),
    ],
)
def test_runs_scored_differently_are_refused_with_what_differs(other: str, why: str) -> None:
    a, b = loaded(named([1.0])), loaded(named([1.0]), signature=other)
    with pytest.raises(InputError, match=why):
        check_comparable([a, b])
    check_comparable([a, loaded(named([0.0]), signature="c-decompile|v1-3|data:d|gcc:12")])


def test_runs_that_do_the_same_are_said_to() -> None:
    run = loaded(named([0.0, 1.0, 1.0, 0.5]))
    assert one(run, run).words() == "rate: the same on all 4 samples"


@pytest.mark.parametrize("metric", [RATE, F1])
def test_one_sample_shows_no_difference(metric: Metric) -> None:
    a = loaded(named([0.0]), counts=[[0, 0, 1]])
    b = loaded(named([1.0]), counts=[[1, 0, 0]])
    found = one(a, b, metric)
    assert (found.a, found.b, found.difference) == (0, 1, 1)
    assert (found.low, found.p, found.detectable) == (None, None, None)
    assert any(list(ids) == ["s0"] for ids in found.flips.values())
    assert "all samples are in one cluster" in found.words()


def test_a_few_samples_show_no_difference_of_a_pooled_figure() -> None:
    a = loaded(named([0.0] * 4), counts=[[0, 0, 1]] * 4)
    b = loaded(named([1.0] * 4), counts=[[1, 0, 0]] * 4)
    found = one(a, b, F1)
    assert found.p == pytest.approx(1 / 8, abs=0.02)
    assert not found.shown


def test_a_sample_has_changed_if_its_change_moves_the_figure() -> None:
    """Half answer nothing and then wrongly: no more of them are right."""
    right = Pooled(lambda s: s.evidence["counts"], lambda sums: sums[..., 0] / sums[..., 2])
    a = loaded(named([0.0] * 20), counts=[[0, 0, 1]] * 20)
    b = loaded(named([0.0] * 20), counts=[[0, 1, 1]] * 10 + [[1, 1, 1]] * 10)
    found = one(a, b, Metric("right", "", pooled=right))
    assert (found.a, found.b, found.ties) == (0, 0.5, 10)
    assert list(found.flips["changed"]) == [f"s{i}" for i in range(10, 20)]


def test_what_could_be_shown_is_never_below_what_chance_can_do() -> None:
    """Seven of twelve changed, all one way, among six metrics: more than that is needed."""
    a, b = loaded(named([0.0] * 12)), loaded(named([1.0] * 7 + [0.0] * 5))
    metrics = [RATE, *(Metric(f"other{i}", "") for i in range(5))]
    found = next(row for row in compare(a, b, metrics) if row.metric == "rate")
    assert found.detectable is not None
    assert found.detectable > 7 / 12
    assert "12 samples can detect" in replace(found, p_adjusted=0.1).words()


def test_too_few_samples_are_said_to_be_too_few() -> None:
    found = one(loaded(named([0.0, 0.0])), loaded(named([1.0, 0.0])))
    assert (found.low, found.detectable) == (None, None)
    assert found.words().endswith("(p = 1.000); 2 samples are too few to detect any difference")


def test_too_few_clusters_are_said_to_be_too_few() -> None:
    a, b = named([0.2, 0.4] * 20), named([0.3, 0.5] * 20)
    found = one(loaded(a, clusters=4), loaded(b, clusters=4))
    assert found.low is None
    assert found.words().endswith("40 samples in 4 clusters are too few to detect any difference")


def test_all_alike_is_no_certainty() -> None:
    found = one(loaded(named([0.0] * 20)), loaded(named([1.0] * 20)))
    assert found.difference == 1
    assert found.low is not None
    assert 0.75 < found.low < proportion_interval(1, 20)[0]
    assert found.high == 1
    same = one(loaded(named([1.0] * 20)), loaded(named([1.0] * 20)))
    assert same.low == pytest.approx(-proportion_interval(0, 20)[1])
    assert same.high == pytest.approx(proportion_interval(0, 20)[1])


def test_the_effect_is_that_of_the_kind_of_value() -> None:
    yes = one(loaded(named([0.0] * 10)), loaded(named([1.0] * 8 + [0.0] * 2)))
    assert yes.effect_name == "Cohen's h"
    like = one(loaded(named([0.1, 0.2] * 5)), loaded(named([0.2, 0.4] * 5)))
    assert like.effect_name == "Cohen's dz"


def unscored(values: Mapping[str, float | None], lost: Sequence[str]) -> Run:
    """A run with these values, and further answers that carry an error."""
    run = loaded(values)
    scores = [*run.scores(), *(Score(name, 0, error="lost") for name in lost)]
    samples = {score.id: Sample(score.id, score.id, {}, None, {}) for score in scores}
    summary = {**run.summary, "n": len(scores), "errors": len(lost)}
    return Run(Path("run"), {}, summary, as_table(scores, samples, ["rate"]))


def test_answers_that_were_not_scored_count_as_failed_in_a_second_figure() -> None:
    honest = loaded(named([1.0] * 20 + [0.0] * 20))
    hiding = unscored(named([1.0] * 20), [f"s{i}" for i in range(20, 40)])
    (row,) = compare(honest, hiding, [Metric("rate", "")])
    assert (row.n, row.a, row.b) == (20, 1.0, 1.0)
    assert row.worst is not None
    assert (row.worst.n, row.worst.a, row.worst.b, row.worst.ties) == (40, 0.5, 0.5, 40)
    assert row.words() == (
        "rate: the same on all 20 samples. With unscored answers counted as failed: "
        "the same on all 40 samples"
    )
    assert row.to_json()["worst"]["n"] == 40


def test_without_lost_answers_there_is_no_second_figure() -> None:
    (row,) = compare(loaded(named([1.0] * 8)), loaded(named([0.0] * 8)), [Metric("rate", "")])
    assert row.worst is None


def test_figures_and_worst_cases_are_one_family() -> None:
    values = [1.0] * 12 + [0.0] * 28
    hiding = unscored(named(values), ["s40", "s41"])
    (row,) = compare(hiding, loaded(named([1.0] * 42)), [Metric("rate", "")])
    assert row.p is not None
    assert row.worst is not None
    assert row.worst.p is not None
    assert row.p_adjusted == pytest.approx(2 * row.p)
    assert row.worst.p_adjusted == pytest.approx(2 * row.worst.p)


def test_the_worst_cases_are_corrected_too() -> None:
    worse = unscored(named([1.0] * 20), [f"s{i}" for i in range(20, 40)])
    (row,) = compare(worse, loaded(named([1.0] * 40)), [Metric("rate", "")])
    assert not row.shown
    assert row.worst is not None
    assert row.worst.shown
    assert "B is better: +50.0 points" in row.words()
