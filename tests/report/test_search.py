"""Search over questions and answers: what it gives, how it counts, and that it keeps up."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest

from acidtest.core.errors import InputError
from acidtest.report import search
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.search import AnswerIndex
from acidtest.report.serve import ReportServer
from tests.folders import editable

from .conftest import HOSTILE_NAME, served
from .looking import dress, faults, shot
from .test_serve import Got


def full(index: AnswerIndex, **query: Any) -> Any:
    """What a query gives once everything is indexed."""
    index.search({})
    index.wait()
    return index.search(query)


@pytest.fixture(scope="module")
def index(runs: Path) -> Iterator[AnswerIndex]:
    made = AnswerIndex(RunsFolder(runs))
    yield made
    made.close()


def names(page: Any) -> set[tuple[str, str]]:
    return {(row["run"], row["id"]) for row in page["rows"]}


def test_words_of_answers_and_of_questions_find_an_answer(index: AnswerIndex) -> None:
    assert {run for run, _ in names(full(index, search="window pwned"))} == {"deep/half"}
    assert full(index)["total"] == 16
    assert full(index, search="eax")["total"] > 0
    assert "\x02" in full(index, search="window")["rows"][0]["answer"]
    both = full(index, search="func0 window")
    assert both["total"] == 4
    assert full(index, search="nowhere-to-be-read")["total"] == 0


def test_a_word_may_stand_in_the_question_only(runs: Path) -> None:
    def questions(_: object, ids: list[str]) -> dict[str, Any]:
        return {identity: {"question": f"about zebra {identity}"} for identity in ids}

    with mock.patch.object(search, "asked", questions):
        made = AnswerIndex(RunsFolder(runs))
        page = full(made, search="zebra ink_cost-O0")
        assert names(page) == {("good", "ink_cost-O0"), ("deep/half", "ink_cost-O0")}
        assert "\x02zebra\x03" in page["rows"][0]["question"]
        made.close()


def test_controls_are_left_out_unless_asked_for(index: AnswerIndex) -> None:
    assert full(index, controls="yes")["total"] == 24
    assert {row["run"] for row in full(index)["rows"]} == {"good", "deep/half"}


def test_verdicts_and_causes_filter_and_are_counted(index: AnswerIndex) -> None:
    page = full(index)
    assert dict(page["verdicts"]) == {"right": 12, "wrong": 4}
    ((cause, count),) = page["causes"]
    assert count == 4
    assert cause.startswith("does not compile")
    wrong = full(index, verdict="wrong")
    assert {row["cause"] for row in wrong["rows"]} == {cause}
    assert dict(wrong["verdicts"]) == {"right": 12, "wrong": 4}
    assert full(index, cause=cause)["total"] == 4
    assert full(index, id="ink_cost-O0")["total"] == 2
    assert full(index, run="good")["total"] == 8


@pytest.mark.parametrize(
    "text",
    [
        '"',
        "'",
        "a OR",
        "NEAR(",
        "id:x",
        "-a",
        "^x*",
        "*",
        "\0",
        '""""',
        "{a b}",
        "\u202e",
        "🦓",
        ";",
    ],
)
def test_what_means_something_to_sqlite_is_a_word_like_others(
    index: AnswerIndex, text: str
) -> None:
    full(index, search=text, cause=text, run=text)
    full(index, search=text)


@pytest.mark.parametrize(
    "query", [{"search": "a " * 40}, {"from": "x"}, {"from": [1]}, {"run": "\ud800"}]
)
def test_an_odd_query_is_refused(index: AnswerIndex, query: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="invalid query"):
        index.search(query)


def test_the_index_follows_the_folder(runs: Path, tmp_path: Path) -> None:
    root = tmp_path / "runs"
    shutil.copytree(runs / "good", root / "one")
    made = AnswerIndex(RunsFolder(root))
    assert full(made)["total"] == 8
    shutil.copytree(runs / "good", root / "two")
    assert full(made)["total"] == 16
    shutil.rmtree(root / "one")
    assert names(full(made, id="ink_cost-O0")) == {("two", "ink_cost-O0")}
    made.close()
    with pytest.raises(InputError, match="stopping"):
        made.search({})


def test_a_damaged_run_is_named_and_hides_no_other(runs: Path, tmp_path: Path) -> None:
    root = tmp_path / "runs"
    shutil.copytree(runs / "good", root / "fine")
    shutil.copytree(runs / "good", root / "torn")
    (root / "torn" / "scores.sqlite").write_bytes(b"nothing")
    made = AnswerIndex(RunsFolder(root))
    page = full(made)
    assert (page["total"], list(page["skipped"])) == (8, ["torn"])
    assert str(root) not in page["skipped"]["torn"]
    made.close()


