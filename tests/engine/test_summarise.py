"""Figures from scores: means over attempts, pass@k, groups, and errors that are never scores."""

from __future__ import annotations

import sys
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.metric import Floats, Metric, Pooled
from acidtest.core.records import Figures, Sample, Score
from acidtest.engine.summarise import plain_figures, summarise

PASSES = [Metric("passes", "")]
summarise_module = sys.modules[summarise.__module__]  # its name stands for the function


def sample(name: str, cluster: str | None = None, **groups: str) -> Sample:
    """A sample in these groups."""
    return Sample(name, cluster or name, groups, None, {})


def passed(name: str, *values: float | None) -> list[Score]:
    """One score an attempt."""
    return [Score(name, i, {"passes": value}) for i, value in enumerate(values)]


def overall(scores: list[Score], samples: list[Sample]) -> Figures:
    """The figures over all samples."""
    return summarise(scores, samples, PASSES, "passes")[0]


def test_a_mean_is_over_samples_not_over_answers() -> None:
    scores = passed("a", 1, 1, 1, 1) + passed("b", 0)
    figure = overall(scores, [sample("a"), sample("b")])["passes"]
    assert (figure.value, figure.n) == (0.5, 2)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from([0.0, 1.0]), min_size=3, max_size=5), min_size=1, max_size=4
    ).filter(lambda rows: len({len(row) for row in rows}) == 1)
)
def test_pass_at_k_is_the_share_of_subsets_with_a_pass(rows: list[list[float]]) -> None:
    scores = [s for i, row in enumerate(rows) for s in passed(str(i), *row)]
    figures = overall(scores, [sample(str(i)) for i in range(len(rows))])
    for k in range(1, len(rows[0]) + 1):
        wanted = fmean(fmean(max(some) for some in combinations(row, k)) for row in rows)
        assert figures[f"passes@{k}"].value == pytest.approx(wanted)
    assert f"passes@{len(rows[0]) + 1}" not in figures
    assert figures["passes@1"].value == pytest.approx(figures["passes"].value)


def test_one_attempt_has_no_pass_at_k() -> None:
    assert list(overall(passed("a", 1), [sample("a")])) == ["passes"]


def test_pass_at_k_counts_samples_with_that_many_attempts() -> None:
    figures = overall(passed("a", 1, 0) + passed("b", 0), [sample("a"), sample("b")])
    assert (figures["passes@1"].n, figures["passes@2"].n) == (2, 1)
    assert figures["passes@2"].value == 1


def test_a_metric_that_does_not_apply_is_none_with_its_reason() -> None:
    scores = [Score("a", 0, {"passes": 1.0, "gas": None}, {"gas": "it was not run"})]
    figures = summarise(scores, [sample("a")], [*PASSES, Metric("gas", "")], "passes")[0]
    assert (figures["gas"].value, figures["gas"].low, figures["gas"].n) == (None, None, 0)
    assert figures["gas"].reason == "it was not run"
    assert figures["gas"].to_json()["reason"] == "it was not run"
    assert figures["passes"].reason == (
        "no interval: all samples are in one cluster, and an interval needs 6"
    )


def test_a_metric_that_applies_to_some_is_over_those() -> None:
    figure = overall(passed("a", 1) + passed("b", None), [sample("a"), sample("b")])["passes"]
    assert (figure.value, figure.n) == (1.0, 1)


def test_an_error_is_no_score() -> None:
    scores = [*passed("a", 1), Score("b", 0, error="the disk is full")]
    figure = overall(scores, [sample("a"), sample("b")])["passes"]
    assert (figure.value, figure.n) == (1.0, 1)
    nothing = overall([Score("b", 0, error="x")], [sample("b")])["passes"]
    assert (nothing.value, nothing.n, nothing.reason) == (None, 0, "no sample was scored")


def test_an_error_counts_as_failed_in_the_worst_case() -> None:
    scores = [*passed("a", 1), Score("b", 0, error="the disk is full")]
    figure = overall(scores, [sample("a"), sample("b")])["passes"]
    assert figure.worst is not None
    assert (figure.worst.value, figure.worst.n) == (0.5, 2)
    assert "an interval needs 6" in str(figure.worst.reason)
    assert figure.to_json()["worst"]["value"] == 0.5
    nothing = overall([Score("b", 0, error="x")], [sample("b")])["passes"]
    assert nothing.worst is not None
    assert (nothing.worst.value, nothing.worst.n) == (0.0, 1)


