"""What more attempts buy: curves over attempts, tokens and dollars, with intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.analysis.sections import make_sections
from acidtest.core.records import Question
from acidtest.core.registry import find_suite
from acidtest.report.cost import budget_curves
from acidtest.report.picture_files import write_pictures
from acidtest.report.pictures import pictures

from .test_pictures import elements, figure, labels, number, points


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with three attempts at each sample: of every third sample the last one is right."""
    root = tmp_path_factory.mktemp("attempts")
    suite = find_suite("sast-triage")
    oracle = next(control for control in suite.controls if control.name == "oracle")
    rows: list[dict[str, Any]] = []
    for place, sample in enumerate(suite.read([]).samples):
        right = oracle.answer(Question(sample, "finding", 0, lambda form: "", lambda: None))
        about = {"id": sample.id, "tokens_in": 90, "tokens_out": 10, "cost_usd": 0.5}
        rows += [{**about, "answer": ""}] * 2
        rows.append({**about, "answer": "" if place % 3 else right})
    (root / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    acidtest.score("sast-triage", root / "a.jsonl", out=root / "run", controls="none")
    return root / "run"


def test_a_run_with_attempts_has_a_curve_for_each_kind_of_budget(folder: Path) -> None:
    sections = make_sections([folder])
    drawn = dict(pictures(sections[0]))["What more attempts buy"]
    assert {p.name: points(p.drawing)[-1] > points(p.drawing)[-2] for p in drawn} == {
        "right_at_k_against_attempts": True,
        "right_at_k_against_tokens": True,
        "right_at_k_against_cost_usd": True,
    }
    written = {p.name: p.drawing.label for p in drawn}
    third, whole = 100 / 9, 100 / 3
    assert f"{third:.1f} at 1, " in written["right_at_k_against_attempts"]
    assert f"{whole:.1f} at 300" in written["right_at_k_against_tokens"]
    assert f"{whole:.1f} at 1.5" in written["right_at_k_against_cost_usd"]
    files = write_pictures(sections, folder.parent / "files", "svg")
    assert "right_at_k_against_tokens.svg" in {path.name for path in files}


def test_each_point_has_its_interval_and_attempts_are_whole() -> None:
    curves = {"a": [(k * 1.0, figure(k / 4)) for k in (1, 2, 3)], "b": [(1.0, figure(0.9))]}
    drawing = budget_curves("t", "attempts", curves)
    upright = [
        number(one, "y2") - number(one, "y1")
        for one in elements(drawing, "line")
        if one.attrib.get("class", "").startswith("line s")
    ]
    assert upright == pytest.approx([42.0] * 3 + [42.0], abs=0.2)
    assert len(elements(drawing, "path")) == 1, "a single point has no line"
    across = {text for text in labels(drawing) if text.replace(".", "").isdigit()}
    assert "1.5" not in across
    assert {"1", "2", "3"} <= across


def test_one_attempt_is_no_curve(runs: Path) -> None:
    headings = [heading for heading, _ in pictures(make_sections([runs / "good"])[0])]
    assert "What more attempts buy" not in headings
