"""What NAT writes, read without NAT."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.protocols import Dataset
from acidtest.core.records import Answer, Json
from acidtest.integrations.nat.evaluate import check_environment
from acidtest.integrations.nat.items import item_score, to_record
from acidtest.suites.sast_justify.suite import SUITE as JUSTIFY
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
)
from acidtest.systems.nat_output import read_profile, read_workflow_output

from .making import triage_sample


def _data(*names: str) -> Dataset:
    return Dataset("test", [triage_sample(name) for name in names], "0")


def _written(folder: Path, items: Json) -> Path:
    (folder / "workflow_output.json").write_text(json.dumps(items))
    return folder


def test_real_output_of_nat_is_read_with_times_and_tokens(public_data: Path) -> None:
    data = JUSTIFY.read([public_data / "sast-triage" / "summarize"])
    answers = read_workflow_output(public_data / "sast-triage" / "nat_reports", data)["nat"]
    assert len(answers) == 11
    assert answers[0].id == "glibc_def3"
    assert answers[0].text is not None
    assert answers[0].text.startswith("Buffer overrun potential in tzset.c")
    assert (answers[0].tokens_in, answers[0].tokens_out) == (596, 54)
    assert answers[0].time_s is not None
    assert 0 < answers[0].time_s < 60
    assert all(a.error is None for a in answers)


def test_real_output_of_nat_is_scored_by_the_command(public_data: Path, tmp_path: Path) -> None:
    folder = public_data / "sast-triage"
    command = ["score", "sast-triage", "--data", str(folder / "summarize")]
    command += ["--answers", str(folder / "nat_reports"), "--answers-format", "nat"]
    command += ["--out", str(tmp_path / "run"), "--json"]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["metrics"]
    assert figures["justification.rouge_l"]["n"] == 9  # one reference is empty
    assert figures["justification.rouge_l"]["value"] == pytest.approx(0.1966, abs=1e-4)
    assert "suppressed_real_bugs" not in figures  # that is about findings, in the suite sast-triage


@pytest.mark.parametrize("empty", [None, ""])
def test_an_empty_answer_is_an_error_of_ours(tmp_path: Path, empty: str | None) -> None:
    folder = _written(tmp_path, [{"id": "a", "generated_answer": empty}])
    (found,) = read_workflow_output(folder, _data("a"))["nat"]
    assert found.text is None
    assert found.error is not None
    assert "status 0" in found.error


def test_ids_survive_numbers_and_repetitions(tmp_path: Path) -> None:
    given = [0, "007_rep1", "x_rep0", "x_rep1", "y_rep2", 5, "new"]
    folder = _written(tmp_path, [{"id": i, "generated_answer": "{}"} for i in given])
    data = _data("000", "007", "x", "y_rep2", "05", "5", "005")
    found = [(a.id, a.attempt) for a in read_workflow_output(folder, data)["nat"]]
    assert found == [
        ("000", 0), ("007", 1), ("x", 0), ("x", 1), ("y_rep2", 0), ("5", 0), ("new", 0),
    ]  # fmt: skip


def test_a_number_that_two_ids_become_is_neither(tmp_path: Path) -> None:
    folder = _written(tmp_path, [{"id": 5, "generated_answer": "{}"}])
    assert read_workflow_output(folder, _data("05", "005"))["nat"][0].id == "5"


def test_an_answer_that_is_an_object_is_its_json(tmp_path: Path) -> None:
    said = {"filter_result": "TRUE_POSITIVE"}
    folder = _written(tmp_path, [{"id": "a", "generated_answer": said}])
    text = read_workflow_output(folder, _data("a"))["nat"][0].text
    assert text is not None
    assert json.loads(text) == said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "cannot be read"),
        ("{}", "expected a list of objects"),
        ("[1]", "expected a list of objects"),
        ('[{"id": "a"}]', "item 0 has no 'id' or no 'generated_answer'"),
    ],
)
def test_a_file_that_is_not_nats_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "workflow_output.json").write_text(text)
    with pytest.raises(InputError, match=problem):
        read_workflow_output(tmp_path, _data("a"))


def test_a_missing_output_names_the_likely_cause(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only if the configuration has an evaluator"):
        read_workflow_output(tmp_path, _data("a"))


def test_a_profile_that_is_not_nats_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "standardized_data_all.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="cannot be read as NAT's profile"):
        read_profile(path)


def test_a_case_goes_to_nat_and_back() -> None:
    one = triage_sample("audit-4_0-x", FALSE_ALARM, ("z-1.0/a.c",))
    (back,) = read_records([to_record(one)], "here")
    assert back.truth.label == FALSE_ALARM
    assert back.truth.similar == ("z-1.0/a.c",)
    assert back.truth.finding.trace == one.truth.finding.trace


def test_an_items_score_is_the_suites_own() -> None:
    one = triage_sample("audit-4_0-x", FALSE_ALARM, ("z-1.0/a.c",))
    text = answer(FALSE_ALARM, 0.8, ["z-1.0/a.c"])
    ours = SUITE.score(one, Answer(one.id, text), read_answer(text))
    assert item_score(to_record(one), text, None) == ours
    assert item_score(to_record(one), None, None).error is not None


def test_the_environment_is_checked_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "c.yml"
    with pytest.raises(InputError, match="Toolkit was not found"):
        check_environment(str(tmp_path / "nat"), config)
    program = tmp_path / "nat"
    program.write_text("#!/bin/sh\necho nat, version 1.9.0\n")
    program.chmod(0o755)
    with pytest.raises(InputError, match=r"c\.yml: cannot be read"):
        check_environment(str(program), config)
    config.write_bytes(b"eval: \xff")
    with pytest.raises(InputError, match=r"c\.yml: is not UTF-8 text \(byte 6\)"):
        check_environment(str(program), config)
    config.write_text("\n" * 1_000_000)
    with pytest.raises(InputError, match="has no evaluator"):
        check_environment(str(program), config)
    config.write_text("# api_key: ${NOT_THIS}\nllms: {m: {api_key: ${LLM_API_KEY}}}\n")
    monkeypatch.delenv("LLM_API_KEY", raising=False)
    with pytest.raises(InputError, match="set LLM_API_KEY in the environment"):
        check_environment(str(program), config)
    monkeypatch.setenv("LLM_API_KEY", "x")
    with pytest.raises(InputError, match="has no evaluator"):
        check_environment(str(program), config)
    config.write_text("eval:\n  evaluators:\n    triage: {_type: acidtest_sast_score}\n")
    found = check_environment(str(program), config)
    assert (found.version, list(found.ours)) == ("1.9.0", ["eval.evaluators.triage"])