def test_a_lost_attempt_is_a_failed_one_in_the_worst_case() -> None:
    scores = [*passed("a", 1), Score("a", 1, error="x"), *passed("b", 1, 1)]
    figures = overall(scores, [sample("a"), sample("b")])
    assert (figures["passes"].value, figures["passes@2"].n) == (1.0, 1)
    for name, value in (("passes", 0.75), ("passes@1", 0.75)):
        worst = figures[name].worst
        assert worst is not None
        assert (worst.value, worst.n) == (value, 2)
    assert figures["passes@2"].worst is None  # one of two attempts passed


def test_less_is_better_turns_the_worst_case_round() -> None:
    metric = Metric("alarms", "", better="lower")
    scores = [Score("a", 0, {"alarms": 0.0}), Score("b", 0, error="x")]
    figure = summarise(scores, [sample("a"), sample("b")], [metric], None)[0]["alarms"]
    assert figure.worst is not None
    assert figure.worst.value == 0.5


def test_a_metric_that_no_answer_can_have_stays_out_of_the_worst_case() -> None:
    metrics = [*PASSES, Metric("gas", "", unit="gas", better="lower")]
    scores = [Score("a", 0, {"passes": 1.0, "gas": 5.0}), Score("b", 0, error="x")]
    samples = [sample("a"), sample("b")]
    empty = Score("b", 0, {"passes": 0.0, "gas": None}, {"gas": "not run"})
    right = Score("b", 0, {"passes": 1.0, "gas": 9.0})
    figures = summarise(scores, samples, metrics, "passes", [empty])[0]
    assert figures["gas"].worst is None
    figures = summarise(scores, samples, metrics, "passes", [empty, right])[0]
    assert figures["gas"].worst is not None
    assert figures["gas"].worst.value == 7.0
    assert figures["passes"].worst is not None
    assert figures["passes"].worst.value == 0.5


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), min_size=1, max_size=8)
)
def test_hiding_answers_never_helps_a_pooled_figure(rows: list[tuple[int, int, bool]]) -> None:
    """Each sample has five to find; an answer has hits and false alarms, and may be hidden."""
    honest = [s for i, (h, a, _) in enumerate(rows) for s in counted(str(i), (h, a, 5 - h))]
    hidden = [
        Score(s.id, 0, error="x") if row[2] else s for s, row in zip(honest, rows, strict=True)
    ]
    guesses = [
        s
        for i, row in enumerate(rows)
        for s in (*counted(str(i), (0, 0, 5)), *counted(str(i), (0, 5, 5)))
        if row[2]
    ]
    samples = [sample(str(i)) for i in range(len(rows))]
    figure = summarise(hidden, samples, [F1], None, guesses)[0]["f1"]
    value = summarise(honest, samples, [F1], None)[0]["f1"].value
    at_worst = (figure.worst or figure).value
    assert at_worst is not None
    assert value is not None
    assert at_worst <= value + 1e-9
    assert (figure.worst or figure).n == len(rows) or figure.worst is None


def test_a_sample_that_no_tool_can_judge_counts_with_the_bound() -> None:
    scores = [*counted("a", (5, 0, 0)), Score("b", 0, error="x")]
    figure = summarise(scores, [sample("a"), sample("b")], [F1], None)[0]["f1"]
    assert figure.value == 1.0
    assert figure.worst is not None
    assert (figure.worst.value, figure.worst.n) == (0.5, 2)


def test_groups_are_figures_of_their_own_in_order() -> None:
    samples = [sample("a", opt="O1"), sample("b", opt="O0"), sample("c", opt="O1", lang="c")]
    scores = passed("a", 1) + passed("b", 0) + passed("c", 0)
    _, groups = summarise(scores, samples, PASSES, "passes")
    assert list(groups) == ["lang", "opt"]
    assert list(groups["opt"]) == ["O0", "O1"]
    assert {value: (f["passes"].value, f["passes"].n) for value, f in groups["opt"].items()} == {
        "O0": (0.0, 1),
        "O1": (0.5, 2),
    }
    assert groups["lang"]["c"]["passes"].n == 1


def test_intervals_hold_the_value_whatever_the_order() -> None:
    samples = [sample(f"{i}", f"task{i // 4}") for i in range(60)]
    scores = [s for i in range(60) for s in passed(str(i), float(i % 3 == 0))]
    one = overall(scores, samples)["passes"]
    assert one == overall(scores[::-1], samples)["passes"]
    assert one.low is not None
    assert one.high is not None
    assert one.value is not None
    assert one.low <= one.value <= one.high
    assert one.low < one.high


def test_samples_that_move_together_widen_the_interval() -> None:
    scores = [s for i in range(40) for s in passed(str(i), float(i % 8 < 4))]
    apart = overall(scores, [sample(str(i)) for i in range(40)])["passes"]
    together = overall(scores, [sample(str(i), f"t{i // 4}") for i in range(40)])["passes"]
    assert apart.value == together.value == 0.5
    assert apart.low is not None
    assert together.low is not None
    assert together.low < apart.low


