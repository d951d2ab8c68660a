"""Values and names of groups are strangers' text too, in every format and in the filters."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from rich.console import Console

from acidtest.analysis.sections import Section, make_sections
from acidtest.core.records import Json
from acidtest.core.text import visible
from acidtest.report.figures import as_csv, as_latex, as_markdown
from acidtest.report.html import report_html
from acidtest.report.picture_files import write_pictures
from acidtest.report.pipeline import as_github, as_junit
from acidtest.report.serve import ReportServer
from acidtest.report.terminal import group_table, provenance, summary_tables
from tests.folders import edit_scores, editable

from .conftest import served
from .test_serve import QUERY, Got

NAME = "<img src=x onerror='window.pwned=1'>\u202e\x1b[31m[bold]\uffff"
VALUES = [
    "<script>window.pwned=2</script>'\"",
    "\u202ebidi\u2066\x1b[31m",
    "nul\0nul",
    "\ud800",
    "=1+1|`x`](http://x)\n# head",
    "²" + "9" * 5000,
    "[bold]\ufffe\uffff",
    "",
]


@pytest.fixture(scope="module")
def hostile(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one run whose samples are in such groups."""
    root = tmp_path_factory.mktemp("hostile")
    folder = root / "run"
    editable(runs / "good", folder)
    column = f"group:{NAME}".replace('"', '""')
    edit_scores(folder / "scores.sqlite", f'ALTER TABLE scores ADD COLUMN "{column}" TEXT')
    with contextlib.closing(sqlite3.connect(folder / "scores.sqlite")) as base, base:
        for place, value in enumerate(VALUES):
            text = value.encode("utf-8", "backslashreplace").decode()
            change = f'UPDATE scores SET "group:opt" = ?1, "{column}" = ?1 WHERE nth = ?2'
            base.execute(change, (text, place))
    summary = json.loads((folder / "summary.json").read_text())
    figures = dict.fromkeys(VALUES, summary["metrics"])
    summary["groups"] = {"opt": figures, NAME: figures}
    (folder / "summary.json").write_text(json.dumps(summary))
    return root


@pytest.fixture(scope="module")
def section(hostile: Path) -> Section:
    """It, read."""
    (made,) = make_sections([hostile / "run"])
    return made


def sound(text: str) -> bool:
    """Whether nothing in it moves a terminal or a reader's eye."""
    text.encode()
    return all(c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in text)


def test_texts_hold_no_characters_that_act(section: Section) -> None:
    for make in (as_markdown, as_latex, as_csv):
        assert sound(make([section]))
    for told in (as_junit([section], []), as_github([section], [])):
        assert sound(told)
    ElementTree.fromstring(as_junit([section], []))


def test_a_page_holds_them_as_text(section: Section) -> None:
    page = report_html([section])
    assert sound(page)
    tags: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not any(name.startswith("on") for name, _ in attrs)

    Tags().feed(page)
    assert "img" not in tags
    assert tags.count("script") == 2


def test_pictures_are_sound(section: Section, tmp_path: Path) -> None:
    for path in write_pictures([section], tmp_path, "svg"):
        assert sound(path.name)
        assert sound("".join(ElementTree.parse(path).getroot().itertext()))


def test_a_terminal_shows_them_as_text(section: Section) -> None:
    run = section.runs[0]
    console = Console(width=200, record=True, file=None, color_system=None)
    with console.capture() as captured:
        for part in summary_tables(run.suite, run.summary):
            console.print(part)
        console.print(group_table(run.suite, run.summary, NAME))
    assert sound(captured.get())
    assert "[bold]" in captured.get()
    odd: dict[str, Json] = {**run.summary, "signature": "\x1b[31m", "question_form": "\u202e"}
    assert sound(provenance(odd))


@pytest.fixture
def server(hostile: Path) -> Iterator[ReportServer]:
    """The site over it."""
    yield from served(hostile)


def test_filters_find_them(server: ReportServer, section: Section) -> None:
    for name in ("opt", NAME):
        for value in section.groups[name]:
            query = {**QUERY, "columns": [[0, 0]], "groups": {name: value}}
            asked = urlencode([("run", "run"), ("query", json.dumps(query))])
            got = Got(server, f"/api/samples?{asked}")
            assert (got.status, json.loads(got.text)["total"]) == (200, 1), value
    for sort in ("group:0", "-group:1", "group:2"):
        query = {**QUERY, "columns": [[0, 0]], "sort": sort}
        asked = urlencode([("run", "run"), ("query", json.dumps(query))])
        assert Got(server, f"/api/samples?{asked}").status == 200
    assert sound(Got(server, "/report?run=run").text)


def test_what_no_xml_may_hold_is_an_escape() -> None:
    assert visible("a\ufffe\uffff") == "a\\ufffe\\uffff"
