"""Readers of findings: published layouts, reports of analysers, hostile files."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.suites.sast_triage.known import format_known
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    REAL_BUG,
)

from .make import entry, published_case

_CPPCHECK = """\
<?xml version="1.0" encoding="UTF-8"?>
<results version="2"><cppcheck version="2.10"/><errors>
<error id="nullPointer" severity="error" msg="Null pointer dereference: p" cwe="476">
 <location file="pkg-1.2/a.c" line="9" column="4" info="Null pointer dereference"/>
 <location file="pkg-1.2/a.c" line="3" column="2" info="Assignment 'p=0'"/>
</error>
<error id="missingInclude" severity="information" msg="no include"/>
</errors></results>
"""


def _sarif(**more: Any) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": "src/T1.py"}, "region": {"startLine": 7}}
    result = {
        "ruleId": "B608",
        "message": {"text": "SQL"},
        "locations": [{"physicalLocation": place}],
        **more,
    }
    driver = {"name": "Bandit", "rules": [{"id": "B608", "properties": {"tags": ["cwe-89"]}}]}
    return {
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [result, {**result}]}],
    }


def _write(folder: Path, name: str, data: object) -> Path:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_bandit_over_owasp_has_323_cases_208_real(public_data: Path) -> None:
    data = SUITE.read([public_data / "sast-triage" / "owasp_benchmark_python"])
    by_case = {s.cluster: s.truth.label for s in data.samples}
    assert Counter(by_case.values()) == {REAL_BUG: 208, FALSE_ALARM: 115}
    assert len(list(data.samples)) == 442
    assert {s.groups["category"] for s in data.samples} == {
        "cmdi", "codeinj", "deserialization", "hash", "sqli", "weakrand", "xxe",
    }  # fmt: skip
    halves = {s.cluster: s.groups["split"] for s in data.samples}
    assert set(halves.values()) == {"calibration", "test"}


def test_the_judge_set_has_21_false_alarms_and_15_real_bugs(public_data: Path) -> None:
    data = SUITE.read([public_data / "sast-triage" / "judge" / "judge_llm_eval_dataset_36.json"])
    assert Counter(s.truth.label for s in data.samples) == {FALSE_ALARM: 21, REAL_BUG: 15}
    assert {s.groups["package"] for s in data.samples} == {
        "audit", "cpio", "glibc", "gzip", "libksba", "libpcap",
    }  # fmt: skip
    first = next(iter(data.samples))
    assert (first.groups["version"], first.groups["release"]) == ("4.0", "audit 4.0")
    assert first.truth.finding.path == "audit-4.0/src/auditd-listen.c"
    assert first.truth.finding.context.startswith("code of src/auditd-listen.c")


def test_a_published_case_keeps_its_paths_and_question(tmp_path: Path) -> None:
    record = published_case("audit-4_0-known_fp", "FALSE_POSITIVE", ["audit-4.0/a.c"])
    path = _write(tmp_path, "cases.json", [record])
    (one,) = SUITE.read([path]).samples
    assert one.truth.label == FALSE_ALARM
    assert one.truth.similar == ("audit-4.0/a.c",)
    assert (one.groups["package"], one.groups["version"]) == ("audit", "4.0")
    with SUITE.questions(RunOptions()) as questions:
        assert json.loads(questions.text(one, "finding")) == json.loads(record["question"])


def test_a_store_among_the_data_goes_with_every_finding(tmp_path: Path) -> None:
    cases = _write(tmp_path, "cases.json", [published_case("a-1_0-b", "TRUE_POSITIVE", [])])
    store = _write(tmp_path, "known.err", format_known([entry()]))
    alone, both = SUITE.read([cases]), SUITE.read([cases, store])
    (without,), (with_store,) = alone.samples, both.samples
    assert without.truth.known is None
    assert len(with_store.truth.known.entries) == 1
    assert alone.sha256 != both.sha256


def test_sarif_without_a_truth_is_read_unlabelled(tmp_path: Path) -> None:
    data = SUITE.read([_write(tmp_path, "mine.sarif", _sarif())])
    first, second = data.samples
    assert (first.id, second.id) == ("src/T1.py:7:B608", "src/T1.py:7:B608~2")
    assert first.truth.label is None
    assert first.truth.finding.cwe == "CWE-89"
    assert first.record["run"] == 0
    assert second.record["result"] == 1


def test_a_truth_labels_what_its_category_is_about(tmp_path: Path) -> None:
    report = _sarif()
    report["runs"][0]["results"][1]["ruleId"] = "B999"
    paths = [
        _write(tmp_path, "mine.sarif", report),
        _write(tmp_path, "truth.csv", "# name, category, real, cwe\nT1,sqli,true,89\n"),
    ]
    (one,) = SUITE.read(paths).samples
    assert one.truth.label == REAL_BUG
    paths.append(_write(tmp_path, "rules.json", {"B999": "sqli"}))
    assert len(list(SUITE.read(paths).samples)) == 2


def test_a_flow_becomes_the_steps_of_a_trace(tmp_path: Path) -> None:
    step = {
        "location": {
            "physicalLocation": {
                "artifactLocation": {"uri": "src/T1.py"},
                "region": {"startLine": 3},
            },
            "message": {"text": "from here"},
        }
    }
    flows = [{"threadFlows": [{"locations": [step]}]}]
    first, _ = SUITE.read([_write(tmp_path, "mine.sarif", _sarif(codeFlows=flows))]).samples
    assert first.truth.finding.trace == ("src/T1.py:3: step: from here\nsrc/T1.py:7: B608: SQL")


def test_cppcheck_is_read_from_where_it_begins(tmp_path: Path) -> None:
    (one,) = SUITE.read([_write(tmp_path, "cppcheck.xml", _CPPCHECK)]).samples
    found = one.truth.finding
    assert found.trace.split("\n") == [
        "pkg-1.2/a.c:3: step: Assignment 'p=0'",
        "pkg-1.2/a.c:9: nullPointer: Null pointer dereference: p",
    ]
    assert (found.package, found.version, found.cwe) == ("pkg", "1.2", "CWE-476")
    assert one.groups["severity"] == "high"


def test_gcc_fanalyzer_is_read_as_gcc_writes_it(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    source = tmp_path / "a.c"
    source.write_text("#include <stdlib.h>\nint f(void){char*p=malloc(9);free(p);return *p;}\n")
    command = ["gcc", "-fanalyzer", "-fdiagnostics-format=json", "-c", str(source), "-o"]
    told = subprocess.run([*command, "/dev/null"], capture_output=True, text=True, check=True)
    data = SUITE.read([_write(tmp_path, "gcc.json", told.stderr)])
    found = {s.truth.finding.issue_type: s.truth.finding for s in data.samples}
    assert found["USE_AFTER_FREE"].cwe == "CWE-416"
    assert found["USE_AFTER_FREE"].line == 2
    assert "analyzer-use-after-free" in found["USE_AFTER_FREE"].trace


_CASE = published_case("a-1_0-b", "TRUE_POSITIVE", [])


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("x.json", "{", "is not JSON"),
        ("x.json", "[" * 100_000, "is not JSON"),
        ("x.json", "3", "expected a list of records, got int"),
        ("x.json", [3], "record 0: expected an object, got int"),
        ("x.json", [{"id": "a"}], "record 0: has none of the ground-truth fields"),
        ("x.json", [{**_CASE, "question": "{"}], "record 0: field 'question' is not JSON"),
        ("x.json", [{**_CASE, "expected_output_obj": 1}], "'expected_output_obj' is not an object"),
        ("x.json", [{**_CASE, "id": ""}], "field 'id' is missing"),
        ("x.json", [_CASE, _CASE], "duplicate id a-1_0-b"),
        (
            "x.json",
            [{**_CASE, "expected_output_obj": {"filter_result": "PERHAPS"}}],
            "filter_result 'PERHAPS' is not a verdict",
        ),
        ("x.json", [{"label": "bug", "id": "a"}], "field 'issue_id' is missing"),
        ("x.json", {"a": 1}, 'expected {"tool": '),
        ("x.sarif", {"runs": 1}, "has no 'runs'"),
        ("x.sarif", {"runs": [1]}, "run 0 is not an object"),
        ("x.sarif", {"runs": [{"results": [1]}]}, "run 0, result 0: is not an object"),
        ("x.sarif", {"runs": [{"results": [{}]}]}, "does not name its rule"),
        ("x.sarif", {"runs": []}, "contains no findings"),
        ("x.xml", "<results", "is not XML"),
        ("x.xml", '<!DOCTYPE a [<!ENTITY b "c">]><results/>', "declares XML entities"),
        ("x.xml", "<other/>", "not a cppcheck report"),
        ("x.csv", "a,b\n", "line 1: expected columns: name,category"),
        ("x.csv", "a,b,true,1\na,b,true,1\n", "line 2: duplicate test case a"),
        ("x.txt", "a", "unsupported file type; expected one of"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(
    tmp_path: Path, name: str, data: object, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        SUITE.read([_write(tmp_path, name, data)])


def test_a_report_that_the_truth_says_nothing_of_is_refused(tmp_path: Path) -> None:
    paths = [
        _write(tmp_path, "mine.sarif", _sarif()),
        _write(tmp_path, "truth.csv", "other,sqli,true,89\n"),
    ]
    with pytest.raises(InputError, match="covers no finding of Bandit"):
        SUITE.read(paths)


def test_odd_but_legal_sarif_is_read(tmp_path: Path) -> None:
    odd = {
        "runs": [
            {
                "tool": {
                    "driver": {"rules": [{"id": "R", "messageStrings": {"m": {"text": "{0}!"}}}]}
                },
                "artifacts": [{"location": {"uri": "file:///p-1.0/a.c"}}],
                "results": [
                    {
                        "ruleIndex": 0,
                        "message": {"id": "m", "arguments": ["no"]},
                        "level": "error",
                        "locations": [{"physicalLocation": {"artifactLocation": {"index": 0}}}],
                    },
                    {"rule": {"id": "R"}, "message": {}, "properties": {"security-severity": "5"}},
                ],
            }
        ]
    }
    first, second = SUITE.read([_write(tmp_path, "odd.sarif", odd)]).samples
    assert first.truth.finding.trace == "/p-1.0/a.c:0: R: no!"
    assert first.groups["severity"] == "high"
    assert second.truth.finding.path == "unknown"
    assert second.groups["severity"] == "medium"
