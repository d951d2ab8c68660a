"""`acidtest run` and `acidtest score`, from the arguments to the exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from acidtest.store import RunWriter, read_manifest, read_summary
from tests.cli.conftest import Call, in_a_process, write_answers
from tests.folders import editable

OK = ("run", "c-decompile", "--system", "oracle", "--limit", "2", "--controls", "none")
HEADLINE = ("passes", "passes_with_types", "compiles")
PUBLISHED = ("published.reexecutable", "published.recompilable")


# -- run -------------------------------------------------------------------------------------------


def test_a_run_writes_its_folder_and_shows_its_figures(acidtest: Call, tmp_path: Path) -> None:
    done = acidtest(*OK, "--out", "here")
    assert done.status == 0, done.err
    files = {path.name for path in (tmp_path / "here").iterdir()} - {".lock"}
    written = {"manifest.json", "answers.jsonl", "scores.sqlite", "tables.json", "summary.json"}
    assert files == written
    assert "100.0" in done.out
    assert "no interval: all samples are in one cluster, and an interval needs 6" in done.out
    assert "signature c-decompile|v" in done.out
    assert "run folder here" in done.out


def test_json_is_the_summary_and_nothing_else(acidtest: Call, tmp_path: Path) -> None:
    done = acidtest(*OK, "--out", "here", "--json")
    assert done.json == read_summary(tmp_path / "here")
    assert set(done.json) == {
        *("suite", "system", "identity", "signature", "question_form"),
        *("n", "asked", "scored", "errors"),
        *("metrics", "groups", "controls", "sampled"),
    }
    assert done.json["sampled"]["samples"] == 2
    assert (done.json["n"], done.json["errors"], done.json["system"]) == (2, 0, "oracle")
    for name in (*HEADLINE, *PUBLISHED):
        assert done.json["metrics"][name]["value"] == 1.0
        assert done.json["metrics"][name]["n"] == 2


def test_the_same_command_finds_its_own_folder_and_asks_nothing_again(
    acidtest: Call, tmp_path: Path
) -> None:
    assert acidtest(*OK).status == 0
    (folder,) = (tmp_path / "runs" / "c-decompile").iterdir()
    assert folder.name.startswith("oracle-")
    before = {name: (folder / name).read_bytes() for name in ("answers.jsonl", "summary.json")}
    assert acidtest(*OK).status == 0
    assert list((tmp_path / "runs" / "c-decompile").iterdir()) == [folder]
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_groups_pick_samples(acidtest: Call, data: Path) -> None:
    done = acidtest(
        *("run", "c-decompile", "--data", data, "--system", "stub", "--controls", "none"),
        *("--groups", "opt=O0,O2", "--groups", "topic=switch", "--json"),
    )
    assert done.json["n"] == 2
    assert set(done.json["groups"]["opt"]) == {"O0", "O2"}
    assert done.json["metrics"]["passes"]["value"] == 0.0


def test_a_seed_moves_intervals_and_asks_nothing_again(acidtest: Call, tmp_path: Path) -> None:
    assert "(reused 0 of 2 answers)" in acidtest(*OK, "--seed", "5").out
    (folder,) = (tmp_path / "runs" / "c-decompile").iterdir()
    assert read_manifest(folder)["seed"] == 5
    done = acidtest(*OK, "--seed", "6")
    assert (done.status, "(reused 2 of 2 answers)" in done.out) == (0, True)
    assert "reused 2 of 2 answers from" in done.err
    assert list((tmp_path / "runs" / "c-decompile").iterdir()) == [folder]
    manifest = read_manifest(folder)
    assert (manifest["seed"], manifest["answers"]) == (6, {"asked": 2, "reused": 2})


def test_controls_stand_beside_the_result(acidtest: Call, data: Path) -> None:
    done = acidtest("run", "c-decompile", "--data", data, "--system", "stub", "--json")
    controls = done.json["controls"]
    assert {"oracle", "silent", "echo", "stub", "exploit:exit"} <= set(controls)
    assert controls["oracle"]["passes"] == 1
    assert controls["exploit:exit"]["passes"] == 0
    assert controls["exploit:exit"]["published.reexecutable"] == 1


def test_several_systems_are_one_table(acidtest: Call, tmp_path: Path) -> None:
    done = acidtest(*OK, "--system", "stub", "--out", "many")
    assert done.status == 0, done.err
    assert len(list((tmp_path / "many" / "c-decompile").iterdir())) == 2
    rows = [line for line in done.out.splitlines() if "oracle" in line or "stub" in line]
    assert len(rows) == 4


@pytest.mark.parametrize("form", ["asm", "asm-data"])
def test_a_question_form_can_be_chosen(acidtest: Call, form: str) -> None:
    done = acidtest(
        *("run", "c-decompile", "--system", "echo", "--limit", "1", "--controls", "none"),
        *("--question", form, "--json"),
    )
    assert (done.status, done.json["question_form"]) == (0, form)


def test_a_field_of_the_record_can_answer(acidtest: Call, data: Path) -> None:
    done = acidtest(
        *("run", "c-decompile", "--data", data, "--system", "field:function", "--json"),
        *("--controls", "none"),
    )
    assert done.json["metrics"]["passes"]["value"] == 1.0


# -- exit statuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "status"),
    [
        (("--fail-under", "passes=1"), 0),
        (("--fail-under", "broke_rule=0.01"), 1),
        (("--fail-over", "broke_rule=0"), 0),
        (("--fail-over", "passes=0.9"), 1),
        (("--fail-under", "passes=0.5", "--fail-over", "compiles=0.5"), 1),
    ],
)
def test_a_bound_that_is_not_met_is_status_1(
    acidtest: Call, bound: tuple[str, ...], status: int
) -> None:
    done = acidtest(*OK, *bound)
    assert done.status == status
    assert ("is not met" in done.err) == bool(status)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("run",), "Missing argument 'SUITE|all'. `acidtest suites` lists the suites."),
        (("run", "c-decompile"), "Missing option '--system'. `acidtest systems c-decompile` lists"),
        (("run", "tea", "--system", "oracle"), "unknown suite 'tea'; choose from: c-decompile"),
        (("run", "c-decompile", "--system", "tea"), "unknown system 'tea'"),
        ((*OK, "--limit", "0"), "--limit"),
        ((*OK, "--groups", "opt"), "expected GROUP=VALUE,VALUE"),
        ((*OK, "--groups", "opt=O9"), "group 'opt' has no value 'O9'"),
        ((*OK, "--groups", "tea=1"), "unknown group 'tea'"),
        ((*OK, "--question", "tea"), "tea"),
        ((*OK[:3], "echo", "--question", "pseudo"), "724 of 724 samples carry no pseudo-code"),
        ((*OK, "--data", "absent.json"), "absent.json: no such file or folder"),
        ((*OK, "--fail-under", "passes"), "expected METRIC=VALUE"),
        ((*OK, "--fail-under", "passes=x"), "expected METRIC=VALUE"),
        ((*OK, "--fail-under", "=1"), "expected METRIC=VALUE"),
        ((*OK, "--fail-under", "passes=nan"), "expected METRIC=VALUE"),
        ((*OK, "--fail-under", "passes=50"), "for 50 %, write 0.5, not 50"),
        ((*OK, "--fail-over", "tea=1"), "unknown metric 'tea'"),
        (("run", "c-decompile", "--system", "field:tea"), "has no field 'tea'"),
        (("score", "c-decompile"), "give --answers FILE"),
        (("score", "c-decompile", "--answers", "absent"), "absent: no such file or folder"),
        (("brew",), "no such command 'brew'; choose from: run, score"),
        (("comapre", "A", "B"), "no such command 'comapre'; did you mean compare"),
        (("corpus", "fersh", "c-decompile"), "no such command 'corpus fersh'; did you mean fresh"),
        (("run", "--brew"), "No such option"),
        (("export", ".", "--format", "xml"), ".: not a run folder"),
    ],
)
def test_bad_usage_is_status_2_with_a_reason(
    acidtest: Call, arguments: tuple[str, ...], part: str
) -> None:
    done = acidtest(*arguments)
    assert done.status == 2
    assert part in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("bound", ["tea=1", "passes=x"])
def test_a_bad_bound_is_refused_before_anything_runs(
    acidtest: Call, tmp_path: Path, bound: str
) -> None:
    assert acidtest(*OK, "--fail-under", bound, "--out", "here").status == 2
    assert not (tmp_path / "here" / "answers.jsonl").exists()


def test_errors_of_our_side_are_status_3_and_stay_visible(acidtest: Call, tmp_path: Path) -> None:
    records = [
        {
            "task_id": 1,
            "type": opt,
            "c_func": function,
            "c_test": "int main(void) { return 0; }",
            "input_asm_prompt": "<func0>:",
        }
        for opt, function in (("O0", "int func0(void) { return 0; }"), ("O1", "int other;"))
    ]
    (tmp_path / "data.json").write_text(json.dumps(records))
    done = acidtest(
        *("run", "c-decompile", "--data", "data.json", "--system", "stub", "--out", "here"),
        *("--controls", "none", "--fail-under", "passes=1"),
    )
    assert done.status == 3
    assert "1 of 2 samples were not scored: task 1: the reference does not define func0" in done.err
    summary = json.loads((tmp_path / "here" / "summary.json").read_text())
    assert (summary["n"], summary["errors"], summary["metrics"]["passes"]["n"]) == (2, 1, 1)
    shown = acidtest("show", "here")
    assert "2 samples, scored 1 / 2" in shown.out
    assert "1 sample not scored. Figures are without them" in shown.out
    assert "error: 1-O1: " in shown.out


@pytest.mark.parametrize("tool", ["bwrap", "gcc"])
def test_a_missing_tool_is_status_3_with_the_command_that_installs_it(
    tmp_path: Path, tool: str
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in {"gcc", "g++", "as", "ld", "objdump", "objcopy", "strip", "bwrap"} - {tool}:
        (tools / name).symlink_to(Path("/usr/bin", name))
    done = in_a_process(*OK, "--out", tmp_path / "run", env={"PATH": str(tools)})
    package = {"bwrap": "bubblewrap", "gcc": "gcc"}[tool]
    assert done.status == 3
    assert f"apt-get install {package}" in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "run" / "answers.jsonl").exists()


def test_a_folder_in_use_is_refused(acidtest: Call, tmp_path: Path) -> None:
    acidtest(*OK, "--out", "here")
    asked = read_manifest(tmp_path / "here")["asked"]
    with RunWriter(tmp_path / "here", asked):
        done = acidtest(*OK, "--out", "here")
    assert (done.status, "another acidtest is writing" in done.err) == (2, True)


# -- score -----------------------------------------------------------------------------------------


def score(acidtest: Call, data: Path, records: list[dict[str, Any]], *more: str) -> Any:
    """Score these records; the command's ending."""
    answers = write_answers(Path("mine.jsonl"), records)
    return acidtest(
        *("score", "c-decompile", "--data", data, "--answers", answers, "--out", "scored"),
        *("--controls", "none", "--json", *more),
    )


