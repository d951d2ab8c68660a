"""The shipped corpus: its findings are where they say, and its labels are true."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from acidtest.suites.sast_triage.identity import events, parse_id
from acidtest.suites.sast_triage.known import KnownIssue, Store, read_known
from acidtest.suites.sast_triage.suite import SUITE

from .drivers import DATA, outcomes

TOOLS = Path(__file__).parents[3] / "tools"
FALSE_ALARM, REAL_BUG = "false alarm", "real bug"


def _lines(name: str) -> list[dict[str, Any]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


FINDINGS = _lines("findings.jsonl")
UNASKED = _lines("unasked.jsonl")
KNOWN = _lines("known_issues.jsonl")
UNGUARDED = json.loads((DATA / "checks/unguarded.json").read_text(encoding="utf-8"))
RELEASES = sorted({(row["package"], row["version"]) for row in FINDINGS})


def test_the_corpus_is_as_large_and_mixed_as_it_says() -> None:
    assert len(FINDINGS) >= 160
    assert len({row["cwe"] for row in FINDINGS}) >= 12
    assert {row["tool"] for row in FINDINGS} == {"bandit", "cppcheck", "gcc", "semgrep"}
    versions = Counter(package for package, _ in RELEASES)
    assert len(versions) >= 6
    assert min(versions.values()) >= 3
    alarms = sum(row["label"] == FALSE_ALARM for row in FINDINGS) / len(FINDINGS)
    assert 0.45 <= alarms <= 0.55
    assert sum(row["checked_by"] is not None for row in FINDINGS) >= 100


def test_ids_are_unique_and_say_package_and_version() -> None:
    ids = [row["id"] for row in FINDINGS] + [row["known_id"] for row in KNOWN]
    assert len(set(ids)) == len(ids)
    for row in FINDINGS:
        origin = parse_id(row["id"])
        assert (origin.package, origin.version) == (row["package"], row["version"])


@pytest.mark.parametrize(("package", "version"), RELEASES)
def test_traces_end_at_the_flagged_line_of_the_source(package: str, version: str) -> None:
    for row in FINDINGS:
        if (row["package"], row["version"]) != (package, version):
            continue
        last = events(row["trace"])[-1]
        assert (last.path, last.line) == (row["file_path"], row["line_number"])
        inside = row["file_path"].removeprefix(f"{package}-{version}/")
        code = (DATA / "packages" / package / version / inside).read_text().split("\n")
        flagged = f"#{last.line:>5}|-> {code[last.line - 1]}"
        assert flagged in row["trace"].split("\n")
        assert row["reason"] not in row["trace"]


def test_both_forms_of_the_store_hold_the_same() -> None:
    text = read_known(DATA / "known_issues.err")
    assert read_known(DATA / "known_issues.jsonl") == text
    assert [entry.reference for entry in text] == [row["reference"] for row in KNOWN]
    assert len(Store(text).entries) == len(text)


def test_a_match_is_the_same_guard_of_an_earlier_version() -> None:
    known = {row["reference"]: row for row in KNOWN}
    for row in FINDINGS:
        same = {
            reference
            for reference, entry in known.items()
            if (entry["origin"], entry["issue_type"]) == (row["origin"], row["issue_type"])
        }
        assert set(row["similar_known_issues"]) == (same if row["label"] == FALSE_ALARM else set())


def test_the_store_misleads_as_stores_do() -> None:
    """Near-duplicates, guards that are gone by now, and the same type in another place."""
    guards = {(row["origin"], row["issue_type"]) for row in KNOWN}
    types = {row["issue_type"] for row in KNOWN}
    kinds: Counter[str] = Counter()
    for row in FINDINGS:
        known = (row["origin"], row["issue_type"]) in guards
        kinds[f"{row['label']}, {'known guard' if known else 'other place'}"] += (
            known or row["issue_type"] in types
        )
    assert kinds["false alarm, known guard"] >= 50
    assert kinds["real bug, known guard"] >= 25
    assert kinds["false alarm, other place"] >= 25
    assert kinds["real bug, other place"] >= 25


def test_some_guards_went_without_a_trace_in_the_trace() -> None:
    """A filter that looks at the text of the finding alone cannot be right on these."""
    references = {KnownIssue(**_entry(row)).reference.rpartition("#")[2] for row in KNOWN}
    gone = [
        row
        for row in FINDINGS
        if row["label"] == REAL_BUG
        and KnownIssue(**_entry(row)).reference.rpartition("#")[2] in references
    ]
    assert len(gone) >= 10


def test_a_package_is_in_one_split() -> None:
    splits = Counter({(row["package"], row["split"]) for row in FINDINGS})
    assert len(splits) == len({package for package, _ in RELEASES})
    assert {split for _, split in splits} == {"calibration", "test"}


@pytest.mark.parametrize(("package", "version"), RELEASES)
def test_labels_are_true_of_the_running_code(package: str, version: str, tmp_path: Path) -> None:
    prefix = f"{package}-{version}/"
    rows = [
        row
        for row in FINDINGS + UNASKED + KNOWN
        if row["checked_by"] and events(row["trace"])[-1].path.startswith(prefix)
    ]
    wanted = {row["checked_by"].partition(":")[2] for row in rows}
    seen = outcomes(package, DATA / "packages" / package / version, sorted(wanted), tmp_path)
    for row in rows:
        outcome = seen[row["checked_by"].partition(":")[2]]
        assert outcome.fires == (row["label"] == REAL_BUG), (row["origin"], row["label"])
        if outcome.said:
            assert Path(events(row["trace"])[-1].path).name in outcome.said, row["origin"]


@pytest.mark.parametrize("release", UNGUARDED, ids=lambda r: f"{r['package']}-{r['version']}")
def test_drivers_see_a_guard_that_is_missing(release: dict[str, Any], tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(DATA / "packages" / release["package"] / release["version"], sources)
    for file, guard, instead in release["edits"]:
        code = (sources / file).read_text()
        assert code.count(guard) == 1, guard
        (sources / file).write_text(code.replace(guard, instead))
    seen = outcomes(release["package"], sources, release["fires"], tmp_path)
    assert [case for case in release["fires"] if not seen[case].fires] == []


def test_every_driver_case_is_seen_to_fire() -> None:
    named = {row["checked_by"] for row in FINDINGS + UNASKED + KNOWN} - {None}
    fires = {row["checked_by"] for row in FINDINGS + UNASKED if row["label"] == REAL_BUG}
    fires |= {f"{release['package']}:{case}" for release in UNGUARDED for case in release["fires"]}
    assert named - fires == set()


def test_the_analysers_still_say_the_same() -> None:
    command = [sys.executable, str(TOOLS / "make_sast_corpus.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 3:
        pytest.skip(f"other analysers: {done.stdout.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_asked_is_balanced_and_the_rest_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    balance = importlib.import_module("sast_balance")
    assert balance.leaks(FINDINGS) == []
    assert balance.leaks(FINDINGS + UNASKED)
    assert len({row["id"] for row in FINDINGS + UNASKED}) == len(FINDINGS) + len(UNASKED) == 310


def test_the_cases_in_the_documents_form_are_the_findings() -> None:
    path = DATA / "filter_eval_dataset_individual_issues.json"
    shipped, ours = SUITE.read([path]).samples, SUITE.read([]).samples
    for case, own in zip(shipped, ours, strict=True):
        assert case.id == own.id
        assert case.truth.label == own.truth.label
        assert case.truth.finding.question() == own.truth.finding.question()
        assert not any("#" in path for path in case.truth.similar)


def test_findings_without_a_label_and_labels_without_a_finding_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    corpus = importlib.import_module("make_sast_corpus")
    labels = corpus.read_labels(DATA / "labels.json")
    rules = json.loads((DATA / "rules.json").read_text())
    with pytest.raises(corpus.CorpusError, match="no finding: "):
        corpus.join([], labels, rules)
    identity = next(iter(labels))
    with pytest.raises(corpus.CorpusError, match="no label: "):
        corpus.join([(identity, None)], {}, rules)


def _entry(row: dict[str, Any]) -> dict[str, str]:
    return {name: row[name] for name in ("issue_type", "cwe", "trace", "reason")}
