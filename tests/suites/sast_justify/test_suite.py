"""The suite as users meet it: justifications come to it when sast-triage is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.records import Question, Sample
from acidtest.core.registry import find_suite, suite_for, suites_with_corpus
from acidtest.suites.sast_justify.dataset import Justification
from acidtest.suites.sast_justify.suite import SUITE

from .test_dataset import RECORD, write

TRIAGE = find_suite("sast-triage")
FINDING = {
    "id": "zip-1_3-a",
    "question": json.dumps({"issue_type": "OVERRUN", "trace": "a.c:1: x: y", "issue_id": "a"}),
    "expected_output_obj": {"filter_result": "TRUE_POSITIVE", "similar_known_issues": []},
}


@pytest.fixture
def justifications(tmp_path: Path) -> Path:
    return write(tmp_path / "justifications.json", [RECORD, {**RECORD, "id": "zip-2"}])


@pytest.fixture
def findings(tmp_path: Path) -> Path:
    return write(tmp_path / "findings.json", [FINDING])


def test_files_of_justifications_belong_to_it(justifications: Path, tmp_path: Path) -> None:
    assert suite_for(TRIAGE, [justifications]).name == SUITE.name
    assert suite_for(TRIAGE, [tmp_path]).name == SUITE.name
    lines = write(tmp_path / "lines.jsonl", json.dumps(RECORD))
    assert suite_for(TRIAGE, [justifications, lines]).name == SUITE.name
    assert suite_for(SUITE, [justifications]) is SUITE


def test_findings_stay_where_they_are(findings: Path, justifications: Path) -> None:
    assert suite_for(TRIAGE, []) is TRIAGE
    assert suite_for(TRIAGE, [findings]) is TRIAGE
    assert suite_for(TRIAGE, [findings, justifications]) is TRIAGE


def test_justifications_and_findings_are_not_scored_together(
    findings: Path, justifications: Path
) -> None:
    told = (
        r"justifications\.json: holds justifications, which are not scored together with findings"
    )
    for paths in ([findings, justifications], [justifications, findings]):
        with pytest.raises(InputError, match=told):
            suite_for(TRIAGE, paths).read(paths)


def test_justifications_and_findings_in_one_folder_are_not_scored_together(
    findings: Path, justifications: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"justifications\.json: holds justifications"):
        suite_for(TRIAGE, [tmp_path]).read([tmp_path])


def test_a_run_of_sast_triage_is_routed(justifications: Path, tmp_path: Path) -> None:
    arguments = ["run", "sast-triage", "--data", str(justifications), "--system", "oracle"]
    arguments += ["--out", str(tmp_path / "run"), "--json"]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert done.exception is None, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["suite"], summary["n"], summary["errors"]) == ("sast-justify", 2, 0)
    assert summary["metrics"]["justification.rouge_l"]["value"] == 1.0
    assert summary["controls"]["silent"]["justification.rouge_l"] == 0.0
    assert summary["signature"].startswith("sast-justify")


def test_it_ships_no_corpus() -> None:
    assert SUITE.needs_data
    assert SUITE.name not in [suite.name for suite in suites_with_corpus()]


def test_controls_have_something_to_say() -> None:
    sample = Sample("j", "j", {}, Justification("a long story", "short"), {})
    with SUITE.questions(RunOptions()) as questions:
        asked = Question(
            sample, "finding", 0, lambda form: questions.text(sample, form), lambda: None
        )
        said = {control.name: control.answer(asked) for control in SUITE.controls}
        assert said == {"oracle": "short", "silent": "", "echo": "a long story"}
        assert questions.text(sample, "prompt").endswith("\na long story\n")
        assert questions.program(sample) is None
