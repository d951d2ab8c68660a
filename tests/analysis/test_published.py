"""What was published about a metric stands beside and in its pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.analysis.published import Mark, Published, PublishedBand, row_problems
from acidtest.analysis.sections import Section, make_sections
from acidtest.report import charts
from acidtest.report.html import report_html
from acidtest.report.pictures import pictures
from acidtest.report.plot import Facts, ticks
from tests.folders import editable

SCORE = "published.edit_similarity"
TABLES: dict[str, list[list[Any]]] = {
    "bands": [["Edit Similarity", "0.5 to 1", "fine match"], [SCORE, "0 to 0.5", "poor match"]],
    "targets": [["avg_edit_similarity_pct", 78, 1]],
    "published_figures": [
        ["published.reexecutable", "Earlier <tool>", 0.2, 0.3, "", ""],
        ["published.reexecutable", "Earlier <tool>", 0.4, 0.4, "opt", "O0"],
        [SCORE, "Earlier <tool>", 0.25, 0.25, "", ""],
    ],
}


@pytest.fixture
def section(runs: Path, tmp_path: Path) -> Section:
    editable(runs / "deep" / "half", tmp_path / "run")
    tables = [
        {"name": name, "title": name, "columns": list("abcdef"), "note": "", "rows": rows}
        for name, rows in TABLES.items()
    ]
    (tmp_path / "run" / "tables.json").write_text(json.dumps({"tables": tables}))
    (section,) = make_sections([tmp_path / "run"])
    return section


def test_names_of_a_document_are_found_again(section: Section) -> None:
    told = section.published
    fine, poor = PublishedBand(0.5, 1, "fine match"), PublishedBand(0, 0.5, "poor match")
    assert told.bands(SCORE) == [fine, poor]
    assert told.target(SCORE) == 0.78
    assert told.target("published.bleu") is None
    assert told.marks("published.reexecutable") == [Mark("Earlier <tool>", 0.2, 0.3)]
    at_level = told.marks("published.reexecutable", "opt")
    assert at_level == [Mark("Earlier <tool>", 0.4, 0.4, "opt", "O0")]


def test_a_document_means_the_published_reading() -> None:
    tables = {"targets": {"rows": [["avg_bleu_score", 0.5, None]]}}
    both = Published(tables, ["bleu", "published.bleu"])
    assert (both.target("bleu"), both.target("published.bleu")) == (None, 0.5)
    assert Published(tables, ["bleu"]).target("bleu") == 0.5


@pytest.mark.parametrize(
    "row", [[], ["x"], "text", [SCORE, "a", "b", "c"], [SCORE, None, {}], [SCORE, 1e999, 1e999, 2]]
)
def test_a_table_that_only_looks_so_is_left_a_table(row: Any) -> None:
    told = Published({n: {"rows": [row]} for n in TABLES}, [SCORE])
    assert (told.bands(SCORE), told.target(SCORE), told.marks(SCORE)) == ([], None, [])


def test_the_leaderboard_has_published_figures_as_lines(section: Section) -> None:
    page = report_html([section])
    line = page.split("Earlier &lt;tool&gt; <")[1].split("</tr>")[0]
    assert "published" in line
    assert "<b>20.0 to 30.0</b>" in line
    assert "Earlier <tool>" not in page


def test_pictures_have_published_figures_drawn_in(section: Section) -> None:
    drawn = {p.name: p.drawing for _, found in pictures(section) for p in found}
    by_level = drawn["published.reexecutable_by_opt"]
    assert "Earlier <tool> O0 40.0" in by_level.label
    assert by_level.svg().count(">a<") == 2
    spread = drawn[f"{SCORE}_distribution"]
    text = "".join(ElementTree.fromstring(spread.svg(alone=True)).itertext())
    for wanted in ("fine", "poor", "target", "published: Earlier <tool>, 25.0"):
        assert wanted in text
    assert "fine match from 50 to 100" in spread.label


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_ticks_are_few_and_inside(low: float, span: float) -> None:
    high = low + span
    found = ticks(low, high)
    assert len(found) <= 8
    slack = 1e-6 * max(abs(low), abs(high), 1.0)
    assert all(low - slack <= tick <= high + slack for tick in found)
    assert ticks(0, 1) == [0, 0.2, 0.4, pytest.approx(0.6), 0.8, 1]


BANDS = st.tuples(st.floats(0, 1), st.floats(0, 1), st.text(max_size=40))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(BANDS, max_size=8), st.floats(-2, 2), st.floats(0, 1))
def test_any_facts_make_a_sound_picture(
    bands: list[tuple[float, float, str]], target: float, value: float
) -> None:
    facts = Facts(
        [PublishedBand(min(a, b), max(a, b), name) for a, b, name in bands],
        target,
        [Mark("a", 0.1, value)],
    )
    figure = {"value": value, "low": 0.0, "high": 1.0, "n": 3}
    for drawing in (
        charts.histogram("m", {"run": [value, 0.5]}, facts),
        charts.by_group("m by g", ["x"], {"run": [figure]}, "%", facts),
    ):
        root = ElementTree.fromstring(drawing.svg(alone=True))
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 <= float(text.attrib["y"]) <= drawing.height, "a label lies outside"


def test_rows_too_short_or_too_long_are_shown_as_they_can(section: Section) -> None:
    page = report_html([section])
    assert page.count("<table>") >= len(TABLES)


def test_rows_that_cannot_be_read_are_named() -> None:
    tables = {
        "bands": {"columns": ["metric", "span", "label"], "rows": [["x", "0 to 1", "fine"]]},
        "targets": {"columns": ["metric", "target"], "rows": [["x", 0.5], ["x", "much"], ["x"]]},
        "own": {"columns": ["a", "b"], "rows": [[1, 2], [1, 2, 3]]},
    }
    assert row_problems(tables) == [
        "table 'targets', row 2: not drawn: expected a number, got 'much'",
        "table 'targets', row 3: has 1 cells for 2 columns",
        "table 'own', row 2: has 3 cells for 2 columns",
    ]
