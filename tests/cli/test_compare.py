"""`compare` on real runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.store import read_scores
from tests.folders import edit_scores, editable

from .conftest import Call, write_answers


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
    several = acidtest("compare", oracle_run, "silent", oracle_run, "--metric", "passes").out
    assert several.count("A = oracle") == 1
    assert several.index("run B") < several.index("B = silent") < several.index("B = oracle (")
    apart = acidtest("compare", oracle_run, "silent", "--by", "opt", "--metric", "passes")
    assert "opt O0, passes: " in apart.out


def test_compare_refuses_what_cannot_be_compared(acidtest: Call, oracle_run: Path) -> None:
    for arguments, why in (
        ([oracle_run], "at least two run folders"),
        ([oracle_run, "nothing"], "not a run folder"),
        ([oracle_run, oracle_run, "--metric", "tea"], "unknown metric 'tea'"),
        ([oracle_run, oracle_run, "--by", "tea"], "unknown group 'tea'"),
    ):
        done = acidtest("compare", *arguments)
        assert (done.status, why in done.err) == (2, True), done.err


@pytest.fixture(scope="module")
def other_scoring(oracle_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run, as if another compiler had scored it."""
    folder = tmp_path_factory.mktemp("other") / "run"
    editable(oracle_run, folder)
    for name in ("manifest.json", "summary.json"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace("|gcc:", "|gcc:99."))
    return folder


def test_another_scoring_is_compared_when_the_user_insists(
    acidtest: Call, oracle_run: Path, other_scoring: Path
) -> None:
    assert acidtest("compare", oracle_run, other_scoring).status == 2
    done = acidtest("compare", oracle_run, other_scoring, "--anyway")
    assert done.status == 0, done.err
    one, other = (line for line in done.out.splitlines() if line.startswith("signature of "))
    assert one.startswith("signature of A c-decompile|")
    assert "|gcc:99." in other


def test_runs_of_one_system_are_told_apart_by_their_folders(
    acidtest: Call, oracle_run: Path, other_scoring: Path
) -> None:
    done = acidtest("compare", oracle_run, other_scoring, "--anyway")
    title = " ".join(done.out.split("metric")[0].split())
    assert f"A = oracle ({oracle_run}), B = oracle ({other_scoring})" in title


def test_a_metric_asked_for_twice_is_one(acidtest: Call, oracle_run: Path) -> None:
    twice = ("--metric", "passes", "--metric", "compiles", "--metric", "passes")
    (pair,) = acidtest("compare", oracle_run, oracle_run, *twice, "--json").json
    assert [row["metric"] for row in pair["metrics"]] == ["passes", "compiles"]


@pytest.mark.parametrize("options", [[], ["--anyway"], ["--anyway", "--json"]])
def test_anyway_does_not_compare_other_suites_or_other_samples(
    acidtest: Call, oracle_run: Path, tmp_path: Path, options: list[str]
) -> None:
    run = ("run", "crypto-inventory", "--system", "silent", "--controls", "none", "--limit", "2")
    assert acidtest(*run, "--out", "crypto").status == 0
    done = acidtest("compare", oracle_run, "crypto", *options)
    assert (done.status, "only runs of the same suite can be compared" in done.err) == (2, True)
    folder = tmp_path / "renamed"
    editable(oracle_run, folder)
    edit_scores(folder / "scores.sqlite", "UPDATE scores SET id = id || '?'")
    done = acidtest("compare", oracle_run, folder, *options)
    assert (done.status, "have no scored sample in common" in done.err) == (2, True), done.err


