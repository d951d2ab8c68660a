"""`acidtest sast-known` and `sast-calibrate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.embed import is_fetched
from acidtest.suites.sast_triage.filter.calibrate import best_threshold, fit_chance
from acidtest.suites.sast_triage.known import read_known
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    REAL_BUG,
)

from .conftest import Call

_LABELLED = st.lists(
    st.tuples(st.integers(0, 10).map(lambda n: n / 10), st.sampled_from([REAL_BUG, FALSE_ALARM])),
    min_size=1,
    max_size=12,
)


@settings(deadline=None)
@given(_LABELLED, st.sampled_from([0.0, 0.2, 0.5]))
def test_the_threshold_keeps_to_the_loss_and_no_lower_one_does(
    rows: list[tuple[float, str]], loss: float
) -> None:
    values, labels = [v for v, _ in rows], [label for _, label in rows]
    real = [v for v, label in rows if label == REAL_BUG]
    threshold = best_threshold(values, labels, loss)
    allowed = int(loss * len(real) + 1e-9)

    def lost(at: float) -> int:
        return sum(v >= at for v in real)

    if threshold is None:
        assert lost(max(values)) > allowed
        return
    assert lost(threshold) <= allowed
    below = [v for v in values if v < threshold]
    assert not below or lost(max(below)) > allowed


def test_the_chance_rises_with_likeness_where_alarms_are_alike() -> None:
    labels = [FALSE_ALARM] * 10 + [REAL_BUG] * 10
    slope, offset = fit_chance([0.9] * 10 + [0.2] * 10, labels)
    assert slope > 0
    assert 0.2 < -offset / slope < 0.9
    level, _ = fit_chance([0.5] * 20, labels)
    assert abs(level) < 1e-3


def _cases(folder: Path) -> Path:
    rows = [
        {
            "id": f"z-1_0-{number}",
            "issue_id": str(number),
            "issue_type": "OVERRUN",
            "trace": f"z-1.0/f{number}.c:1: overrun: {text}",
            "file_path": f"z-1.0/f{number}.c",
            "cwe": "CWE-119",
            "severity": "high",
            "package": "z",
            "version": "1.0",
            "label": label,
            "reason": "looked at it",
        }
        for number, (label, text) in enumerate(
            [(REAL_BUG, "index 9 of 8 elements"), (FALSE_ALARM, "the loop ends before")]
        )
    ]
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_judged_findings_become_a_store(tmp_path: Path) -> None:
    cases = _cases(tmp_path)
    for name, labels in (("k.err", [FALSE_ALARM]), ("k.jsonl", [REAL_BUG, FALSE_ALARM])):
        out = tmp_path / name
        done = CliRunner().invoke(cli, ["sast-known", "--data", str(cases), "--out", str(out)])
        assert done.exit_code == 0, done.output
        assert [entry.label for entry in read_known(out)] == labels
    done = CliRunner().invoke(cli, ["sast-known", "--data", str(cases), "--out", "k.txt"])
    assert isinstance(done.exception, InputError)


@pytest.mark.skipif(not is_fetched(), reason="needs `acidtest fetch minilm`")
def test_calibration_prints_a_system_to_run(tmp_path: Path) -> None:
    pytest.importorskip("faiss")
    cases, store = _cases(tmp_path), tmp_path / "k.err"
    store.write_text(
        "Error: OVERRUN (CWE-119):\nz-0.9/f1.c:7: overrun: the loop ends before\nit does\n"
    )
    command = ["sast-calibrate", "--data", str(cases), "--data", str(store)]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    assert "real bugs at or above the threshold: 0 of 1" in done.output
    assert "false alarms at or above the threshold: 1 of 1" in done.output
    assert "--system 'sast-filter:threshold?threshold=" in done.output
    alone = CliRunner().invoke(cli, command[:3])
    assert isinstance(alone.exception, InputError)
    assert "--data FILE.err" in str(alone.exception)


def test_a_report_without_labels_says_so_and_what_to_add(acidtest: Call, tmp_path: Path) -> None:
    result = {
        "ruleId": "R1",
        "message": {"text": "m"},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": 3}}}
        ],
    }
    runs = [{"tool": {"driver": {"name": "x"}}, "results": [result]}]
    (tmp_path / "findings.sarif").write_text(json.dumps({"version": "2.1.0", "runs": runs}))
    (tmp_path / "labels.csv").write_text("file,line,rule,label\na.c,3,R1,real bug\n")
    run = ("run", "sast-triage", "--system", "keep-all", "--controls", "none")
    bare = acidtest(*run, "--data", "findings.sarif")
    assert "findings.sarif: no finding has a label (1 read)" in bare.err
    assert "--data labels.csv, columns file, line, rule, label" in bare.err
    assert "not applicable: suppressed_real_bugs, alarms_removed" in " ".join(bare.out.split())
    labelled = acidtest(*run, "--data", "findings.sarif", "--data", "labels.csv")
    assert "no finding has a label" not in labelled.err
    assert "accuracy" in labelled.out
