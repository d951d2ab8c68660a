"""The list of runs: the headline metric always, boards with ranks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import ReportServer
from tests.folders import editable

from .conftest import served
from .looking import dress, faults, shot

MANY, TALL = 32, 6000


def by_run(root: Path) -> dict[str, Any]:
    return {row["run"]: row for row in RunsFolder(root).listed()}


def test_the_headline_metric_is_always_there_then_the_published_one(runs: Path) -> None:
    for row in by_run(runs).values():
        first, beside, *others = [figure["name"] for figure in row["figures"]]
        assert first == "passes_with_types"
        assert beside == "published.reexecutable"
        assert {"passes", "compiles"} <= set(others)
    assert by_run(runs)["stub"]["figures"][0]["value"] == 0.0


def test_a_metric_without_a_value_is_not_left_out(runs: Path, tmp_path: Path) -> None:
    editable(runs / "good", tmp_path / "run")
    path = tmp_path / "run" / "summary.json"
    summary = json.loads(path.read_text())
    nothing = {"value": None, "low": None, "high": None, "n": 0, "reason": "none applies"}
    summary["metrics"]["passes_with_types"] = nothing
    path.write_text(json.dumps(summary))
    scores = tmp_path / "run" / "scores.sqlite"
    from tests.folders import edit_scores

    edit_scores(scores, 'UPDATE scores SET "metric:passes_with_types" = NULL')
    (row,) = by_run(tmp_path).values()
    assert row["figures"][0] == {
        **nothing,
        "name": "passes_with_types",
        "unit": "%",
        "better": "higher",
    }


def test_comparable_runs_share_a_board_and_systems_have_ranks(runs: Path, tmp_path: Path) -> None:
    rows = by_run(runs)
    assert {row["board"] for row in rows.values()} == {0}
    assert (rows["good"]["rank"], rows["deep/half"]["rank"]) == (1, 2)
    assert "rank" not in rows["stub"]
    for name in ("good", "other"):
        editable(runs / "good", tmp_path / name)
    for name in ("manifest.json", "summary.json"):
        path = tmp_path / "other" / name
        path.write_text(path.read_text().replace("|data:", "|data:0"))
    assert len({row["board"] for row in by_run(tmp_path).values()}) == 2


def test_a_figure_that_is_none_spoils_its_own_run_only(runs: Path, tmp_path: Path) -> None:
    for name, change in (("text", {"value": "<b>"}), ("list", [1]), ("signed", None)):
        editable(runs / "good", tmp_path / name)
        path = tmp_path / name / "summary.json"
        summary = json.loads(path.read_text())
        if change is None:
            summary["signature"] = "nothing"
        else:
            summary["metrics"]["compiles"] = change
        path.write_text(json.dumps(summary))
    editable(runs / "good", tmp_path / "fine")
    states = {name: row["state"] for name, row in by_run(tmp_path).items()}
    assert states == {
        "fine": "done",
        "text": "unreadable",
        "list": "unreadable",
        "signed": "unreadable",
    }


def test_the_list_has_boards_that_sort(page: Any, server: ReportServer) -> None:
    dress(page)
    page.goto(server.address)
    card = page.locator(".card")
    card.wait_for()
    assert faults(page) == []
    systems = card.locator("tr.system th")
    assert systems.nth(0).inner_text() == "good"
    assert card.locator("tr.control th").all_inner_texts() == ["stub"]
    head = card.get_by_role("button", name=re.compile("passes_with_types"))
    head.click()
    assert systems.nth(0).inner_text() == "good"
    head.click()
    assert systems.nth(1).inner_text() == "good"
    assert card.locator("th[aria-sort=ascending]").count() == 1
    shot(page, "boards")
    card.get_by_role("link", name="c-decompile").click()
    page.wait_for_selector("table.standings tbody tr")
    assert "run=good" in page.url
    assert "run=stub" in page.url


def test_the_table_of_runs_sorts_and_keeps_that_in_its_address(
    page: Any, server: ReportServer
) -> None:
    page.goto(server.address)
    page.get_by_label("choose good").wait_for()
    page.locator("table.runs").get_by_role("button", name="headline").evaluate("b => b.click()")
    page.wait_for_url(re.compile("sort=-lead"))
    boxes = page.locator("table.runs tbody input")
    order = [box.get_attribute("aria-label") for box in boxes.all()]
    assert order == ["choose good", "choose deep/half", "choose stub"]
    page.reload()
    page.get_by_label("choose good").wait_for()
    assert [box.get_attribute("aria-label") for box in boxes.all()] == order


@pytest.fixture
def crowd(runs: Path, tmp_path: Path) -> Iterator[ReportServer]:
    """A server over many runs of one board."""
    for number in range(MANY):
        editable(runs / ("stub" if number % 3 else "good"), tmp_path / f"run{number}")
    yield from served(tmp_path)


def test_a_long_list_says_that_it_is_loading_and_is_folded(page: Any, crowd: ReportServer) -> None:
    held: list[Any] = []
    page.route("**/api/runs", lambda route: held.append(route))
    page.goto(crowd.address)
    page.get_by_text("loading…").wait_for()
    while not held:
        page.wait_for_timeout(20)
    assert "" not in page.locator("button:visible").all_inner_texts()
    held[0].continue_()
    page.get_by_text(f"{MANY} runs, 0 going").wait_for()
    page.unroute("**/api/runs")
    assert page.evaluate("document.documentElement.scrollHeight") < TALL
    lines, systems = page.locator("table.runs tbody tr"), page.locator("tr.system:visible")
    assert (lines.count(), systems.count()) == (10, 10)
    assert page.locator("tr.control:visible").count() == 8
    page.get_by_role("button", name=f"Show all {MANY} runs").click()
    assert lines.count() == MANY
    page.get_by_role("button", name="show all 11 systems and 21 controls").click()
    assert (systems.count(), page.locator("tr.control:visible").count()) == (11, 21)
    page.reload()
    lines.nth(MANY - 1).wait_for()  # what was opened is in the address