def test_the_right_answers_score_100(
    acidtest: Call, data: Path, references: dict[str, str]
) -> None:
    done = score(acidtest, data, [{"id": k, "answer": v} for k, v in references.items()])
    assert (done.status, done.err) == (0, "")
    assert (done.json["n"], done.json["system"]) == (8, "mine")
    for name in (*HEADLINE, *PUBLISHED):
        assert done.json["metrics"][name]["value"] == 1.0


def test_missing_and_unknown_ids_are_told(
    acidtest: Call, data: Path, references: dict[str, str]
) -> None:
    records = [{"id": k, "answer": v} for k, v in list(references.items())[:6]]
    done = score(acidtest, data, [*records, {"id": "tea-O0", "answer": "x"}])
    assert done.status == 0
    assert "1 ids are not in the data, such as 'tea-O0'" in done.err
    assert "2 of 8 samples have no answer" in done.err
    assert done.json["metrics"]["passes"]["value"] == 0.75
    assert done.json["metrics"]["passes"]["n"] == 8


def test_ids_of_other_data_are_refused(acidtest: Call, data: Path, tmp_path: Path) -> None:
    done = score(acidtest, data, [{"id": "17-O2", "answer": "x"}])
    assert done.status == 2
    assert "ids such as '17-O2', the data such as 'drop_between-O0'" in done.err
    assert not (tmp_path / "scored").exists()