def test_without_full_text_search_it_says_so(runs: Path) -> None:
    with (
        mock.patch.object(search, "_SCHEMA", "CREATE VIRTUAL TABLE x USING fts99 (y)"),
        pytest.raises(InputError, match="no full-text search"),
    ):
        AnswerIndex(RunsFolder(runs))


def test_the_server_answers_it(server: ReportServer) -> None:
    got = Got(server, "/api/answers?" + urlencode({"query": json.dumps({"search": "func0"})}))
    assert got.status == 200
    assert set(json.loads(got.text)) >= {"total", "rows", "causes", "verdicts", "indexing"}
    assert Got(server, "/api/answers?query=1").status == 400
    assert Got(server, "/api/answers?query=%7B%22from%22%3A%22x%22%7D").status == 400


def opened(page: Any, server: ReportServer, place: str = "") -> None:
    page.goto(server.address + "answers" + place)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def test_answers_are_searched_and_filtered_on_the_page(page: Any, server: ReportServer) -> None:
    dress(page)
    opened(page, server)
    hits = page.locator(".hit")
    assert hits.count() == 16
    assert faults(page) == []
    page.get_by_role("button", name="does not compile").click()
    page.get_by_text("1 to 4 of 4 answers").wait_for()
    assert hits.first.locator(".tag").inner_text() == "wrong"
    shot(page, "answers")
    page.get_by_role("searchbox").fill("window pwned")
    hits.locator("mark").first.wait_for()
    assert "<script>window.pwned = 1</script>" in hits.first.inner_text()
    assert "\u202e" not in page.locator("body").inner_text()
    assert "search=window" in page.url
    page.get_by_role("searchbox").fill("nowhere")
    page.get_by_text("no matching answers").wait_for()


def test_a_filtered_page_has_an_address(page: Any, server: ReportServer) -> None:
    opened(page, server, "#verdict=wrong&search=func0")
    page.get_by_text("1 to 4 of 4 answers").wait_for()
    assert page.get_by_label("Verdict").input_value() == "wrong"


def test_two_answers_are_read_side_by_side(page: Any, server: ReportServer) -> None:
    opened(page, server)
    page.locator(".hit").filter(has_text="ink_cost-O3").first.get_by_role(
        "button", name="all answers to this sample"
    ).click()
    page.get_by_text("1 to 2 of 2 answers").wait_for()
    both = page.get_by_role("button", name="Side by side")
    assert both.is_disabled()
    for box in page.locator(".hit input[type=checkbox]").all():
        box.check()
    both.click()
    dialog = page.get_by_role("dialog")
    left = dialog.get_by_role("region", name="Answer of deep/half to ink_cost-O3")
    assert "<script>window.pwned = 1</script>" in left.inner_text()
    assert "func0" in dialog.get_by_role("region", name="Answer of good").inner_text()
    assert dialog.locator("pre .gone, pre .new").count() > 3
    assert "\\u{202e}" in dialog.inner_text()
    assert faults(page) == []
    shot(page, "side-by-side")


@pytest.fixture
def hostile(runs: Path, tmp_path: Path) -> Iterator[ReportServer]:
    """A run whose name, causes and ids are strangers' text."""
    folder = editable(runs / "deep" / "half", tmp_path / "<img src=x onerror='window.pwned=5'>")
    with sqlite3.connect(folder / "scores.sqlite") as base:
        base.execute("UPDATE scores SET cause = ?", ("<b onclick=window.pwned=6>\u202e\x02x\x03",))
    base.close()
    yield from served(tmp_path)


def test_strangers_text_is_text_on_every_page(page: Any, hostile: ReportServer) -> None:
    opened(page, hostile)
    page.get_by_role("button", name="<b onclick=window.pwned=6>").click()
    text = page.locator("body").inner_text()
    assert "<b onclick=window.pwned=6>\\u{202e}" in text.replace("\\u202e", "\\u{202e}")
    assert page.locator("img, b[onclick]").count() == 0
    assert "\u202e" not in text
    page.goto(hostile.address)
    page.get_by_label("choose <img").wait_for()
    assert page.locator("img, b[onclick]").count() == 0
    assert visible_name(page)


def visible_name(page: Any) -> bool:
    """Whether the hostile name of the system is there as text."""
    return HOSTILE_NAME.split("'")[0] in page.locator(".card").inner_text()
