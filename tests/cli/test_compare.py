"""`compare` on real runs."""

from __future__ import annotations

from pathlib import Path

from .conftest import Call


def test_compare_tells_who_is_better(acidtest: Call, oracle_run: Path, data: Path) -> None:
    silent = ("run", "c-decompile", "--system", "silent", "--data", data, "--controls", "none")
    assert acidtest(*silent, "--out", "silent").status == 0
    done = acidtest("compare", oracle_run, "silent", "--metric", "passes", "--show-flips")
    assert done.status == 0, done.err
    for part in ("A = oracle, B = silent", "-100.0", "passes, worse in B: ", "signature c-decomp"):
        assert part in done.out
    rows = acidtest("compare", oracle_run, "silent", oracle_run, "--json").json
    assert [row["b"]["system"] for row in rows] == ["silent", "oracle"]
    assert rows[0]["metrics"][0]["difference"] == -1
    assert "by" not in rows[0]
    apart = acidtest("compare", oracle_run, "silent", "--by", "opt", "--metric", "passes")
    assert "opt O0, passes: " in apart.out


def test_compare_refuses_what_cannot_be_compared(acidtest: Call, oracle_run: Path) -> None:
    for arguments, why in (
        ([oracle_run], "at least two run folders"),
        ([oracle_run, "nothing"], "is not a run folder"),
        ([oracle_run, oracle_run, "--metric", "tea"], "there is no metric 'tea'"),
        ([oracle_run, oracle_run, "--by", "tea"], "there is no group 'tea'"),
    ):
        done = acidtest("compare", *arguments)
        assert (done.status, why in done.err) == (2, True), done.err
