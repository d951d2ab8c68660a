"""The suite as a user meets it: on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from .conftest import LABELS, write_corpus


def acidtest(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command, in a folder of its own."""
    command = [sys.executable, "-c", "from acidtest.cli import main; main()"]
    return subprocess.run(
        [*command, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_run_shows_both_readings_and_the_controls(tmp_path: Path, corpus: Path) -> None:
    done = acidtest(
        tmp_path, "run", "crypto-inventory", "--data", corpus, "--system", "keyword", "--json"
    )
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["metrics"]["f1"]["n"] == 4
    assert 0 < summary["metrics"]["f1"]["value"] < 1
    assert summary["controls"]["oracle"]["f1"] == 1.0
    assert summary["controls"]["silent"]["f1"] == 0.0
    assert summary["controls"]["silent"]["published.accuracy"] > 0.5
    assert "taxonomy:" in summary["signature"]
    (folder,) = (tmp_path / "runs" / "crypto-inventory").iterdir()
    shown = acidtest(tmp_path, "show", folder, "--tables")
    assert "published aggregates" in shown.stdout
    assert "average_vulnerable_crypto_detection_accuracy" in shown.stdout


def test_published_results_become_a_system_for_each_model(tmp_path: Path) -> None:
    truth = {
        "expected_findings": {
            "vulnerable_algorithms_detected": ["RSA"],
            "algorithm_categories": ["shor_vulnerable"],
            "korean_algorithms_detected": [],
        },
        "expected_confidence_range": [0.7, 0.95],
    }
    data = tmp_path / "benchmark"
    data.mkdir()
    record = {"path": "source_code/a.json", "ground_truth": truth}
    (data / "ground_truth.jsonl").write_text(json.dumps(record) + "\n")
    file = {"path": "source_code/a.py", "content": "x = 1\n"}
    (data / "test_files.jsonl").write_text(json.dumps(file) + "\n")
    results = []
    for with_rag, raw in (
        (True, {"detected_algorithms": ["RSA"], "confidence_score": 0.9}),
        (False, {"analysis_results": {"rsa": "NOT DETECTED"}, "confidence_score": 0.9}),
    ):
        results.append(
            {
                "base_model": "m:8b",
                "with_rag": with_rag,
                "agent_type": "source_code",
                "file_name": "a.py",
                "test_id": "a",
                "response_time": 1.5,
                "raw_response": raw,
            }
        )
    (tmp_path / "m.json").write_text(json.dumps({"results": results}))
    done = acidtest(
        tmp_path,
        "score",
        "crypto-inventory",
        "--data",
        data,
        "--answers",
        "m.json",
        "--answers-format",
        "published-results",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    figures = {s["system"]: s["metrics"] for s in json.loads(done.stdout)}
    assert figures["m:8b+retrieval@m"]["f1"]["value"] == 1.0
    assert figures["m:8b@m"]["f1"]["value"] == 0.0
    assert round(figures["m:8b@m"]["published.accuracy"]["value"], 9) == 1.0


def test_check_tells_what_breaks_the_rules(tmp_path: Path, corpus: Path) -> None:
    good = acidtest(tmp_path, "corpus", "check", "crypto-inventory", "--data", corpus)
    assert (good.returncode, good.stdout) == (0, "no problems\n")
    write_corpus(tmp_path / "bad", [{**LABELS[3], "clean_reason": None}])
    bad = acidtest(tmp_path, "corpus", "check", "crypto-inventory", "--data", "bad")
    assert bad.returncode == 1
    assert "garden.py: " in bad.stdout
    other = acidtest(tmp_path, "corpus", "check", "c-decompile")
    assert other.returncode == 2
