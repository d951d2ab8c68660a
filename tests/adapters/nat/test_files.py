"""What NAT writes, read without NAT."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.adapters.nat.answers import read_profile, read_workflow_output
from acidtest.adapters.nat.evaluate import check_environment
from acidtest.adapters.nat.items import item_score, to_record
from acidtest.adapters.nat.validation import validation_report
from acidtest.cli import cli
from acidtest.engine.summarize import summarize
from acidtest.errors import InputError
from acidtest.model import Answer, Json, Sample, Score, Summary
from acidtest.suites import Dataset
from acidtest.suites.sast_triage import SUITE
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import make_sample, read_records
from acidtest.suites.sast_triage.controls import answer
from acidtest.suites.sast_triage.record import FALSE_ALARM, NEEDS_REVIEW, REAL_BUG, Case, Finding


def _sample(name: str, label: str = REAL_BUG, similar: tuple[str, ...] = ()) -> Sample:
    found = Finding(name, name, "OVERRUN", "z-1.0/a.c:1: e: m", "z-1.0/a.c")
    return make_sample(Case(found, label, similar), name, {})


def _data(*names: str) -> Dataset:
    return Dataset("test", [_sample(name) for name in names], "0")


def _written(folder: Path, items: Json) -> Path:
    (folder / "workflow_output.json").write_text(json.dumps(items))
    return folder


def test_real_output_of_nat_is_read_with_times_and_tokens(public_data: Path) -> None:
    data = SUITE.read([public_data / "sast-triage" / "summarize"])
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
    assert figures["suppressed_real_bugs"]["n"] == 0


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
        ("{}", "not a list of objects"),
        ("[1]", "not a list of objects"),
        ('[{"id": "a"}]', "item 0 has no 'id' or no 'generated_answer'"),
    ],
)
def test_a_file_that_is_not_nats_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "workflow_output.json").write_text(text)
    with pytest.raises(InputError, match=problem):
        read_workflow_output(tmp_path, _data("a"))


def test_a_missing_output_names_the_likely_cause(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only where the configuration has an evaluator"):
        read_workflow_output(tmp_path, _data("a"))


def test_a_profile_that_is_not_nats_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "standardized_data_all.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="cannot be read as NAT's profile"):
        read_profile(path)


def test_a_case_goes_to_nat_and_back() -> None:
    one = _sample("audit-4_0-x", FALSE_ALARM, ("z-1.0/a.c",))
    (back,) = read_records([to_record(one)], "here")
    assert back.truth.label == FALSE_ALARM
    assert back.truth.similar == ("z-1.0/a.c",)
    assert back.truth.finding.trace == one.truth.finding.trace


def test_an_items_score_is_the_suites_own() -> None:
    one = _sample("audit-4_0-x", FALSE_ALARM, ("z-1.0/a.c",))
    text = answer(FALSE_ALARM, 0.8, ["z-1.0/a.c"])
    ours = SUITE.score(one, Answer(one.id, text), read_answer(text))
    assert item_score(to_record(one), text, None) == ours
    assert item_score(to_record(one), None, None).error is not None


def _report(said: dict[str, tuple[Sample, str | None]]) -> dict[str, Json]:
    samples = [one for one, _ in said.values()]
    scores = [
        Score(one.id, 0, error="no answer")
        if text is None
        else SUITE.score(one, Answer(one.id, text), read_answer(text))
        for one, text in said.values()
    ]
    metrics, groups = summarize(scores, samples, SUITE.metrics, None, 0)
    summary = Summary("sast-triage", "nat", "s", "finding", len(samples), 1, metrics, groups, {})
    return validation_report(samples, scores, summary, "now")


def test_the_report_counts_as_published_and_agrees_with_our_figures() -> None:
    paths = ("z-1.0/a.c",)
    rows = {
        "kept": (_sample("z-1_0-a"), answer(REAL_BUG)),
        "lost": (_sample("z-1_0-b"), answer(FALSE_ALARM, None, ["z-1.0/q.c"])),
        "gone": (_sample("z-1_0-c", FALSE_ALARM, paths), answer(FALSE_ALARM, None, paths)),
        "left": (_sample("z-1_0-d", FALSE_ALARM, paths), answer(NEEDS_REVIEW)),
        "prose": (_sample("z-1_0-e"), "I would say it is a TRUE_POSITIVE."),
        "broken": (_sample("z-1_0-f"), None),
    }
    report = _report(rows)
    assert report["summary"] == {
        "total_test_cases": 4,
        "total_issues": 4,
        "classification_accuracy": 0.5,
        "faiss_matching_accuracy": 0.5,
    }
    metrics = report["classification_metrics"]
    counts = ("true_positives", "true_negatives", "false_positives", "false_negatives")
    assert [metrics[name] for name in counts] == [1, 1, 1, 1]
    assert report["faiss_validation"]["unexpected_matches"] == 1
    assert [line.partition(":")[0] for line in report["errors"]] == ["z-1_0-e", "z-1_0-f"]
    ours = report["acidtest"]["metrics"]
    assert ours["published.accuracy"]["value"] == 0.5
    assert ours["published.f1"]["value"] == metrics["f1_score"]
    assert ours["published.matching_code_total"]["value"] == 0.5
    assert ours["accuracy"]["value"] == 2 / 5  # the answer in prose stays in the denominator


def test_the_environment_is_checked_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "c.yml"
    with pytest.raises(InputError, match="is not installed here"):
        check_environment(str(tmp_path / "nat"), config)
    program = tmp_path / "nat"
    program.write_text("#!/bin/sh\necho nat, version 1.9.0\n")
    program.chmod(0o755)
    with pytest.raises(InputError, match=r"c\.yml: cannot be read"):
        check_environment(str(program), config)
    config.write_text("# api_key: ${NOT_THIS}\nllms: {m: {api_key: ${LLM_API_KEY}}}\n")
    monkeypatch.delenv("LLM_API_KEY", raising=False)
    with pytest.raises(InputError, match="needs LLM_API_KEY in the environment"):
        check_environment(str(program), config)
    monkeypatch.setenv("LLM_API_KEY", "x")
    with pytest.raises(InputError, match="has no evaluator"):
        check_environment(str(program), config)
    config.write_text("eval:\n  evaluators:\n    triage: {_type: acidtest_sast_score}\n")
    found = check_environment(str(program), config)
    assert (found.version, list(found.ours)) == ("1.9.0", ["eval.evaluators.triage"])


def test_a_history_without_evaluations_says_how_to_make_one(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["history", str(tmp_path)])
    assert isinstance(done.exception, InputError)
    assert "sast-eval" in str(done.exception)
