"""The page as a person uses it: from disk and from the server, wide and narrow."""

from __future__ import annotations

import fcntl
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acidtest.report.serve import ReportServer
from tests.folders import editable

from .conftest import served
from .looking import dress, faults, ids, ready, rows, shot


def test_the_leaderboard_marks_controls_and_shows_figures(page: Any, address: str) -> None:
    ready(page, address)
    board = page.locator("table.board tbody tr")
    assert "good" in board.nth(0).inner_text()
    assert "100.0" in board.nth(0).inner_text()
    controls = page.locator("table.board tr.control th").all_inner_texts()
    assert any(text.startswith("stub") for text in controls)
    assert any(text.startswith("oracle") for text in controls)
    assert all("control" in text for text in controls)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    shot(page, "report-" + address.split(":")[0])


def test_samples_are_sorted_filtered_and_searched(page: Any, address: str) -> None:
    ready(page, address)
    assert len(ids(page)) == 8
    page.get_by_role("button", name="sample", exact=True).click()
    page.wait_for_selector("th[aria-sort=ascending]")
    up = ids(page)
    assert up == sorted(up)
    page.get_by_role("button", name=re.compile("^sample")).click()
    page.wait_for_selector("th[aria-sort=descending]")
    assert ids(page) == up[::-1]
    page.get_by_label("Show").select_option("differ")
    rows(page, 4)
    assert all(name.endswith(("O2", "O3")) for name in ids(page))
    page.get_by_label("opt", exact=True).select_option(label="O2")
    rows(page, 2)
    page.keyboard.press("Escape")
    page.locator("body").press("/")
    page.keyboard.type("ink o2")
    rows(page, 1)
    assert ids(page) == ["ink_cost-O2"]
    page.locator("input.search").fill("nowhere")
    page.get_by_text("no matching samples").wait_for()


def test_a_sample_opens_and_closes_by_mouse_link_and_keyboard(page: Any, address: str) -> None:
    ready(page, address)
    page.get_by_role("link", name="ink_cost-O0").click()
    page.get_by_role("heading", name="ink_cost-O0").wait_for()
    assert page.url.endswith("#c-decompile/ink_cost-O0")
    box = page.get_by_role("dialog")
    assert "<func0>" in box.get_by_role("region", name="Question").inner_text()
    assert "func0" in box.get_by_role("region", name="Reference").inner_text()
    for part in ("Scores", "Published reading", "Evidence"):
        assert box.get_by_role("heading", name=part).is_visible()
    page.keyboard.press("j")
    page.get_by_role("heading", name="ink_cost-O1").wait_for()
    page.keyboard.press("k")
    page.get_by_role("heading", name="ink_cost-O0").wait_for()
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    page.wait_for_url(re.compile("#c-decompile$"))


def test_a_deep_link_shows_a_hostile_answer_as_text(page: Any, address: str) -> None:
    ready(page, address + "#c-decompile/ink_cost-O3")
    box = page.get_by_role("dialog")
    box.get_by_label("Answer of").select_option(index=1)
    answer = box.get_by_role("region", name="Answer").inner_text()
    assert "<script>window.pwned = 1</script>" in answer
    assert "\\u{202e}" in answer
    assert "\\u{1b}" in answer
    assert "\u202e" not in answer
    assert "\x1b" not in answer
    assert "\u202e" not in page.locator("body").inner_text()
    marked = box.locator("pre .gone, pre .new").count()
    assert marked > 3
    shot(page, "sample-" + address.split(":")[0])


def test_two_runs_are_compared_in_words(page: Any, address: str) -> None:
    ready(page, address)
    page.get_by_text(re.compile("^passes: .*(is better|no difference shown)")).wait_for()
    page.get_by_label("Runs", exact=True).select_option("0,2")
    line = page.get_by_role("region", name="Comparison").get_by_role("row")
    line.get_by_text("-100.0", exact=True).first.wait_for()
    assert line.nth(1).inner_text().split()[:4] == ["passes", "100", "0", "-100.0"]


def test_dark_and_light_can_be_chosen_and_are_kept(page: Any, report: str) -> None:
    page.emulate_media(color_scheme="light")
    ready(page, report)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark or light").click()
    dark = page.evaluate(ground)
    assert dark != light
    for _ in range(20):  # the browser keeps it on disk when it likes
        page.reload()
        if page.evaluate(ground) == dark:
            break
    assert page.evaluate(ground) == dark
    shot(page, "dark")


def test_axe_finds_nothing(page: Any, report: str, server: ReportServer) -> None:
    """From disk on a desk and from the server on a phone: elsewhere both are the same page."""
    dress(page)
    whole = server.address + "report?run=good&run=deep%2Fhalf&run=stub"
    address = report if page.size == "desktop" else whole
    for place in ("", "#c-decompile/ink_cost-O3"):
        page.goto(address + place)
        page.wait_for_selector("html[data-ready]", state="attached")
        assert faults(page) == []
        if not place:
            ready(page, address)
            page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        assert faults(page) == []


def test_axe_finds_nothing_in_list_and_comparison(page: Any, server: ReportServer) -> None:
    dress(page)
    page.goto(server.address)
    page.get_by_label("choose good").wait_for()
    assert faults(page) == []
    ready(page, server.address + "report?run=good&run=deep%2Fhalf")
    page.get_by_text(re.compile("^passes: .*(is better|no difference shown)")).wait_for()
    assert faults(page) == []
    shot(page, "comparison")


def test_without_a_script_the_figures_are_there(browser: Any, report: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(report)
    assert "100.0" in tab.locator("table.standings").inner_text()
    assert tab.locator("figure svg").count() > 0
    context.close()


def test_the_list_of_runs_opens_a_report_on_those_chosen(page: Any, server: ReportServer) -> None:
    page.goto(server.address)
    page.get_by_label("choose good").check()
    page.get_by_label("choose stub").check()
    shot(page, "list")
    page.get_by_role("button", name="Open report").click()
    page.wait_for_selector("table.standings tbody tr")
    assert page.locator("table.standings tr.system").count() == 1


@pytest.fixture
def states(runs: Path, tmp_path: Path) -> Iterator[ReportServer]:
    """A server over a run of each state: done, going with figures so far, stopped, unreadable."""
    for name in ("done", "going", "going/live", "stopped"):
        editable(runs / "good", tmp_path / name)
    for name in ("going", "stopped"):
        (tmp_path / name / "summary.json").unlink()
    summary = tmp_path / "going" / "live" / "summary.json"
    told = json.loads(summary.read_text())
    summary.write_text(json.dumps({**told, "system": "good (partial: 8 of 9 samples)"}))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{")
    with (tmp_path / "going" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield from served(tmp_path)


def test_the_list_has_runs_of_every_state(page: Any, states: ReportServer) -> None:
    dress(page)
    page.goto(states.address)
    page.get_by_label("choose going").wait_for()
    rows = page.locator("table.runs tbody tr")
    assert rows.count() == 4
    shot(page, "states")
    assert faults(page) == []
    going = rows.filter(has_text="partial, 8 samples")
    assert "100.0" in going.inner_text()
    assert page.get_by_label("choose stopped").is_disabled()
    assert page.get_by_label("choose broken").is_disabled()
    going.get_by_role("link").click()
    page.wait_for_selector("table.standings tbody tr")
    assert "Partial: a run here is not finished" in page.locator("header").first.inner_text()
    assert "good (partial: 8 of 9 samples)" in page.locator("table.standings").inner_text()
