"""What a report opens with: boards, published against sound; the rest is folded until needed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.analysis.boards import make_board
from acidtest.analysis.sections import make_sections
from acidtest.report.front import against_html, boards_html, findings
from acidtest.report.html import report_html

from .looking import ready, shot

TALL = 6000


@pytest.fixture(scope="module")
def cheat(runs: Path, tasks: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A good run, and a cheat that the published metric believes."""
    folder = tmp_path_factory.mktemp("cheat") / "exit"
    acidtest.evaluate("c-decompile", "exploit:exit", data=[tasks], out=folder, controls="none")
    return [runs / "good", folder]


@pytest.fixture(scope="module")
def opening(cheat: list[Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page about both."""
    path = tmp_path_factory.mktemp("front") / "report.html"
    path.write_text(report_html(make_sections(cheat)), encoding="utf-8")
    return path.as_uri()


def folds(page: Any) -> list[bool]:
    return list(page.locator("details").evaluate_all("all => all.map(one => one.open)"))


def test_the_page_opens_with_the_story(page: Any, opening: str) -> None:
    page.goto(opening)
    page.wait_for_selector("html[data-ready]", state="attached")
    story = page.locator(".findings").inner_text()
    assert "exploit:exit (ends the process with status 0) gets 100.0 %" in story
    assert "0.0 % by the sound one" in story
    line = page.locator("table.standings tr").filter(has_text="exploit:exit")
    assert line.bounding_box()["y"] < page.viewport_size["height"]
    assert line.locator(".bad").inner_text() == "100.0"
    assert page.locator("table.against tr").filter(has_text="exploit:exit").is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < TALL
    shot(page, "front")


def test_everything_else_is_folded_until_it_is_opened(page: Any, opening: str) -> None:
    page.goto(opening)
    page.wait_for_selector("html[data-ready]", state="attached")
    assert not page.locator("table.board").first.is_visible()
    assert page.locator("table.samples").count() == 0
    page.locator("details.suite summary").first.click()
    page.wait_for_selector("table.samples tbody tr")
    assert page.locator("table.board").first.is_visible()
    assert "exit" in page.locator("table.board").first.inner_text()


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("#c-decompile", "table.board"),
        ("#compare-c-decompile", "table.compared"),
        ("#samples-c-decompile", "table.samples"),
        ("#c-decompile/ink_cost-O0", "dialog"),
    ],
)
def test_a_link_opens_what_it_points_at(page: Any, opening: str, link: str, place: str) -> None:
    page.goto(opening + link)
    page.locator(place).first.wait_for()
    page.goto(opening)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.evaluate("link => { location.hash = link; }", link)
    page.locator(place).first.wait_for()


def test_a_closed_sample_leaves_its_table_open(page: Any, opening: str) -> None:
    page.goto(opening + "#c-decompile/ink_cost-O0")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("table.samples").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "ink_cost-O0"


def test_the_title_of_a_board_leads_to_its_details(page: Any, opening: str) -> None:
    page.goto(opening)
    page.get_by_role("link", name="c-decompile").last.click()
    page.locator("table.board").first.wait_for()


def test_paper_has_everything_and_the_screen_is_as_before(page: Any, opening: str) -> None:
    page.goto(opening)
    page.wait_for_selector("html[data-ready]", state="attached")
    before = folds(page)
    assert not all(before)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_selector("table.samples tbody tr")
    assert all(folds(page))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folds(page)[: len(before)] == before


def test_a_slash_searches_even_if_all_is_folded(page: Any, opening: str) -> None:
    page.goto(opening)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator("body").press("/")
    page.keyboard.type("ink")
    assert page.locator("input.search").first.input_value() == "ink"


def test_causes_are_counted_and_shown_with_the_sample(page: Any, report: str) -> None:
    ready(page, report)
    causes = page.get_by_role("region", name="Causes in c-decompile")
    assert "does not compile" in causes.inner_text()
    page.goto(report + "#c-decompile/ink_cost-O3")
    box = page.get_by_role("dialog")
    box.get_by_label("Answer of").select_option(index=1)
    box.get_by_text("Wrong: does not compile").wait_for()


def test_only_metrics_of_one_unit_are_drawn_against_each_other(tmp_path: Path) -> None:
    """The lead metric, a correlation, cannot stand against a share."""
    acidtest.evaluate("sast-triage", "oracle", limit=4, out=tmp_path / "run", controls="none")
    boards = [make_board(section) for section in make_sections([tmp_path / "run"])]
    assert boards[0].lead.name == "mcc"
    assert "published.<wbr>accuracy and accuracy" in against_html(boards)
    assert against_html([replace(board, sound=None) for board in boards]) == findings(boards) == ""
    assert "oracle" in boards_html(boards)
    assert "published.<wbr>accuracy" in boards_html(boards)