def test_attempts_give_passes_at_k(acidtest: Call, data: Path, references: dict[str, str]) -> None:
    records = [{"id": k, "answer": v} for k, v in references.items()]
    wrong = [{"id": k, "answer": "no"} for k in references]
    done = score(acidtest, data, [*wrong, *records, *wrong[:4]])
    figures = done.json["metrics"]
    assert "4 samples have fewer than 3 attempts" in done.err
    assert figures["passes"]["value"] == pytest.approx(1 / 3)
    assert figures["passes@1"]["value"] == pytest.approx(1 / 3)
    assert figures["passes@2"]["value"] == pytest.approx(2 / 3)
    assert figures["passes@3"]["value"] == 1.0
    for k in (1, 2, 3):
        assert figures[f"published.reexecutable@{k}"] == figures[f"passes@{k}"]


def test_a_recorded_error_is_an_error(
    acidtest: Call, data: Path, references: dict[str, str]
) -> None:
    first, *others = references
    records = [{"id": k, "answer": references[k]} for k in others]
    done = score(acidtest, data, [{"id": first, "error": "timed out \ud800"}, *records])
    assert done.status == 3
    assert done.json["errors"] == 1
    assert (done.json["metrics"]["passes"]["value"], done.json["metrics"]["passes"]["n"]) == (1, 7)


