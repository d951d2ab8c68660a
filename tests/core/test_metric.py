"""A score holds what its suite declares, no more and no less; else the run stops and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import acidtest
from acidtest.core.errors import SuiteFault
from acidtest.core.metric import (
    Metric,
    Pooled,
    check_score,
    headlines,
    lead_metric,
    mean_metrics,
    pooled_counts,
    with_partners,
)
from acidtest.core.records import Score
from tests.cli.conftest import in_process

from .plugin import Echo, install

METRICS = (
    Metric("right", "", headline=True),
    Metric("shade", ""),
    Metric("rate", "", pooled=Pooled(lambda score: (1.0,), lambda sums: sums[..., 0])),
)
CARRIED = dict.fromkeys(mean_metrics(METRICS)).keys()
DECLARED = frozenset(metric.name for metric in METRICS)

MISSPELT = Echo(given={"exsact": 1.0})


def check(metrics: dict[str, float | None], reasons: dict[str, str] | None = None) -> None:
    check_score(Score("a-1", 0, metrics, reasons or {}), "demo", CARRIED, DECLARED)


def test_pooled_metrics_are_carried_by_no_score() -> None:
    assert list(CARRIED) == ["right", "shade"]
    assert list(pooled_counts(METRICS)) == ["rate"]


@pytest.mark.parametrize(
    ("metrics", "reasons"),
    [
        ({"right": 1.0, "shade": 0.0}, {}),
        ({"shade": 0.5, "right": 0.0}, {}),
        ({"right": 1.0, "shade": None}, {"shade": "it is night"}),
        ({"right": 1.0, "shade": 0.5}, {"shade": "by candle"}),
        ({"right": 1.0, "shade": 0.5}, {"rate": "nothing to count"}),
    ],
)
def test_a_score_as_declared_is_taken(
    metrics: dict[str, float | None], reasons: dict[str, str]
) -> None:
    check(metrics, reasons)


@pytest.mark.parametrize(
    ("metrics", "reasons", "said"),
    [
        ({"right": 1.0}, {}, ["declared but missing: shade"]),
        ({}, {}, ["declared but missing: right, shade"]),
        ({"right": 1.0, "shade": 0.0, "tint": 1.0}, {}, ["not declared: tint"]),
        (
            {"right": 1.0, "shaed": 0.0},
            {},
            ["not declared: shaed", "declared but missing: shade"],
        ),
        ({"right": 1.0, "shade": None}, {}, ["no value and no reason: shade"]),
        ({"right": None, "shade": None}, {"shade": "x"}, ["no value and no reason: right"]),
        ({"right": 1.0, "shade": 0.0}, {"tint": "no lamp"}, ["not declared: tint"]),
        (
            {"right": 1.0, "shade": 0.0, "rate": 0.5},
            {},
            ["pooled, so not allowed in a score: rate"],
        ),
    ],
)
def test_any_other_score_is_a_fault_of_the_suite(
    metrics: dict[str, float | None], reasons: dict[str, str], said: list[str]
) -> None:
    with pytest.raises(SuiteFault) as caught:
        check(metrics, reasons)
    assert str(caught.value) == (
        "suite demo: the score of a-1 does not match the suite's metrics: "
        f"{'; '.join(said)}. Fix the suite's `score` or `metrics`."
    )


def test_it_ends_with_the_status_of_our_own_failures() -> None:
    assert SuiteFault("x").exit_status == 3


def test_a_plug_in_with_a_misspelt_metric_stops_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    points = f"[acidtest.suites]\necho = {__name__}:MISSPELT\n"
    install(tmp_path / "site", "echo-suite", points)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    done = in_process("run", "echo", "--system", "oracle", "--out", "here")
    assert done.status == 3
    for part in ("suite echo:", "not declared: exsact", "declared but missing: exact"):
        assert part in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "here" / "summary.json").exists()


@pytest.mark.parametrize(
    ("suite", "said"),
    [
        (MISSPELT, "not declared: exsact; declared but missing: exact"),
        (Echo(given={"exact": None}), "no value and no reason: exact"),
        (Echo(given={"exact": 1.0, "more": 1.0}), "not declared: more"),
    ],
)
def test_the_api_raises_what_the_command_prints(
    suite: Echo, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    with pytest.raises(SuiteFault, match=said):
        acidtest.evaluate(suite, "oracle", out=tmp_path / "run")


def test_a_value_that_is_missing_for_a_reason_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    suite = Echo(given={"exact": None}, reasons={"exact": "it is night"})
    summary = acidtest.evaluate(suite, "oracle", out=tmp_path / "run").summary
    figure = summary.metrics["exact"]
    assert (figure.value, figure.reason) == (None, "it is night")


def test_a_metric_says_of_what_it_is_a_share() -> None:
    assert Metric("x", "bugs dropped", of="real bugs").words == "bugs dropped (of real bugs)"
    assert Metric("x", "answers that pass").words == "answers that pass"


def test_a_partner_follows_the_metric_that_must_be_read_beside_it() -> None:
    lost = Metric("lost", "", headline=True, better="lower", beside="removed")
    removed, right = Metric("removed", ""), Metric("right", "", headline=True)
    assert headlines([right, lost, removed]) == [right, lost, removed]
    assert with_partners([lost, removed], [removed, lost]) == [lost, removed]
    assert lost.words.endswith("; read it beside removed")
    assert lead_metric([lost, right], "right") == right
