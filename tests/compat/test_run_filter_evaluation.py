"""The runner and the validation of document 003, by a system that needs no model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from acidtest.compat import filter_validation
from acidtest.compat.run_filter_evaluation import DATASET, dataset_files
from acidtest.suites.sast_triage.suite import SUITE

CASES = [
    {
        "id": f"zip-1_3-{name}",
        "question": json.dumps({"issue_type": "OVERRUN", "trace": "t", "file_path": "z/a.c"}),
        "expected_output_obj": {"filter_result": label, "similar_known_issues": similar},
    }
    for name, label, similar in (
        ("a", "FALSE_POSITIVE", ["z-1.3/a.c"]),
        ("b", "FALSE_POSITIVE", []),
        ("c", "TRUE_POSITIVE", []),
    )
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the document's dataset where the document has it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / DATASET).parent.mkdir(parents=True)
    (tmp_path / DATASET).write_text(json.dumps(CASES))
    return tmp_path


def test_the_documents_dataset_is_taken_where_it_is(folder: Path) -> None:
    assert dataset_files() == [DATASET]
    (folder / DATASET).unlink()
    assert dataset_files() == []
    assert len(list(SUITE.read(dataset_files()).samples)) == 168


def test_the_four_steps_end_in_an_archive_that_can_be_validated_again(folder: Path) -> None:
    command = [sys.executable, "-m", "acidtest.compat.run_filter_evaluation"]
    command += ["--system", "drop-all", "--reps", "2"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (archive,) = (folder / "reports" / "filter").iterdir()
    items = json.loads((archive / "workflow_output.json").read_text())
    assert [item["id"] for item in items][:3] == ["zip-1_3-a", "zip-1_3-a_rep1", "zip-1_3-b"]
    assert items[0]["answer"]["filter_result"] == "FALSE_POSITIVE"
    first = json.loads((archive / "filter_validation_report.json").read_text())
    assert first["summary"]["classification_accuracy"] == pytest.approx(2 / 3)
    again = folder / "again"
    again.mkdir()
    (again / "workflow_output.json").write_text(json.dumps(items[::2]))
    report = filter_validation.validate(again, [DATASET])
    assert report["summary"]["classification_accuracy"] == pytest.approx(2 / 3)
    assert report["classification_metrics"]["false_negatives"] == 1
    assert (again / "filter_validation_report.json").exists()


def test_results_that_are_not_there_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert filter_validation.main([str(folder / "none")]) == 1
    assert "none: no such file or folder" in capsys.readouterr().err
    assert filter_validation.main([]) == 1
    assert "reports/filter: no such file or folder" in capsys.readouterr().err
