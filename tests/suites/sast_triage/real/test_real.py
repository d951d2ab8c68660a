"""The labels of real packages: what they must hold, without fetching any."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.suites.sast_triage import real
from acidtest.suites.sast_triage.real.alarms import Alarm, Reports, run_analysers
from acidtest.suites.sast_triage.suite import SUITE

LABEL = real.RealLabel(
    "shop", "1.0", "shop/db.py", 2, "bandit", "B608", "", "real bug", "it is put together", "CVE-1"
)


def test_there_are_enough_real_bugs_of_enough_advisories() -> None:
    bugs = [label for label in real.labels() if label.label == "real bug"]
    assert len(bugs) >= 60
    assert len({label.advisory for label in bugs}) >= 25
    asked = [label for label in real.labels() if label.asked]
    assert len([label for label in asked if label.label == "real bug"]) >= 60


def test_every_label_is_argued_and_named_once() -> None:
    keys = Counter(label.key for label in real.labels())
    assert [key for key, count in keys.items() if count > 1] == []
    for label in real.labels():
        assert len(label.reason) > 20
        assert len(label.code) == 16
        assert (label.label == "real bug") == bool(label.advisory) == bool(label.fixed_in)
        assert not (label.approximate and label.advisory)
        assert label.rule in real.recipe()["rules"][label.tool]


def test_a_real_bug_is_fixed_in_the_version_that_is_pinned_beside_it() -> None:
    before, after = real.archives(), real.archives("after")
    used = {(label.package, label.version) for label in real.labels()}
    assert used == set(before)
    for label in real.labels():
        fixed = after[label.package, label.version].version
        assert label.version != fixed
        assert label.fixed_in in ("", fixed)


def test_archives_are_pinned_by_hash() -> None:
    for when in ("before", "after"):
        for archive in real.archives(when).values():
            assert len(archive.digest) == (88 if archive.registry == "npm" else 64)
            assert bool(archive.file) == (archive.registry == "pypi")


def test_no_line_of_theirs_is_in_the_tree() -> None:
    # a hash and our own sentence stand for the line; a reason never quotes code
    for label in real.labels():
        assert not set("(){}=") & set(label.reason)


def test_it_is_fetched_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    with pytest.raises(InfrastructureError, match="acidtest fetch sast-real"):
        SUITE.read([Path("sast-real")])


def test_a_folder_of_that_name_is_read_as_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sast-real").mkdir()
    with pytest.raises(InputError, match="contains no findings"):
        SUITE.read([Path("sast-real")])


def test_an_analyser_that_is_not_there_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    reports = run_analysers(tmp_path, {}, {"no-such-analyser": "1.0"}, real.RULES)
    said = "no-such-analyser 1.0 is not installed: pip install 'acidtest[analysers]'"
    assert reports.missing["no-such-analyser"].startswith(said)
    bandit = tmp_path / "other-analyser"
    bandit.write_text("#!/bin/sh\necho other-analyser 0.9.1\n")
    bandit.chmod(0o755)
    reports = run_analysers(tmp_path, {}, {"other-analyser": "1.0"}, real.RULES)
    assert "1.0 is needed, 0.9.1 is installed" in reports.missing["other-analyser"]


def test_findings_are_the_labelled_lines_that_the_analyser_reports(tmp_path: Path) -> None:
    code = 'sql = "select * from " + name'
    label = replace(LABEL, code=real.fingerprint(code))
    moved = replace(label, line=1)
    absent = replace(label, tool="semgrep")
    file = tmp_path / label.path
    file.parent.mkdir(parents=True)
    file.write_text(f"import db\n  {code}\n")
    alarm = Alarm("medium", "sql", "a statement is put together")
    place = (label.tool, label.path, 2, label.rule)
    reports = Reports({place: alarm, (*place[:2], 1, label.rule): alarm}, {"semgrep": "no semgrep"})
    rows, missing = real.findings(tmp_path, [label], reports)
    assert rows[label.key]["severity"] == "medium"
    assert str(rows[label.key]["trace"]).split("\n")[:2] == [
        "shop-1.0/shop/db.py:2: sql: a statement is put together",
        "#    1|   import db",
    ]
    assert missing == {}
    rows, missing = real.findings(tmp_path, [moved, absent], reports)
    assert rows == {}
    assert set(missing.values()) == {
        "bandit does not report it as when it was labelled",
        "no semgrep",
    }