def test_all_flips_are_shown(acidtest: Call, oracle_run: Path, tmp_path: Path) -> None:
    """More than a screen holds: whoever asks for them wants them."""
    for name, passes in (("a", 1.0), ("b", 0.0)):
        editable(oracle_run, tmp_path / name)
        path = tmp_path / name / "scores.sqlite"
        count = len(read_scores(path))
        for table, key in (("scores", "id = 'sample-' || nth"), ("evidence", "nth = nth")):
            edit_scores(
                path,
                f"CREATE TEMP TABLE first AS SELECT * FROM {table}",
                *(
                    statement
                    for _ in range(4)
                    for statement in (
                        f"UPDATE first SET nth = nth + {count}",
                        f"INSERT INTO {table} SELECT * FROM first",
                    )
                ),
                f"UPDATE {table} SET {key}",
                "DROP TABLE first",
            )
        edit_scores(path, f'UPDATE scores SET "metric:passes" = {passes}')
        rows = read_scores(path)
        summary = json.loads((tmp_path / name / "summary.json").read_text())
        for figure in summary["metrics"].values():
            figure["n"] *= 5
        summary["metrics"]["passes"]["value"] = passes
        counts = dict.fromkeys(("n", "asked", "scored"), len(rows))
        (tmp_path / name / "summary.json").write_text(json.dumps({**summary, **counts}))
    done = acidtest("compare", tmp_path / "a", tmp_path / "b", "--metric", "passes", "--show-flips")
    assert done.status == 0, done.err
    (line,) = (line for line in done.out.splitlines() if "worse in B: " in line)
    assert line.count("sample-") == 40


def test_attempts_compare_as_what_k_of_them_reach(acidtest: Call) -> None:
    for system in ("oracle", "silent"):
        asked = ("run", "crypto-inventory", "--system", system, "--limit", "12", "--attempts", "2")
        assert acidtest(*asked, "--controls", "none", "--out", system).status == 0
    done = acidtest("compare", "silent", "oracle", "--metric", "exact@2", "--json")
    (row,) = done.json[0]["metrics"]
    assert (row["metric"], row["n"], row["b"]) == ("exact@2", 6, 1.0)  # with something to find
    assert "unknown metric 'exact@3'" in acidtest(
        "compare", "silent", "oracle", "--metric", "exact@3"
    ).err  # fmt: skip


def test_another_question_is_compared_only_when_the_user_insists(acidtest: Call) -> None:
    asked = ("run", "sast-triage", "--system", "oracle", "--limit", "6", "--controls", "none")
    assert acidtest(*asked, "--out", "one").status == 0
    assert acidtest(*asked, "--attempts", "2", "--out", "two").status == 0
    done = acidtest("compare", "one", "two")
    assert (done.status, "different questions (attempts: 1 and 2)" in done.err) == (2, True)
    assert "compare --anyway" in done.err
    done = acidtest("compare", "one", "two", "--anyway")
    assert (done.status, "asked different questions (attempts: 1 and 2)" in done.out) == (0, True)


def test_both_figures_are_said_if_answers_were_not_scored(acidtest: Call, tmp_path: Path) -> None:
    asked = ("run", "sast-triage", "--system", "oracle", "--limit", "12", "--controls", "none")
    assert acidtest(*asked, "--out", "all").status == 0
    lines = [json.loads(x) for x in (tmp_path / "all" / "answers.jsonl").read_text().splitlines()]
    lost = [{"id": row["id"], "error": "lost"} if i < 6 else row for i, row in enumerate(lines)]
    write_answers(tmp_path / "some.jsonl", lost)
    done = acidtest(
        *("score", "sast-triage", "--answers", "some.jsonl", "--limit", "12", "--out", "some"),
        *("--controls", "none", "--fail-under", "accuracy=0.9"),
    )
    assert done.status == 3
    assert "accuracy=0.9 is not met in the worst case: it is 0." in done.err
    assert f"scored {len(lines) - 6} / {len(lines)}" in done.out
    done = acidtest("compare", "all", "some", "--metric", "accuracy")
    assert done.status == 0, done.err
    assert "accuracy, worst case" in done.out
    assert f"6 of {len(lines)} answers of B have no score" in done.out
    assert "With unscored answers counted as failed: " in done.out