@pytest.mark.parametrize("model", ["\ud800", "[/b]", "\x1b[31m"])
def test_odd_model_names_do_no_harm(acidtest: Call, data: Path, model: str) -> None:
    done = score(acidtest, data, [{"id": "ink_cost-O0", "answer": "x", "model": model}])
    assert done.status == 0, done.err


def test_a_run_scored_again_gives_the_same_bytes(acidtest: Call, tmp_path: Path) -> None:
    run = ("run", "c-decompile", "--system", "oracle", "--limit", "3", "--seed", "4")
    assert acidtest(*run, "--groups", "opt=O0,O1", "--out", "here").status == 0
    names = ("summary.json", "scores.sqlite", "answers.jsonl", "manifest.json")
    before = {name: (tmp_path / "here" / name).read_bytes() for name in names}
    done = acidtest("score", "here")
    assert done.status == 0, done.err
    assert {name: (tmp_path / "here" / name).read_bytes() for name in names} == before
    assert acidtest(*run, "--groups", "opt=O0,O1", "--out", "here").status == 0


def test_a_run_can_be_scored_again_in_another_folder(acidtest: Call, tmp_path: Path) -> None:
    run, copy = tmp_path / "run", tmp_path / "copy"
    asked = ("run", "sast-triage", "--system", "by-type", "--limit", "20", "--controls", "none")
    acidtest(*asked, "--out", run)
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    done = acidtest("score", run, "--out", copy, "--controls", "none")
    assert done.status == 0
    assert f"run folder {copy}\n" in done.out
    assert f"reused 20 of 20 answers from {copy}; 0 observations made anew" in done.err
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before
    assert (copy / "scores.sqlite").read_bytes() == before["scores.sqlite"]
    assert acidtest("score", run, "--out", copy).status == 2
    within = acidtest("score", run, "--out", run / "again")
    assert within.status == 2
    assert "lies inside the run" in within.err
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


def test_another_suite_version_is_said_when_scoring_again(acidtest: Call, tmp_path: Path) -> None:
    acidtest(*OK, "--out", "first")
    editable(tmp_path / "first", tmp_path / "here")
    path = tmp_path / "here" / "manifest.json"
    path.write_text(re.sub(r'("suite_version": ")\d+', r"\g<1>0", path.read_text()))
    done = acidtest("score", "here")
    assert done.status == 0
    assert "the new figures cannot be compared with the old ones" in done.err


@pytest.mark.parametrize(("field", "value"), [("data", None), ("options", {}), ("system", 5)])
def test_a_broken_manifest_is_status_2(
    acidtest: Call, oracle_run: Path, tmp_path: Path, field: str, value: Any
) -> None:
    editable(oracle_run, tmp_path / "broken")
    path = tmp_path / "broken" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest[field] = value
    path.write_text(json.dumps({k: v for k, v in manifest.items() if v is not None}))
    done = acidtest("score", "broken")
    assert done.status == 2
    assert f"manifest.json: field '{field}" in done.err
