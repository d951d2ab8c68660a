"""The tables of a run: the funnel, and what was published on the same data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from acidtest.core.records import Sample, Score, Table
from acidtest.suites.c_decompile import quality
from acidtest.suites.c_decompile.dataset import OPTS
from acidtest.suites.c_decompile.suite import SUITE
from acidtest.suites.c_decompile.tables import Funnel
from acidtest.toolchains.target import parse_target

from .judging import MakeTask

NAMES = ("compiles_with_types", "passes_with_types", "passes", "agrees")


def tables_of(rows: Sequence[tuple[Sample, Score]]) -> list[Table]:
    """The tables once all rows were added."""
    funnel = Funnel()
    for sample, score in rows:
        funnel.add(sample, score)
    return funnel.tables()


def scored(sample: Sample, *values: float | None, attempt: int = 0) -> tuple[Sample, Score]:
    """A sample with a score of these metrics."""
    return sample, Score(sample.id, attempt, dict(zip(NAMES, values, strict=True)))


def test_the_funnel_counts_what_comes_through(make_task: MakeTask) -> None:
    given = [(1, 1, 1, 1), (1, 1, 0, 0), (1, 0, 0, None), (0, 0, 0, None)]
    rows = [
        scored(Sample(str(i), str(i), {}, make_task(), {}), *values)
        for i, values in enumerate(given)
    ]
    broken = Sample("broken", "broken", {}, make_task(), {})
    error = (broken, Score("broken", 0, error="ours"))
    (funnel,) = tables_of([*rows, error])
    assert [list(row) for row in funnel.rows] == [
        [NAMES[0], 3, 4],
        [NAMES[1], 2, 4],
        ["agrees (compared)", 1, 2],
    ]
    assert tables_of([error]) == []
    assert tables_of([]) == []


def test_published_figures_stand_beside_the_published_data_alone(public_data: Path) -> None:
    folder = public_data / "decompile-eval"
    for name in ("decompile-eval.json", "decompile-eval-executable-gcc-obj.json"):
        samples = list(SUITE.read([folder / name]).samples)
        whole = [scored(sample, 1, 1, 1, None) for sample in samples]
        _, found = tables_of(whole)
        assert found.name == "published_figures"
        ghidra = [row[2:] for row in found.rows if row[1] == "Ghidra"]
        assert [row[3] for row in ghidra] == ["", *OPTS]
        assert all("arXiv" in row[6] or "github.com" in row[6] for row in found.rows)
        by_level = [row[0] for row in ghidra[1:]]
        assert abs(sum(by_level) / 4 - ghidra[0][0]) < 1e-4
        assert [table.name for table in tables_of(whole[:-4])] == ["funnel"]


def test_further_attempts_do_not_make_other_data_of_it(public_data: Path) -> None:
    samples = SUITE.read([public_data / "decompile-eval" / "decompile-eval.json"]).samples
    twice = [scored(s, 1, 1, 1, None, attempt=n) for s in samples for n in range(2)]
    assert [table.name for table in tables_of(twice)] == ["funnel", "published_figures"]


def test_targets_are_counted_with_the_way_they_are_judged(make_task: MakeTask) -> None:
    rows = []
    for name in ("x86-64-gcc-O0", "aarch64-gcc-O2", "mips-gcc-O2"):
        sample = Sample("t", "t", {"target": name}, make_task(target=parse_target(name)), {})
        rows += [scored(sample, 1, 1, 1, None), scored(sample, 1, 0, 0, None)]
    (_, native), (there, _) = rows[0], rows[-1]
    emulated = {"passes_with_types": None, "emulated.passes_with_types": 1.0}
    unknown = dict.fromkeys(emulated)
    why = {"emulated.passes_with_types": "it takes a variable number of arguments"}
    rows[-2:] = [(there, Score("t", 0, emulated)), (there, Score("t", 0, unknown, why))]
    funnel, table = tables_of(rows)
    assert [list(row) for row in table.rows] == [
        ["x86-64-gcc-O0", "native", 2, 2, 1, ""],
        ["aarch64-gcc-O2", "native -funsigned-char", 2, 2, 1, ""],
        ["mips-gcc-O2", "emulated", 2, 1, 1, "1: it takes a variable number of arguments"],
    ]
    assert funnel.rows[1] == [NAMES[1], 2, 4], "emulated verdicts are not mixed with others"
    assert native.metrics["passes_with_types"] == 1


def test_quality_is_averaged_over_the_answers_that_pass(make_task: MakeTask) -> None:
    sample = Sample("1", "1", {}, make_task(), {})
    failed = dict.fromkeys(quality.NAMES, 0.0) | {"quality.local_types": None}
    passed = dict.fromkeys(quality.NAMES, 0.5) | {"quality.local_types": None}
    rest = dict(zip(NAMES, (1, 1, 1, None), strict=True))
    rows = [
        (sample, Score("1", 0, {**rest, **failed})),
        (sample, Score("1", 1, {**rest, **passed}, {}, {"quality": {"gotos": [0, 3]}})),
        (sample, Score("1", 2, {**rest, **passed}, {}, {"quality": {"gotos": [1, 2]}})),
        # passes, but could not be read
        (sample, Score("1", 3, {**rest, **failed}, {}, {"quality": {"not_measured": "why"}})),
    ]
    _, table = tables_of(rows)
    by_name = {row[0]: list(row[1:]) for row in table.rows}
    assert by_name["gotos"] == [0.3333, 3, "gotos", 0.33, 1.67]
    assert by_name["names"] == [0.3333, 3, "", None, None]
    assert by_name["local_types"] == [None, 0, "", None, None]
