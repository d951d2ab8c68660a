"""What a pipeline is told: files and exit status say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import acidtest
from acidtest.analysis.gates import Bound, held_to, read_bound
from acidtest.analysis.sections import Section, make_sections
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric
from acidtest.core.systems import CallableSystem
from acidtest.report.pipeline import as_github, as_junit


@pytest.fixture(scope="module")
def sections(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Section]:
    """A run of c-decompile, and one of sast-triage, which has other metrics."""
    folder = tmp_path_factory.mktemp("sast") / "run"
    system = CallableSystem(lambda text: "FALSE POSITIVE", name="says no", identity={"test": 1})
    acidtest.evaluate("sast-triage", system, out=folder, limit=4, controls="none")
    return make_sections([runs / "good", folder])


def bound(text: str) -> Bound:
    return read_bound("--fail-under", text)


def test_a_bound_concerns_only_suites_that_have_the_metric(sections: list[Section]) -> None:
    bounds = [bound("passes=0.01")]
    first, second = ElementTree.fromstring(as_junit(sections, bounds))
    assert [(s.get("tests"), s.get("failures")) for s in (first, second)] == [
        ("1", "0"),
        ("0", "0"),
    ]
    lines = [line for line in as_github(sections, bounds).splitlines() if line.startswith("- :")]
    assert lines == [
        "- :white_check_mark: `c-decompile` `good`: `--fail-under passes=0.01` (100.0 %)"
    ]


def test_no_figure_of_a_metric_the_suite_has_is_not_met(sections: list[Section]) -> None:
    section = sections[1]
    ((_, missed),) = held_to(section, section.runs[0], [bound("cost_usd=0.5")])
    assert "is not met: there is no figure (" in missed


def test_a_figure_is_told_in_its_unit(sections: list[Section]) -> None:
    text = as_github(sections, [bound("mcc=-1"), bound("accuracy=0.3")])
    mcc, accuracy = (line for line in text.splitlines() if line.startswith("- :"))
    assert "%" not in mcc
    assert accuracy.endswith(" %)")


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.031767955801104975, "0.03177"), (0.49999999, "0.49999999"), (0.4, "0.4"), (0, "0")],
)
def test_what_is_missed_is_rounded_and_still_missed(value: float, told: str) -> None:
    missed = bound("passes=0.5").missed({"passes": {"value": value}})
    assert missed == f"--fail-under passes=0.5 is not met: it is {told}"


@pytest.mark.parametrize("text", ["passes=50", "passes=1.01", "passes=-0.1", "passes=inf"])
def test_a_share_is_not_given_in_percent(text: str) -> None:
    metrics = [Metric("passes", "it passes"), Metric("mcc", "correlation", unit="")]
    with pytest.raises(InputError, match=r"is between 0 and 1; for 50 %, write 0\.5, not 50"):
        bound(text).check(metrics)
    bound(text.replace("passes", "mcc")).check(metrics)
    bound("passes=1").check(metrics)


@pytest.mark.parametrize(
    ("lost", "removed", "said"),
    [
        (0.01, 0.4, ""),
        (0.0, 0.0, "but alarms_removed is 0: empty answers would do as well"),
        (0.12, 0.4, "is not met: it is 0.12 (alarms_removed 0.4)"),
        (0.01, None, ""),
    ],
)
def test_a_bound_that_silence_would_meet_needs_its_partner(
    lost: float, removed: float | None, said: str
) -> None:
    metrics = (
        Metric("suppressed_real_bugs", "", better="lower", beside="alarms_removed"),
        Metric("alarms_removed", ""),
    )
    values = {"suppressed_real_bugs": lost, "alarms_removed": removed}
    figures: dict[str, dict[str, float | None]] = {n: {"value": v} for n, v in values.items()}
    missed = read_bound("--fail-over", "suppressed_real_bugs=0.05").missed(figures, metrics)
    assert said in missed
    assert bool(missed) == bool(said)


def test_a_bound_must_hold_in_the_worst_case() -> None:
    figures: dict[str, dict[str, Any]] = {
        "passes": {"value": 1.0, "worst": {"value": 0.4}},
        "alarms": {"value": 0.1},
    }
    assert bound("passes=0.4").missed(figures) == ""
    assert bound("passes=0.5").missed(figures) == (
        "--fail-under passes=0.5 is not met in the worst case: it is 0.4 if the answers that were "
        "not scored count as failed, and 1 without them"
    )
    over = read_bound("--fail-over", "alarms=0.2")
    assert over.missed(figures) == ""
    figures["alarms"]["worst"] = {"value": 0.3}
    assert "worst case: it is 0.3" in over.missed(figures)
