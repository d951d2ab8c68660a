"""Five people who have never used acidtest, each with something of their own.

Each types at most three commands, edits no file, and reaches a number that the test knows from
another source.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite
from acidtest.engine.ask import make_question
from tests.systems.models.model_server import ModelServer

Type = Callable[..., Any]
_MOST = 3


@pytest.fixture
def types(tmp_path: Path) -> Type:
    """Types a command in an empty folder and reads what it prints."""
    typed: list[str] = []

    def command(line: str, env: Mapping[str, str] | None = None) -> Any:
        typed.append(line)
        assert len(typed) <= _MOST
        program, *words = shlex.split(line)
        module = {"acidtest": ["-m", "acidtest"], "python": []}[program]
        done = subprocess.run(
            [sys.executable, *module, *words],
            cwd=tmp_path,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout) if "--json" in words else done.stdout

    return command


def _value(summary: Any, metric: str) -> float:
    return float(summary["metrics"][metric]["value"])


def test_one_has_a_model_behind_an_openai_compatible_server(types: Type) -> None:
    pytest.importorskip("inspect_ai")
    server = ModelServer()
    server.answer = '{"verdict": "real bug", "confidence": 0.9}'
    try:
        summary = types(
            f"acidtest run sast-triage --system model:openai-api/mine/any --base-url {server.url} "
            "--controls none --json",
            {"MINE_API_KEY": "none"},
        )
    finally:
        server.close()
    labels = [sample.truth.label for sample in find_suite("sast-triage").read([]).samples]
    real = sum(label == "real" for label in labels) / len(labels)
    assert summary["n"] == len(labels)
    assert _value(summary, "accuracy") == pytest.approx(real)
    assert _value(summary, "suppressed_real_bugs") == 0


def test_one_has_a_decompiler(types: Type, tmp_path: Path) -> None:
    """It knows every function at O0 and prints nothing for the others: a quarter is right."""
    suite = find_suite("c-decompile")
    with suite.questions(RunOptions()) as builder:
        known = {
            make_question("asm", sample, 0, builder).text: sample.truth.function
            for sample in suite.read([]).samples
            if (sample.groups["opt"], sample.groups["topic"]) == ("O0", "switch")
        }
    (tmp_path / "known.json").write_text(json.dumps(known))
    (tmp_path / "mytool.py").write_text(
        "import json, sys; from pathlib import Path\n"
        "known = json.loads(Path('known.json').read_text())\n"
        "print(known.get(Path(sys.argv[1]).read_text(), ''))\n"
    )
    tool = f"command:{sys.executable} {tmp_path / 'mytool.py'} {{asm}}"
    summary = types(
        f"acidtest run c-decompile --system {shlex.quote(tool)} --groups topic=switch "
        "--controls none --json"
    )
    assert summary["n"] == 4 * len(known)
    assert _value(summary, "passes") == 0.25


def test_one_has_a_scanner_that_writes_a_cbom(types: Type, tmp_path: Path) -> None:
    """It reports RSA in every file: its precision is the share of files with RSA in use."""
    (tmp_path / "myscanner.py").write_text(
        "import json, sys; from pathlib import Path\n"
        "parts = [{'type': 'cryptographic-asset', 'name': 'RSA',\n"
        "          'cryptoProperties': {'assetType': 'algorithm'},\n"
        "          'evidence': {'occurrences': [{'location': str(path), 'line': 1}]}}\n"
        "         for path in Path(sys.argv[1]).iterdir()]\n"
        "bom = {'bomFormat': 'CycloneDX', 'specVersion': '1.6', 'components': parts}\n"
        "Path(sys.argv[2]).write_text(json.dumps(bom))\n"
    )
    types("acidtest corpus files crypto-inventory --out files")
    types("python myscanner.py files scan.json")
    summary = types("acidtest score crypto-inventory --answers scan.json --controls none --json")
    data = Path(sys.modules["acidtest"].__path__[0]) / "suites" / "crypto_inventory" / "data"
    files = [json.loads(line) for line in (data / "labels.jsonl").read_text().splitlines()]
    using = sum(
        any(f["algorithm"] == "RSA" and f["state"] == "active" for f in file["findings"])
        for file in files
    )
    assert using > 5
    assert _value(summary, "precision") == pytest.approx(using / len(files))


def test_one_has_sarif_with_labels(types: Type, tmp_path: Path) -> None:
    """Five of eight findings are bugs: who keeps them all is right about five."""
    results = [
        {
            "ruleId": "sql",
            "message": {"text": "query built from input"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": f"app/Case{n}.py"},
                        "region": {"startLine": 3 + n},
                    }
                }
            ],
        }
        for n in range(8)
    ]
    rule = {"id": "sql", "properties": {"tags": ["external/cwe/cwe-89"]}}
    run = {"tool": {"driver": {"name": "mytool", "rules": [rule]}}, "results": results}
    (tmp_path / "mine.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [run]}))
    rows = [f"Case{n},sqli,{'true' if n < 5 else 'false'},89" for n in range(8)]
    head = "# test name, category, real vulnerability, cwe"
    (tmp_path / "truth.csv").write_text("\n".join([head, *rows]) + "\n")
    summary = types(
        "acidtest run sast-triage --data mine.sarif --data truth.csv --system keep-all "
        "--controls none --json"
    )
    assert (summary["n"], _value(summary, "accuracy")) == (8, 0.625)


def test_one_has_a_suite_of_their_own(types: Type, tmp_path: Path) -> None:
    types("acidtest new suite demo5")
    types(
        "python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation "
        "--target site ./demo5"
    )
    site = {"PYTHONPATH": f"{tmp_path / 'site'}:{os.environ.get('PYTHONPATH', '')}"}
    summary = types("acidtest run demo5 --system oracle --json", site)
    assert _value(summary, "exact") == 1.0
    assert summary["controls"]["silent"]["exact"] == 0.0
