"""The tables of a run: the funnel, and what was published on the same data."""

from __future__ import annotations

from pathlib import Path

from acidtest.model import Score
from acidtest.suites import find_suite
from acidtest.suites.c_decompile import tables
from acidtest.suites.c_decompile.dataset import OPTS


def test_the_funnel_counts_what_comes_through() -> None:
    names = ("compiles_with_types", "passes_with_types", "passes", "agrees")
    given = [(1, 1, 1, 1), (1, 1, 0, 0), (1, 0, 0, None), (0, 0, 0, None)]
    scores = [
        Score(str(i), 0, dict(zip(names, values, strict=True))) for i, values in enumerate(given)
    ]
    (funnel,) = tables.tables([], [*scores, Score("broken", 0, error="ours")])
    rows = [list(row) for row in funnel.rows]
    assert rows == [[names[0], 3, 4], [names[1], 2, 4], ["agrees (compared)", 1, 2]]
    assert tables.tables([], [Score("broken", 0, error="ours")]) == []


def test_published_figures_stand_beside_the_published_data_alone(public_data: Path) -> None:
    suite = find_suite("c-decompile")
    folder = public_data / "decompile-eval"
    for name in ("decompile-eval.json", "decompile-eval-executable-gcc-obj.json"):
        samples = suite.read([folder / name]).samples
        (found,) = tables.tables(samples, [])
        ghidra = [row[2:] for row in found.rows if row[1] == "Ghidra"]
        assert [row[3] for row in ghidra] == ["", *OPTS]
        by_level = [row[0] for row in ghidra[1:]]
        assert abs(sum(by_level) / 4 - ghidra[0][0]) < 1e-4
        assert tables.tables(samples[:-4], []) == []
