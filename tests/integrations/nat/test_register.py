"""The filter under NAT itself; `make nat-test` sets NAT up in an environment of its own."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli import cli
from acidtest.embed import is_fetched

_ROOT = Path(__file__).parents[3]
_CONFIG = _ROOT / "configs" / "filter_eval.yml"
_NAT = Path(os.environ.get("ACIDTEST_NAT", _ROOT / ".venv-nat" / "bin" / "nat"))

pytestmark = [
    pytest.mark.skipif(not _NAT.exists(), reason="NAT is not installed: make nat-test"),
    pytest.mark.skipif(not is_fetched(), reason="needs `acidtest fetch minilm`"),
]


def _evaluate(folder: Path, config: Path, *more: str) -> tuple[int, Path]:
    command = ["sast-eval", "--config", str(config), "--nat", str(_NAT), "--limit", "30"]
    arguments = [*command, "--reports", str(folder), *more]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert done.exception is None, done.output
    (archive,) = folder.iterdir()
    return int(done.return_value or 0), archive


def test_nat_and_acidtest_give_the_same_scores_to_the_digit(tmp_path: Path) -> None:
    status, archive = _evaluate(tmp_path / "reports", _CONFIG, "--reps", "2")
    assert status == 0
    for name in (
        "workflow_output.json",
        "filter_validation_report.json",
        "standardized_data_all.csv",
        "all_requests_profiler_traces.json",
    ):
        assert (archive / name).stat().st_size > 0
    ours = acidtest.evaluate(
        "sast-triage", "sast-filter", limit=30, attempts=2, out=tmp_path / "ours"
    )
    theirs = json.loads((archive / "run" / "summary.json").read_text())
    mine = ours.summary.to_json()
    timed = ("seconds", "tokens")
    for summary in (theirs, mine):
        for figures in (summary["metrics"], *_all(summary["groups"])):
            for name in timed:
                del figures[name]
    assert theirs["metrics"] == mine["metrics"]
    assert theirs["groups"] == mine["groups"]
    assert theirs["signature"] == mine["signature"]
    # NAT's own average of our scorer is our accuracy, not rounded
    average = json.loads((archive / "nat" / "triage_output.json").read_text())["average_score"]
    assert average == pytest.approx(mine["metrics"]["accuracy"]["value"], abs=1e-12)
    shown = CliRunner().invoke(cli, ["history", str(tmp_path / "reports")])
    assert archive.name in shown.output


def _all(groups: dict[str, dict[str, dict[str, object]]]) -> list[dict[str, object]]:
    return [figures for values in groups.values() for figures in values.values()]


def test_a_workflow_that_fails_is_an_error_and_no_verdict(tmp_path: Path) -> None:
    config = tmp_path / "broken.yml"
    text = _CONFIG.read_text().replace("rule: threshold", "rule: threshold\n  k: 0")
    # NAT's profiler cannot do without a single answer
    config.write_text(re.sub(r"    profiler:\n(      .*\n)+", "", text))
    status, archive = _evaluate(tmp_path / "reports", config)
    assert status == 3
    report = json.loads((archive / "filter_validation_report.json").read_text())
    assert report["summary"]["total_issues"] == 0
    assert len(report["errors"]) == 30
    assert report["acidtest"]["errors"] == 30
    assert report["acidtest"]["metrics"]["suppressed_real_bugs"]["n"] == 0


_PUBLISHED = """
general:
  use_uvloop: true
llms:
  eval_llm: {{_type: nim, model_name: some/model, temperature: 0.0, stream_usage: true}}
embedders:
  filter_embedding:
    _type: extended_openai
    model_name: some/embedder
    base_url: http://127.0.0.1:9/v1
    api_key: none
workflow:
  _type: acidtest_sast_filter
{models}
  input_converter: evaluation.converter_tools.filter_converters.convert_str_to_sast_tracker
  output_converter: evaluation.converter_tools.filter_converters.convert_sast_tracker_to_str
eval:
  general:
    output_dir: {folder}
    dataset:
      _type: json
      file_path: {folder}/cases.json
      structure: {{question_key: "question", answer_key: "expected_output_obj",
                   generated_answer_key: "generated_answer", trajectory_key: "intermediate_steps"}}
    profiler: {{compute_llm_metrics: true, csv_exclude_io_text: true, include_token_usage: true,
                track_nvidia_usage: true, enable_telemetry: true}}
  validation_reports_only: true
"""


def test_a_configuration_in_the_published_form_runs_with_our_workflow(tmp_path: Path) -> None:
    """Keys that only the published workflow needs are known; models need the extra nat-models."""
    config = tmp_path / "filter_eval.yml"
    config.write_text(_PUBLISHED.format(folder=tmp_path, models=""))
    status, archive = _evaluate(tmp_path / "reports", config)
    assert status == 0
    report = json.loads((archive / "filter_validation_report.json").read_text())
    assert report["summary"]["total_issues"] == report["acidtest"]["n"] > 20
