"""Boards: who is ranked, and who cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

import acidtest
from acidtest.analysis.boards import Board, make_board
from acidtest.analysis.sections import make_sections
from acidtest.core.records import Answer
from acidtest.core.registry import find_suite
from acidtest.engine import select
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

SUITE, LIMIT = "sast-triage", 30


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`all` and `alike` are right everywhere, `half` on some, `few` was asked about 8."""
    root = tmp_path_factory.mktemp("boards")
    for name, right, limit in (
        ("half", 20, LIMIT),
        ("all", LIMIT, LIMIT),
        ("alike", LIMIT, LIMIT),
        ("few", 8, 8),
    ):
        samples = select(find_suite(SUITE).read([]).samples, {}, limit)
        other = {FALSE_ALARM: REAL_BUG, REAL_BUG: FALSE_ALARM}
        rows = [
            Answer(s.id, answer(s.truth.label if i < right else other[s.truth.label]), cost_usd=0.5)
            for i, s in enumerate(samples)
        ]
        acidtest.score(SUITE, rows, limit=limit, out=root / name, controls="core")
    return root


def board(root: Path, *names: str) -> Board:
    (section,) = make_sections([root / name for name in names])
    return make_board(section)


def test_the_best_are_first_and_equals_share_a_rank(root: Path) -> None:
    made = board(root, "half", "all", "alike")
    assert [one.rank for one in made.systems] == [1, 1, 3]
    assert made.systems[2].run is not None
    assert made.systems[2].run.folder.name == "half"
    assert made.systems[0].cost_usd == 0.5


def test_who_was_asked_about_other_samples_has_no_rank(root: Path) -> None:
    made = board(root, "few", "half", "all")
    assert [one.rank for one in made.systems] == [1, 2, None]
    assert made.systems[2].notes == ["8 samples"]


def test_controls_stand_apart_and_have_no_rank(root: Path) -> None:
    made = board(root, "all")
    assert made.controls[0].label == "oracle"
    assert {one.label for one in made.controls} >= {"silent", "drop-all"}
    assert all(one.control and one.rank is None for one in made.controls)


def test_the_published_metric_stands_beside_the_lead(root: Path) -> None:
    made = board(root, "half")
    assert made.lead.name == "mcc"
    assert made.published is not None
    assert made.published.name == "published.accuracy"
    assert made.systems[0].published["value"] == pytest.approx(20 / 30)
