"""The leaderboard: nobody rises by not being scored, and other questions are labelled."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.analysis.boards import ranked
from acidtest.analysis.gates import read_bound
from acidtest.analysis.sections import Section, make_sections
from acidtest.core.records import Answer
from acidtest.core.registry import find_suite
from acidtest.report.board import board, overview
from acidtest.report.figures import as_csv, as_latex, as_markdown
from acidtest.report.html import report_html
from acidtest.report.pipeline import as_github, as_junit
from acidtest.report.runs_folder import RunsFolder
from acidtest.store import write_json
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

from .conftest import served
from .looking import ready, shot

LIMIT = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`better` has 60 % right; `hiding` has 50 %, and an error in place of the others."""
    from acidtest.engine import select

    root = tmp_path_factory.mktemp("board")
    samples = select(find_suite("sast-triage").read([]).samples, {}, LIMIT)
    for name, share, hides in (("hiding", 15, True), ("better", 18, False)):
        rows = []
        for i, sample in enumerate(samples):
            label = sample.truth.label
            other = REAL_BUG if label == FALSE_ALARM else FALSE_ALARM
            if i < share:
                rows.append(Answer(sample.id, answer(label)))
            elif hides:
                rows.append(Answer(sample.id, None, error="lost"))
            else:
                rows.append(Answer(sample.id, answer(other)))
        acidtest.score("sast-triage", rows, limit=LIMIT, out=root / name, controls="none")
    return root


@pytest.fixture(scope="module")
def sections(folder: Path) -> list[Section]:
    return make_sections([folder / "hiding", folder / "better"])


def test_the_order_is_that_of_the_worst_case(sections: list[Section]) -> None:
    assert [run.folder.name for run in ranked(sections[0])] == ["better", "hiding"]


def test_every_table_says_how_many_were_scored_and_the_worst_case(sections: list[Section]) -> None:
    page = board(sections[0])
    assert "15 / 30" in page
    assert "30 / 30" in page
    assert "15 of 30 not scored" in page
    assert "worst case <b>50.0</b>" in page
    for text in (as_markdown(sections), as_latex(sections)):
        assert "15 / 30" in text
        assert "worst case 50.0" in text
    rows = {row["system"]: row for row in csv.DictReader(io.StringIO(as_csv(sections)))}
    (row,) = (row for name, row in rows.items() if "hiding" in name)
    assert (row["scored"], row["asked"]) == ("15", "30")
    assert (row["accuracy %"], row["accuracy worst case %"]) == ("100.0", "50.0")
    assert "worst case" in report_html(sections)
    assert overview([sections[0], sections[0]]).count("15 / 30") == 2


def test_pipelines_hear_of_the_worst_case(sections: list[Section]) -> None:
    bounds = [read_bound("--fail-under", "accuracy=0.55")]
    text = as_github(sections, bounds)
    assert "(100.0 %, at worst 50.0)" in text
    assert "15 of 30 samples not scored" in text
    assert text.count(":x:") == 1
    junit = as_junit(sections, bounds)
    assert "is not met in the worst case: it is 0.5" in junit


def test_the_list_of_runs_has_both_figures(folder: Path) -> None:
    rows = {row["run"]: row for row in RunsFolder(folder).listed()}
    assert (rows["hiding"]["scored"], rows["hiding"]["asked"]) == (15, 30)
    assert any("worst" in figure for figure in rows["hiding"]["figures"])
    assert not any("worst" in figure for figure in rows["better"]["figures"])


def test_runs_that_were_asked_otherwise_are_labelled(folder: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(folder / "better", tmp_path / "other")
    path = tmp_path / "other" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["asked"]["stripped"] = True
    del manifest["sha256"]
    write_json(path, manifest)
    (section,) = make_sections([folder / "better", tmp_path / "other"])
    page = board(section)
    assert "asked different questions (stripped)" in page
    assert '<span class="tag">stripped: yes</span>' in page
    assert '<span class="tag">stripped: no</span>' in page
    assert "asked different questions" in as_markdown([section])


def test_the_page_shows_both_figures(page: Any, sections: list[Section], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_html(sections), encoding="utf-8")
    ready(page, path.as_uri())
    page.get_by_text("With unscored answers counted as failed").first.wait_for()
    table = page.get_by_role("region", name="Comparison in sast-triage")
    assert "accuracy, worst case" in table.inner_text()
    assert "worst case 50.0" in page.locator(".board tr.system").nth(1).inner_text()


def test_the_opening_counts_unscored_answers_as_failed(
    page: Any, sections: list[Section], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_html(sections), encoding="utf-8")
    page.goto(path.as_uri())
    line = page.locator("table.standings tr.system").filter(has_text="hiding")
    assert "worst case" in line.locator("td.figure").inner_text()
    assert line.locator("td.beside").inner_text().split() == ["100.0", "worst", "case", "50.0"]
    drawn = page.locator("table.against tr.system").filter(has_text="hiding")
    assert "worst case" in drawn.locator("th").inner_text()
    assert drawn.locator("td.number").first.inner_text() == "50.0 %"
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator("table.standings td").evaluate_all(wider) == 0
    shot(page, "worst")


def test_the_list_shows_both_figures(page: Any, folder: Path) -> None:
    for server in served(folder):
        page.goto(server.address)
        page.get_by_label("choose hiding").wait_for()
        line = page.locator("table.runs tbody tr").filter(has=page.get_by_label("choose hiding"))
        assert line.locator("[data-name='scored / asked']").inner_text() == "15 / 30"
        assert "worst case" in line.inner_text()