def test_the_means_of_controls_are_over_samples() -> None:
    assert plain_figures(passed("a", 1, 0) + passed("b", 1), [*PASSES, Metric("gone", "")]) == {
        "passes": 0.75,
        "gone": None,
    }


def f1(sums: Floats) -> Floats:
    """Micro F1 from hits, false alarms and misses."""
    figures: Floats = 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])
    return figures


F1 = Metric("f1", "", pooled=Pooled(lambda score: score.evidence.get("counts"), f1))


def counted(name: str, *attempts: tuple[float, float, float] | None) -> list[Score]:
    """One score an attempt, with its counts."""
    return [Score(name, i, evidence={"counts": c} if c else {}) for i, c in enumerate(attempts)]


COUNTS = st.tuples(*[st.integers(0, 5).map(float)] * 3)


@settings(max_examples=60, deadline=None)
@given(st.lists(COUNTS, min_size=1, max_size=24), st.integers(1, 12))
def test_a_pooled_figure_is_a_function_of_the_sums(
    rows: list[tuple[float, float, float]], clusters: int
) -> None:
    scores = [s for i, row in enumerate(rows) for s in counted(str(i), row)]
    samples = [sample(str(i), str(i % clusters)) for i in range(len(rows))]
    figure = summarise(scores, samples, [F1], None)[0]["f1"]
    hits, alarms, misses = (sum(column) for column in zip(*rows, strict=True))
    if hits + alarms + misses == 0:
        assert (figure.value, figure.low, figure.high) == (None, None, None)
        assert figure.reason
    else:
        assert figure.value == pytest.approx(2 * hits / (2 * hits + alarms + misses))
        counted_clusters = {i % clusters for i, row in enumerate(rows) if any(row)}
        if len(counted_clusters) < 6:
            assert (figure.low, figure.high) == (None, None)
            assert "an interval needs 6" in str(figure.reason)
        else:
            assert figure.low is not None
            assert figure.high is not None
            assert figure.value is not None
            assert 0 <= figure.low <= figure.value <= figure.high <= 1
        assert plain_figures(scores, [F1]) == {"f1": figure.value}


def test_pooled_figures_average_attempts_and_skip_errors_and_what_does_not_apply() -> None:
    scores = [*counted("a", (1, 0, 0), (0, 0, 1)), *counted("b", None), Score("c", 0, error="x")]
    samples = [sample("a", opt="x"), sample("b", opt="y"), sample("c", opt="y")]
    figures, groups = summarise(scores, samples, [F1], None)
    assert figures["f1"].value == pytest.approx(2 / 3)
    assert figures["f1"].n == 1
    assert groups["opt"]["y"]["f1"].value is None


def test_metrics_keep_the_order_of_the_suite() -> None:
    scores = [Score("a", i, {"passes": 1}, evidence={"counts": (1, 0, 0)}) for i in range(2)]
    figures = summarise(scores, [sample("a")], [F1, *PASSES], "passes")[0]
    assert list(figures) == ["f1", "passes", "passes@1", "passes@2"]


def test_a_metric_beside_the_pass_metric_is_also_given_at_k() -> None:
    metrics = [*PASSES, Metric("published", "", at_k=True), Metric("other", "")]
    rows = [{"passes": 0.0, "published": 0.0, "other": 1.0}, {"passes": 1.0, "published": 1.0}]
    scores = [Score("a", n, {"other": 0.0, **row}) for n, row in enumerate(rows)]
    scores.append(Score("a", 2, error="lost"))
    figures = summarise(scores, [sample("a")], metrics, "passes")[0]
    assert figures["published@2"].value == figures["passes@2"].value == 1.0
    assert figures["published@1"].worst == figures["passes@1"].worst
    assert figures["published@1"].worst is not None
    assert "other@2" not in figures


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 1.0, 0.5, None]), st.integers(0, 8)), max_size=40),
    st.integers(1, 7),
)
def test_figures_of_many_samples_are_those_of_the_whole(
    values: list[tuple[float | None, int]], at_once: int
) -> None:
    samples = [
        sample(f"s{i}", f"c{cluster}", even=str(cluster % 2))
        for i, (_, cluster) in enumerate(values)
    ]
    scores = [s for i, (value, _) in enumerate(values) for s in passed(f"s{i}", value)]
    whole = summarise(scores, samples, PASSES, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summarise_module, "_BLOCK", at_once)
        assert repr(summarise(scores, samples, PASSES, None)) == repr(whole)
