"""Pictures cannot be misread: one colour a run, one scale a picture, no name over another."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acidtest
from acidtest.analysis.sections import Section, make_sections
from acidtest.report import charts
from acidtest.report.board import board, overview
from acidtest.report.cost import cost_against_quality
from acidtest.report.html import report_html
from acidtest.report.pictures import pictures
from acidtest.report.svg import Drawing, wide
from acidtest.store import Run, read_summary, write_json
from tests.folders import editable


def elements(drawing: Drawing, tag: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(drawing.svg())
    return [one for one in root.iter() if one.tag.endswith(f"}}{tag}")]


def number(one: ElementTree.Element, name: str) -> float:
    return float(one.attrib[name])


def written(one: ElementTree.Element) -> str:
    """What a person reads, without the tooltip."""
    return (one.text or "") + "".join(part.tail or "" for part in one)


def labels(drawing: Drawing) -> dict[str, ElementTree.Element]:
    return {written(one): one for one in elements(drawing, "text")}


def figure(value: float) -> dict[str, Any]:
    return {"value": value, "low": max(value - 0.1, 0), "high": min(value + 0.1, 1), "n": 9}


def test_a_run_has_one_colour_in_all_pictures_of_a_section(runs: Path, tmp_path: Path) -> None:
    """The first run tells no cost, so the picture of costs begins with the second."""
    shutil.copytree(runs / "good", tmp_path / "first")
    summary = read_summary(tmp_path / "first")
    del summary["effort"]
    write_json(tmp_path / "first" / "summary.json", summary)
    shutil.copytree(runs / "good", tmp_path / "third")
    (section,) = make_sections([tmp_path / "first", runs / "deep" / "half", tmp_path / "third"])
    colours: dict[str, set[str]] = {}
    drawn = [p for _, found in pictures(section) for p in found if "_by_opt_and" not in p.name]
    assert any("against" in picture.name for picture in drawn)
    for picture in drawn:
        for one in elements(picture.drawing, "circle"):
            tips = [part.text or "" for part in one]
            for run in section.runs:
                if any(tip.startswith(run.label[:10]) for tip in tips):
                    colours.setdefault(run.label, set()).add(one.attrib["class"])
        if picture.name.startswith("funnel"):
            (run,) = [run for run in section.runs if run.label in picture.title]
            bars = {one.attrib["class"] for one in elements(picture.drawing, "rect")}
            colours.setdefault(run.label, set()).update(kind for kind in bars if kind[0] == "d")
    assert [colours[run.label] for run in section.runs] == [{"d0"}, {"d1"}, {"d2"}]


def test_funnel_bars_share_the_scale_of_all() -> None:
    drawing = charts.funnel("f", [("a", 9, 12), ("b", 6, 6), ("c", 0, 0), ("units", 5, 40)], 2)
    boxes = elements(drawing, "rect")
    ground, bars = boxes[0::2], boxes[1::2]
    whole = number(ground[0], "width")
    shares = [number(one, "width") / whole for one in bars]
    assert shares == pytest.approx([0.75, 0.5, 0, 0.125], abs=0.01)
    assert number(ground[1], "width") == pytest.approx(whole / 2, abs=0.1)
    assert [one.attrib["class"] for one in bars] == ["d2", "d2", "d2", "muted"]
    assert {"9 / 12", "6 / 6", "0 / 0", "5 / 40"} <= set(labels(drawing))


def heights(drawing: Drawing, kind: str) -> list[float]:
    (path,) = [one for one in elements(drawing, "path") if one.attrib["class"] == kind]
    ys = [float(y) for y in re.findall(r"V([\d.]+)H", path.attrib["d"])]
    base = float(path.attrib["d"].split("V")[-1].rstrip("Z"))
    return [base - y for y in ys]


def test_histograms_of_many_and_few_have_the_same_area() -> None:
    drawing = charts.histogram("bleu", {"many": [0.1, 0.3] * 300, "few": [0.1, 0.3]})
    assert heights(drawing, "f0") == heights(drawing, "f1")
    told = labels(drawing)
    assert "many: mean 20.0, median 20.0, n = 600" in told
    assert {"share of samples, %", "bleu, %", "20", "100", "50"} <= set(told)
    assert "0.2" not in told


def test_a_long_name_is_whole_in_every_legend() -> None:
    name = "model:provider/a-model-with-a-long-name (folder)"
    series: dict[str, list[float]] = {name: [0.1], "b": [0.2]}
    drawings = [
        charts.histogram("m", series),
        charts.by_group("t", ["v"], {key: [figure(0.5)] for key in series}),
        charts.square("t", "x", "y", {key: [(0, 0, ""), (1, 1, "")] for key in series}),
        cost_against_quality("t", "s", [(key, 1.0, figure(0.5)) for key in series]),
    ]
    for drawing in drawings:
        assert name in labels(drawing)


def test_a_bar_grows_from_zero_to_either_side() -> None:
    low = {"value": -1.0, "low": -1.0, "high": -0.5}
    _, box = elements(charts.bar(low, (-1.0, 1.0)), "rect")
    assert (number(box, "x"), number(box, "width")) == (0, charts.BAR / 2)
    high = {"value": 0.5, "low": -0.5, "high": 1.0}
    drawing = charts.bar(high, (-1.0, 1.0))
    _, box = elements(drawing, "rect")
    assert (number(box, "x"), number(box, "width")) == (charts.BAR / 2, charts.BAR / 4)
    whisker = elements(drawing, "line")[0]
    assert (number(whisker, "x1"), number(whisker, "x2")) == (charts.BAR / 4, charts.BAR)


def points(drawing: Drawing) -> list[float]:
    return [number(one, "cx") for one in elements(drawing, "circle")]


def test_costs_that_lie_far_apart_are_on_a_logarithmic_axis() -> None:
    costs = {"free": 0.0, "tool": 0.01, "small": 0.1, "large": 1.0}
    drawing = cost_against_quality("t", "s", [(k, c, figure(0.5)) for k, c in costs.items()])
    free, tool, small, large = points(drawing)[-4:]
    assert free < tool
    assert small - tool == pytest.approx(large - small, abs=0.2)
    assert "s per answer, logarithmic" in labels(drawing)
    near = cost_against_quality("t", "s", [("a", 1.0, figure(0.5)), ("b", 2.0, figure(0.5))])
    assert "s per answer" in labels(near)
    a, b = points(near)[-2:]
    assert b - 44 == pytest.approx(2 * (a - 44), abs=0.2)


runs_with_costs = st.lists(
    st.tuples(
        st.text("abcdefgh", min_size=1, max_size=40),
        st.floats(0, 1e4),
        st.floats(0, 1),
    ),
    min_size=2,
    max_size=9,
    unique_by=lambda run: run[0],
)


@settings(deadline=None)
@given(runs_with_costs)
def test_no_name_lies_over_another_or_outside(given: Sequence[tuple[str, float, float]]) -> None:
    drawing = cost_against_quality("t", "s", [(n, c, figure(v)) for n, c, v in given])
    boxes = []
    for name, one in labels(drawing).items():
        if name in {run for run, _, _ in given}:
            x, y = number(one, "x"), number(one, "y")
            assert x >= 0
            assert x + wide(name) <= drawing.width
            boxes.append((x, y - 11, x + wide(name), y + 3))
    assert len(boxes) == len(given)
    for mine, other in combinations(boxes, 2):
        apart_across = mine[2] <= other[0] or other[2] <= mine[0]
        apart_down = mine[3] <= other[1] + 1 or other[3] <= mine[1] + 1
        assert apart_across or apart_down


@pytest.fixture
def uneven(runs: Path, tmp_path: Path, tasks: Path) -> Section:
    """A run of eight samples beside one of two."""
    acidtest.evaluate("c-decompile", "stub", data=[tasks], out=tmp_path / "few", limit=2)
    (section,) = make_sections([runs / "good", tmp_path / "few"])
    return section


def test_runs_of_different_samples_are_no_ranking(uneven: Section, runs: Path) -> None:
    assert "their order is not a ranking" in board(uneven)
    (even,) = make_sections([runs / "good", runs / "stub"])
    assert "not a ranking" not in board(even)


def test_the_overview_says_of_how_many_samples(runs: Path, tmp_path: Path) -> None:
    editable(runs / "good", tmp_path / "other")
    for name in ("manifest.json", "summary.json"):
        path = tmp_path / "other" / name
        path.write_text(path.read_text().replace("|data:", "|data:0"))
    assert "scored 8 / 8" in overview(make_sections([runs / "good", tmp_path / "other"]))


def test_a_figure_that_is_not_there_says_why(runs: Path) -> None:
    loaded = Run.open(runs / "good")
    summary = {**loaded.summary, "metrics": {**loaded.summary["metrics"]}}
    nothing = {"value": None, "low": None, "high": None, "n": 0, "reason": "<why>"}
    summary["metrics"]["compiles"] = nothing
    other = loaded.labelled("other")
    other.summary = summary
    section = Section("c-decompile", [loaded, other])
    assert "<small>&lt;why&gt;</small>" in board(section)


def test_every_region_of_a_page_has_a_name_of_its_own(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "good", tmp_path / "other")
    page = report_html(make_sections([runs / "good", runs / "deep" / "half", tmp_path / "other"]))
    names = re.findall(r'role="region" aria-label="([^"]*)"', page)
    assert len(names) > 3
    assert len(names) == len(set(names))


def test_only_runs_that_share_a_name_are_told_apart(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "good", tmp_path / "again")
    (section,) = make_sections([runs / "good", tmp_path / "again", runs / "stub"])
    assert [run.label for run in section.runs] == ["good (good)", "good (again)", "stub"]


def test_a_point_of_a_reliability_diagram_says_of_how_many_it_is(
    runs: Path, tmp_path: Path
) -> None:
    editable(runs / "good", tmp_path / "run")
    rows = [["0.2 to 0.3", 8, 0.25, 0.5], ["0.3 to 0.4", 9, 0.35, 0.6]]
    columns = ["confidence", "findings", "mean confidence", "right"]
    table = {"name": "calibration", "title": "C", "columns": columns, "rows": rows, "note": ""}
    write_json(tmp_path / "run" / "tables.json", {"tables": [table]})
    (section,) = make_sections([tmp_path / "run"])
    ((picture,),) = [found for head, found in pictures(section) if head == "What the suite counts"]
    tips = ["".join(one.itertext()) for one in elements(picture.drawing, "circle")]
    assert tips == ["good: 0.25, 0.5, n = 8", "good: 0.35, 0.6, n = 9"]
