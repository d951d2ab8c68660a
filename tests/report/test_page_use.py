"""What a person does with the page, step by step: compare, follow links, read a sample."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acidtest.analysis.sections import make_sections
from acidtest.core.records import Sample, Score
from acidtest.core.registry import find_suite
from acidtest.report.html import report_html
from acidtest.report.serve import ReportServer
from acidtest.store import read_scores
from tests.folders import editable

from .conftest import rescored
from .looking import ids, ready, rows, shot

BOTH = "report?run=good&run=deep%2Fhalf"


def report_on(folder: Path, *runs: Path) -> str:
    path = folder / "page.html"
    path.write_text(report_html(make_sections(runs)), encoding="utf-8")
    return path.as_uri()


def compared(page: Any) -> Any:
    return page.get_by_role("region", name="Comparison")


PAIRS = {"0,1": ("O2", "O3"), "0,2": ("O0", "O1", "O2", "O3"), "1,2": ("O0", "O1")}


def test_each_pair_lists_the_samples_on_which_it_differs(page: Any, address: str) -> None:
    ready(page, address)
    for pair, levels in PAIRS.items():
        page.get_by_label("Runs", exact=True).select_option(pair)
        compared(page).wait_for()
        page.get_by_role("button", name="Samples where they differ").click()
        rows(page, 2 * len(levels))
        assert all(name.endswith(levels) for name in ids(page))
        heads = page.locator("table.samples thead .number").all_inner_texts()
        names = page.get_by_label("Runs", exact=True).locator(":checked").inner_text()
        told = names.removeprefix("A: ").split("B: ")
        assert [head.strip() for head in heads[:2]] == [name.strip() for name in told]
        show = page.get_by_label("Show").locator(":checked").inner_text()
        assert re.fullmatch("where .+ and .+ differ", show)
    page.get_by_label("Show").select_option("all")
    rows(page, 8)


def test_the_counts_of_a_metric_lead_to_its_samples(page: Any, address: str) -> None:
    ready(page, address)
    line = compared(page).get_by_role("row").filter(has_text="compiles").first
    counts = line.get_by_role("button")
    better, worse, _ = (int(n) for n in counts.inner_text().split(" / "))
    page.get_by_label("Show").select_option("best")
    counts.click()
    rows(page, better + worse)
    assert page.get_by_label("Metric").locator(":checked").inner_text() == "compiles"


@pytest.fixture(scope="session")
def alike(runs: Path, tasks: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report on two runs that differ in no headline metric, and on three samples in another."""
    folder = tmp_path_factory.mktemp("alike")
    shutil.copytree(runs / "good", folder / "run")
    samples = {s.id: s for s in find_suite("c-decompile").read([tasks]).samples}
    (section,) = make_sections([folder / "run"])
    scores = list(section.runs[0].scores(list(samples)))
    for place, score in enumerate(scores[:3]):
        scores[place] = replace(score, metrics={**score.metrics, "published.bleu": 0.5})
    names = list(scores[0].metrics)
    rescored(folder / "run", scores, samples, names)
    return report_on(folder, runs / "good", folder / "run")


def test_runs_alike_in_the_headlines_lead_to_where_they_differ(page: Any, alike: str) -> None:
    ready(page, alike)
    compared(page).wait_for()
    page.get_by_role("button", name="Samples where they differ").click()
    rows(page, 3)
    assert page.get_by_label("Metric").locator(":checked").inner_text() == "published.bleu"


def test_a_comparison_says_what_it_waits_for_and_leaves_out(
    page: Any, server: ReportServer
) -> None:
    held: list[Any] = []
    page.route("**/api/compare*", lambda route: held.append(route))
    page.goto(server.address + BOTH + "#compare-c-decompile")
    page.get_by_text("comparing…").wait_for()
    while not held:
        page.wait_for_timeout(20)
    found = held[0].fetch().json()
    held[0].fulfill(json={**found, "left": 7})
    page.get_by_text("7 samples were scored in only one of the runs and are left out.").wait_for()
    assert page.get_by_text("comparing…").count() == 0


