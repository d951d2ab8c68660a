"""What a run is worth at other shares of real bugs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.suites.sast_triage.weighing import weighed


def findings(path: Path) -> Path:
    """Ten findings, half of them real."""
    rows = [
        {
            "id": f"shop-1_0-def{n}",
            "package": "shop",
            "version": "1.0",
            "issue_id": f"def{n}",
            "issue_type": "SQLI",
            "cwe": "CWE-89",
            "severity": "high",
            "trace": f"shop-1.0/db.py:{n}: sql: put together",
            "file_path": "shop-1.0/db.py",
            "line_number": n,
            "label": "real bug" if n % 2 else "false alarm",
        }
        for n in range(10)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Drops one of five real bugs and four of five false alarms; each answer takes 10 tokens."""
    said = tmp_path / "answers.jsonl"
    dropped = {0, 2, 4, 6, 1}
    rows = []
    for n in range(10):
        verdict = "FALSE_POSITIVE" if n in dropped else "TRUE_POSITIVE"
        answer = {"id": f"shop-1_0-def{n}", "answer": json.dumps({"filter_result": verdict})}
        rows.append({**answer, "tokens_in": 8, "tokens_out": 2, "cost_usd": 0.5})
    said.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "run"
    command = ["score", "sast-triage", "--answers", str(said), "--out", str(out)]
    done = CliRunner().invoke(cli, [*command, "--data", str(findings(tmp_path / "findings.jsonl"))])
    assert done.exit_code == 0, done.output
    return out


def test_shares_are_weighed_anew_and_costs_divided(run: Path) -> None:
    done = CliRunner().invoke(cli, ["sast-worth", str(run), "--prevalence", "0.1", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.output)
    assert said["lost"] == pytest.approx(0.2)
    assert said["removed"] == pytest.approx(0.8)
    own, rare = said["worth"]
    assert own["kept that are real"] == pytest.approx(0.8)
    assert rare["kept that are real"] == pytest.approx(0.08 / (0.08 + 0.18))
    assert rare["dropped rightly"] == pytest.approx(0.72 / 0.74)
    assert rare["kept alarms per real bug"] == pytest.approx(0.18 / 0.08)
    assert said["cost"]["tokens"] == {"alarm_removed": 25.0, "real_bug_kept": 25.0}
    assert said["cost"]["cost_usd"]["alarm_removed"] == pytest.approx(1.25)


def test_what_answers_took_is_among_the_tables_of_a_run(run: Path) -> None:
    done = CliRunner().invoke(cli, ["show", str(run), "--tables"])
    assert "per alarm removed" in done.output
    assert "1.25" in done.output


@pytest.mark.parametrize("share", ["0", "1", "-3", "nan"])
def test_a_share_that_is_none_is_refused(run: Path, share: str) -> None:
    done = CliRunner().invoke(cli, ["sast-worth", str(run), "--prevalence", share])
    assert done.exit_code != 0
    assert "expected a" in str(done.output) + str(done.exception)


def test_a_filter_that_drops_everything_keeps_no_real_bug() -> None:
    assert [share and round(share, 6) for share in weighed(0.1, 1.0, 1.0)] == [None, 0.9, None]
    assert [share and round(share, 6) for share in weighed(0.1, 0.0, 0.0)] == [0.1, None, 9.0]
