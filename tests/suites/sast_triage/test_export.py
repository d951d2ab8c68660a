"""Verdicts given back in the user's own SARIF."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.export import suppressed_reports

_VERDICTS = {
    "a.py": '{"filter_result": "FALSE_POSITIVE", "confidence": 0.9, "justification": "known"}',
    "b.py": '{"filter_result": "TRUE_POSITIVE", "confidence": 0.8}',
    "c.py": '{"filter_result": "NEEDS_REVIEW"}',
    "d.py": "no idea",
}


def _result(name: str, **more: Any) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": name}, "region": {"startLine": 1}}
    return {
        "ruleId": "R",
        "message": {"text": "m"},
        "locations": [{"physicalLocation": place}],
        **more,
    }


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A SARIF log with four findings, one suppressed already."""
    path = tmp_path / "mine.sarif"
    earlier = [{"kind": "inSource"}]
    results = [_result(name) for name in _VERDICTS]
    results[0] = _result("a.py", suppressions=earlier, properties={"mine": 1})
    driver = {"name": "Tool", "extra": {"kept": True}}
    path.write_text(
        json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]})
    )
    return path


def _run(log: Path, out: Path) -> Path:
    def answer(question: str) -> str:
        return _VERDICTS[json.loads(question)["file_path"]]

    return acidtest.evaluate("sast-triage", answer, data=[log], out=out, controls="none").folder


def test_every_result_is_kept_and_only_false_alarms_are_suppressed(
    log: Path, tmp_path: Path
) -> None:
    before = json.loads(log.read_text())
    (after,) = suppressed_reports(_run(log, tmp_path / "run")).values()
    a, b, c, d = after["runs"][0]["results"]
    assert a["suppressions"] == [
        {"kind": "inSource"},
        {
            "kind": "external",
            "status": "accepted",
            "justification": "known",
            "properties": {"acidtest": {"system": "answer"}},
        },
    ]
    assert a["properties"]["acidtest"]["confidence"] == 0.9
    assert a["properties"]["mine"] == 1
    assert "suppressions" not in b
    assert b["properties"]["acidtest"]["filter_result"] == "TRUE_POSITIVE"
    assert [s["status"] for s in c["suppressions"]] == ["underReview"]
    assert "properties" not in d
    assert _without_ours(after) == before


def _without_ours(report: dict[str, Any]) -> dict[str, Any]:
    plain = copy.deepcopy(report)
    for result in plain["runs"][0]["results"]:
        result.get("properties", {}).pop("acidtest", None)
        if not result.get("properties", True):
            del result["properties"]
        kept = [s for s in result.get("suppressions", []) if s["kind"] != "external"]
        if "suppressions" in result:
            result["suppressions"] = kept
            if not kept:
                del result["suppressions"]
    return plain


def test_the_command_writes_a_file_or_standard_output(log: Path, tmp_path: Path) -> None:
    folder = _run(log, tmp_path / "run")
    command = ["export", str(folder), "--format", "sarif"]
    shown = CliRunner().invoke(cli, command)
    out = tmp_path / "out.sarif"
    written = CliRunner().invoke(cli, [*command, "--out", str(out)])
    assert shown.exit_code == written.exit_code == 0
    assert json.loads(shown.stdout) == json.loads(out.read_text())


def test_repetitions_that_are_split_suppress_nothing(log: Path, tmp_path: Path) -> None:
    said = [_VERDICTS["a.py"], _VERDICTS["b.py"], _VERDICTS["a.py"]]
    for count, suppressed in ((2, 0), (3, 4)):
        answers = [
            {"id": f"{name}:1:R", "answer": said[attempt], "attempt": attempt}
            for name in _VERDICTS
            for attempt in range(count)
        ]
        folder = acidtest.score(
            "sast-triage", answers, data=[log], out=tmp_path / str(count), controls="none"
        ).folder
        (after,) = suppressed_reports(folder).values()
        kinds = [s["kind"] for r in after["runs"][0]["results"] for s in r.get("suppressions", [])]
        assert kinds.count("external") == suppressed


@pytest.mark.parametrize(("name", "empty"), [("properties", {}), ("suppressions", [])])
def test_a_part_that_is_null_is_made_and_one_of_another_kind_is_refused(
    log: Path, tmp_path: Path, name: str, empty: Any
) -> None:
    report = json.loads(log.read_text())
    first = report["runs"][0]["results"][0]
    first[name] = None
    log.write_text(json.dumps(report))
    (written,) = suppressed_reports(_run(log, tmp_path / "null")).values()
    assert type(written["runs"][0]["results"][0][name]) is type(empty)
    first[name] = "text"
    log.write_text(json.dumps(report))
    with pytest.raises(InputError, match=rf"mine\.sarif: the result of .* in '{name}', got str"):
        suppressed_reports(_run(log, tmp_path / "text"))


def test_changed_data_is_refused(log: Path, tmp_path: Path) -> None:
    folder = _run(log, tmp_path / "run")
    log.write_text(log.read_text().replace("a.py", "z.py"))
    with pytest.raises(InputError, match="has changed since the run"):
        suppressed_reports(folder)


def test_bandits_log_comes_back_whole(public_data: Path, tmp_path: Path) -> None:
    data = public_data / "sast-triage" / "owasp_benchmark_python"
    folder = acidtest.evaluate(
        "sast-triage", "drop-all", data=[data], out=tmp_path / "run", controls="none"
    ).folder
    (after,) = suppressed_reports(folder).values()
    before = json.loads((data / "bandit.sarif").read_text())
    assert _without_ours(after) == before
    suppressed = [r for r in after["runs"][0]["results"] if "suppressions" in r]
    assert len(suppressed) == 442