def test_pairs_that_a_file_leaves_out_are_said(page: Any, runs: Path, tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{i}" for i in range(7)]
    for copy in copies:
        shutil.copytree(runs / "good", copy)
    ready(page, report_on(tmp_path, *copies))
    page.get_by_text("This shows 6 of 21 pairs: each run with good (copy0).").wait_for()
    page.get_by_text("Pictures show the first 6 of 7 systems").wait_for()


def test_a_comparison_is_whole_on_a_phone(page: Any, report: str) -> None:
    ready(page, report)
    compared(page).wait_for()
    width = page.viewport_size["width"]
    for cell in compared(page).locator("tbody tr").first.locator("td").all():
        place = cell.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
    shot(page, "compared")


def test_a_wide_table_hints_that_it_goes_on(page: Any, report: str) -> None:
    page.set_viewport_size({"width": 700, "height": 800})
    ready(page, report)
    area = page.locator(".scroll").first
    page.wait_for_selector(".scroll.beyond")
    area.evaluate("node => { node.scrollLeft = 1e6; }")
    page.wait_for_selector(".scroll.before:not(.beyond)")


@pytest.mark.parametrize("link", ["#%zz", "#%zz/x", "#c-decompile/%zz", "#nowhere/x", "#/", "#%00"])
def test_a_damaged_link_is_ignored(page: Any, report: str, link: str) -> None:
    ready(page, report + link)
    assert len(ids(page)) == 8
    assert page.locator("dialog[open]").count() == 0
    assert page.get_by_text("cannot be shown").count() == 0


@pytest.fixture(scope="session")
def long(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report of 120 samples: three pages."""
    folder = tmp_path_factory.mktemp("long")
    shutil.copytree(runs / "good", folder / "run")
    row = read_scores(runs / "good" / "scores.sqlite")[0]
    names = [name.removeprefix("metric:") for name in row if name.startswith("metric:")]
    every = ["constructor", *(f"sample-{i}" for i in range(1, 120))]
    samples = {i: Sample(i, i, {"opt": "O0"}, None, {}) for i in every}
    scores = [Score(i, 0, dict.fromkeys(names, 1.0), {}, {}) for i in every]
    rescored(folder / "run", scores, samples, names)
    return report_on(folder, folder / "run")


def test_keys_go_on_to_the_next_page_and_back(page: Any, long: str) -> None:
    ready(page, long)
    title = page.title()
    page.get_by_role("link", name="sample-49", exact=True).click()
    page.get_by_role("heading", name="sample-49", exact=True).wait_for()
    for key, name in (
        ("j", "sample-50"),
        ("j", "sample-51"),
        ("k", "sample-50"),
        ("k", "sample-49"),
    ):
        page.keyboard.press(key)
        page.get_by_role("heading", name=name, exact=True).wait_for()
    assert page.title().startswith("sample-49")
    page.keyboard.press("Escape")
    page.wait_for_function("title => document.title === title", arg=title)
    assert page.evaluate("document.activeElement.textContent") == "sample-49"
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("link", name="sample-119").click()
    page.get_by_role("heading", name="sample-119").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.get_by_role("heading", name="sample-118").wait_for()


def test_a_sample_called_as_what_objects_have_is_one(page: Any, long: str) -> None:
    ready(page, long + "#c-decompile/constructor")
    page.get_by_role("heading", name="constructor").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("table.samples .bad").count() == 0


@pytest.fixture(scope="session")
def edited(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report on answers with line ends of two letters, a changed word and a long number."""
    folder = tmp_path_factory.mktemp("edited")
    editable(runs / "good", folder / "run")
    path = folder / "run" / "answers.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line["answer"] = line["answer"].replace("return", "int fresh;\n\treturn 1 +", 1)
        line["answer"] = line["answer"].replace("\n", "\r\n") + "\rlast"
        line["time_s"] = 0.010909860000538174
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return report_on(folder, folder / "run")


def test_lines_of_reference_and_answer_stand_side_by_side(page: Any, edited: str) -> None:
    ready(page, edited + "#c-decompile/ink_cost-O0")
    box = page.get_by_role("dialog")
    answer = box.get_by_role("region", name="Answer")
    assert "CRLF line ends" in box.get_by_role("heading", name="Answer").inner_text()
    assert "CRLF" not in box.get_by_role("heading", name="Reference").inner_text()
    # Only the carriage return that ends no line is shown.
    assert answer.inner_text().count("\\u{d}") == 1
    assert page.evaluate("written('a\\r\\nb\\r').textContent") == "a\nb\\u{d}"
    fresh = answer.locator(".line.new").filter(has_text="return 1 +")
    assert fresh.locator("mark").all_inner_texts()[:2] == ["1", "+"]
    assert answer.locator(".line.new").filter(has_text="int fresh;").locator("mark").count() == 0
    tops = """side => [...side.children].map(line => line.getBoundingClientRect().top)"""
    if page.size == "desktop":
        left = box.get_by_role("region", name="Reference").evaluate(tops)
        assert left == answer.evaluate(tops)
    assert "0.01091" in box.inner_text()
    assert "0.0109098" not in box.inner_text()
    shot(page, "aligned")


def test_metrics_that_do_not_apply_fold_away_with_their_reasons(page: Any, address: str) -> None:
    ready(page, address + "#c-decompile/ink_cost-O3")
    box = page.get_by_role("dialog")
    box.get_by_label("Answer of").select_option(index=1)
    fold = box.locator("details").first
    assert re.match(r"\d+ metrics? do(es)? not apply", fold.locator("summary").inner_text())
    assert not fold.locator("table").is_visible()
    fold.locator("summary").click()
    why = fold.get_by_text("it does not pass the test").first
    assert why.bounding_box()["width"] >= 0.3 * fold.bounding_box()["width"]
    applied = box.locator("table.known").first.locator("td.number").all_inner_texts()
    assert "–" not in applied


def test_the_list_is_searched_and_leads_to_a_comparison_and_back(
    page: Any, server: ReportServer
) -> None:
    page.goto(server.address)
    line = page.locator("table.runs tbody tr")
    page.get_by_label("choose stub").wait_for()
    stub = line.filter(has=page.get_by_label("choose stub"))
    assert "control" in stub.inner_text()
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d", stub.inner_text())
    assert stub.locator("[data-name='scored / asked']").inner_text() == "8 / 8"
    dates = page.locator("[data-name=date]").all_inner_texts()
    assert dates == sorted(dates, reverse=True)
    search = page.get_by_role("searchbox")
    search.fill("deep")
    page.get_by_text("1 of 3 runs").wait_for()
    assert line.count() == 1
    compare = page.get_by_role("button", name="Compare")
    page.get_by_label("choose deep/half").check()
    assert compare.is_disabled()
    search.fill("")
    page.get_by_label("choose good").check()
    shot(page, "list-chosen")
    compare.click()
    compared(page).wait_for()
    assert page.url.endswith("#compare-c-decompile")
    assert page.get_by_label("Runs", exact=True).bounding_box()["y"] < 400
    page.go_back()
    page.get_by_label("choose good").wait_for()
    assert page.get_by_label("choose good").is_checked()
    assert page.get_by_label("choose deep/half").is_checked()
    assert not page.get_by_label("choose stub").is_checked()


def test_runs_that_do_not_compare_say_so(page: Any, server: ReportServer) -> None:
    ready(page, server.address + "report?run=good#compare-c-decompile")
    page.get_by_text("there is no comparison of them").wait_for()
