"""Labels by finding: whose report it is and who judged it, through the command line."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acidtest.cli import cli
from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.sheet import csv_rows, read_xlsx
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

_RULES = ("R1", "R2", "R3", "R4")


def _result(path: str, nth: int, **more: Any) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": 10 * nth + 1}}
    return {
        "ruleId": _RULES[nth],
        "message": {"text": f"problem {nth}"},
        "locations": [{"physicalLocation": place}],
        **more,
    }


def _log(driver: Mapping[str, Any], results: Sequence[Any], **run: Any) -> dict[str, Any]:
    tool = {"driver": driver, **run.pop("tool", {})}
    return {"version": "2.1.0", "runs": [{"tool": tool, "results": list(results), **run}]}


def _tagged(*tags: str) -> list[dict[str, Any]]:
    return [{"id": name, "properties": {"tags": list(tags)}} for name in _RULES]


def _bandit() -> dict[str, Any]:
    """Severity in properties; errors of parsing as notifications."""
    results = [_result("lib/a.py", n, properties={"issue_severity": "HIGH"}) for n in range(4)]
    said = {"level": "error", "message": {"text": "syntax error while parsing AST from file"}}
    return _log(
        {"name": "Bandit", "rules": _tagged("security", "external/cwe/cwe-89")},
        results,
        invocations=[{"executionSuccessful": True, "toolExecutionNotifications": [said] * 461}],
    )


def _codeql() -> dict[str, Any]:
    """Rules in an extension; the driver has others at the same indices."""
    results = [
        _result(
            "lib/b.py", n, rule={"id": _RULES[n], "index": n, "toolComponent": {"index": 0}},
            ruleIndex=n, partialFingerprints={"primaryLocationLineHash": f"b{n}:1"},
        )
        for n in range(4)
    ]  # fmt: skip
    for rule in (rules := _tagged("external/cwe/cwe-089")):
        rule["properties"]["security-severity"] = "8.8"
    other = {"id": "py/other", "properties": {"tags": ["external/cwe/cwe-022"]}}
    return _log(
        {"name": "CodeQL", "rules": [other] * 4},
        results,
        tool={"extensions": [{"name": "codeql/python-queries", "rules": rules}]},
    )


def _semgrep() -> dict[str, Any]:
    tags = ("CWE-89: Improper Neutralization", "OWASP-A03:2021")
    results = [_result("lib/c.py", n, fingerprints={"matchBasedId/v1": f"c{n}"}) for n in range(4)]
    return _log({"name": "Semgrep OSS", "rules": _tagged(*tags)}, results)


def _cppcheck() -> dict[str, Any]:
    """Paths of files in a list, rules without an index."""
    results = [_result("", n, level="error") for n in range(4)]
    for result in results:
        result["locations"][0]["physicalLocation"]["artifactLocation"] = {"index": 0}
    rules = [{"id": name, "properties": {"cwe": "CWE-89"}} for name in _RULES]
    return _log(
        {"name": "Cppcheck", "rules": rules}, results, artifacts=[{"location": {"uri": "lib/d.c"}}]
    )


def _clang() -> dict[str, Any]:
    """A flow, absolute paths, and no CWE at all."""
    results = [_result("file:///work%20dir/lib/e.c", n) for n in range(4)]
    for result in results:
        step = {"location": {"physicalLocation": result["locations"][0]["physicalLocation"]}}
        result["codeFlows"] = [{"threadFlows": [{"locations": [step]}]}]
    return _log({"name": "clang", "rules": [{"id": name} for name in _RULES]}, results)


def _flawfinder() -> dict[str, Any]:
    """CWEs as references to a taxonomy."""
    target = {"id": "89", "toolComponent": {"name": "CWE"}}
    rules = [{"id": n, "relationships": [{"target": target}]} for n in _RULES]
    return _log({"name": "Flawfinder", "rules": rules}, [_result("lib/f.c", n) for n in range(4)])


_FLAVOURS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "bandit": _bandit,
    "codeql": _codeql,
    "semgrep": _semgrep,
    "cppcheck": _cppcheck,
    "clang": _clang,
    "flawfinder": _flawfinder,
}
_FILES = {"bandit": "lib/a.py", "codeql": "lib/b.py", "semgrep": "lib/c.py", "cppcheck": "lib/d.c",
          "clang": "lib/e.c", "flawfinder": "lib/f.c"}  # fmt: skip
_HEAD = ("File", "Line", "Rule", "Label", "Comment")


def _rows() -> list[Sequence[str]]:
    """One real bug, one false alarm and one undecided of each; the fourth is not in the table."""
    words = ("True Positive", "FP", "to do")
    return [
        (file, str(10 * n + 1), _RULES[n], words[n], "looked at it")
        for file in _FILES.values()
        for n in range(3)
    ]


def _workbook(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    """A workbook as spreadsheets write it: shared strings, numbers, empty cells left out."""
    strings = sorted({cell for row in rows for cell in row})
    lines = []
    for number, row in enumerate(rows, 1):
        cells = []
        for letter, cell in zip("ABCDEFGH", row, strict=False):
            kind, value = ("n", cell) if cell.isdigit() else ("s", str(strings.index(cell)))
            if cell:
                cells.append(f'<c r="{letter}{number}" t="{kind}"><v>{value}</v></c>')
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    texts = "".join(f"<si><t>{escape(text)}</t></si>" for text in strings)
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/sharedStrings.xml", f"<sst {space}>{texts}</sst>")
        sheet = f"<worksheet {space}><sheetData>{''.join(lines)}</sheetData></worksheet>"
        book.writestr("xl/worksheets/sheet1.xml", sheet)
    return path


def _table(folder: Path, logs: Mapping[str, Any]) -> list[Path]:
    path = folder / "labels.csv"
    path.write_text("\n".join(";".join(row) for row in [_HEAD, *_rows()]), encoding="utf-8-sig")
    return [path]


def _sheet(folder: Path, logs: Mapping[str, Any]) -> list[Path]:
    return [_workbook(folder / "labels.xlsx", [_HEAD, *_rows()])]


def _suppressed(folder: Path, logs: Mapping[str, Any]) -> list[Path]:
    """Decided in the reports: rejected, accepted, under review, and gone since."""
    for log in logs.values():
        first, second, third, fourth = log["runs"][0]["results"]
        first["suppressions"] = [{"kind": "external", "status": "rejected"}]
        second["suppressions"] = [{"kind": "inSource"}]
        third["suppressions"] = [{"kind": "external", "status": "underReview"}]
        fourth["baselineState"] = "absent"
    return []


def _printed(folder: Path, logs: Mapping[str, Any]) -> list[Path]:
    """By fingerprint, and by a package's list of ignored findings."""
    rows = ["fingerprint,verdict"]
    ignored = []
    for name, log in logs.items():
        for nth, result in enumerate(log["runs"][0]["results"]):
            result["fingerprints"] = {"ours": f"{name}{nth}"}
        rows += [f"{name}0,TRUE_POSITIVE", f"{name}2,unclear"]
        path = _FILES[name] if name != "clang" else "/work dir/lib/e.c"
        ignored.append(f"Error: R2:\n{path}:999: R2: problem 1\nnever happens\n")
    (folder / "prints.csv").write_text("\n".join(rows))
    (folder / "ignore.err").write_text("\n".join(ignored))
    return [folder / "prints.csv", folder / "ignore.err"]


@pytest.mark.parametrize("labels", [_table, _sheet, _suppressed, _printed])
def test_six_analysers_reports_are_judged_by_every_form_of_labels(
    tmp_path: Path, labels: Callable[[Path, Mapping[str, Any]], list[Path]]
) -> None:
    logs = {name: make() for name, make in _FLAVOURS.items()}
    truth = labels(tmp_path, logs)
    for number, (name, log) in enumerate(logs.items()):
        text = json.dumps(log)
        encoding = ("utf-8", "utf-16", "utf-8-sig")[number % 3]
        (tmp_path / f"{name}.sarif").write_text(text, encoding=encoding)
    data = [*(tmp_path / f"{name}.sarif" for name in logs), *truth]
    given = [part for path in data for part in ("--data", str(path))]
    out = tmp_path / "run"
    done = CliRunner().invoke(
        cli, ["run", "sast-triage", *given, "--system", "oracle", "--json", "--controls", "none",
              "--out", str(out)],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert summary["metrics"]["suppressed_real_bugs"]["n"] == 6
    assert summary["metrics"]["alarms_removed"]["n"] == 6
    assert summary["metrics"]["accuracy"]["value"] == 1
    assert "Bandit reports 461 notifications" in done.stderr
    tools = {"Bandit", "CodeQL", "Semgrep OSS", "Cppcheck", "clang", "Flawfinder"}
    assert set(summary["groups"]["tool"]) == tools
    assert set(summary["groups"]["cwe"]) == {"CWE-89", "unknown"}
    codeql = [s for s in SUITE.read(data).samples if s.truth.finding.tool == "CodeQL"]
    assert {s.truth.finding.severity for s in codeql} == {"high"}
    exported = CliRunner().invoke(
        cli, ["export", str(out), "--format", "sarif", "--out", str(tmp_path / "out")]
    )
    assert exported.exit_code == 0, exported.output
    assert {path.name for path in (tmp_path / "out").iterdir()} == {f"{n}.sarif" for n in logs}
    left_out = json.loads((out / "manifest.json").read_text())["data"]["left_out"]
    counted = sum(left_out.values()) + summary["n"]
    assert counted == 24
    assert all(reason for reason in left_out)


def _one(tmp_path: Path, log: Mapping[str, Any], labels: str | None = None) -> Any:
    paths = [tmp_path / "mine.sarif"]
    paths[0].write_text(json.dumps(log))
    if labels is not None:
        paths.append(tmp_path / "labels.csv")
        paths[1].write_text(labels)
    return SUITE.read(paths)


def _labels(data: Any) -> dict[str, str | None]:
    return {s.truth.finding.issue_type: s.truth.label for s in data.samples}


def test_a_suppressed_log_says_what_was_kept_and_what_is_new(tmp_path: Path) -> None:
    results = [
        _result("a.c", 0, suppressions=[{"kind": "external", "status": "accepted"}]),
        _result("a.c", 1, suppressions=[]),
        _result("a.c", 2, baselineState="unchanged"),
        _result("a.c", 3, baselineState="new", suppressions=[]),
    ]
    data = _one(tmp_path, _log({"name": "T"}, results))
    assert _labels(data) == {"R1": FALSE_ALARM, "R2": REAL_BUG, "R3": REAL_BUG, "R4": None}
    assert any("1 result without a label: baselineState 'new'" in note for note in data.notes)
    alone = _one(tmp_path, _log({"name": "T"}, results[2:3]))
    assert _labels(alone) == {"R3": None}


def test_verdicts_that_we_wrote_are_no_labels(tmp_path: Path) -> None:
    mark = {"acidtest": {"system": "s"}}
    hushed = {"kind": "external", "status": "accepted", "properties": mark}
    ours = _result("a.c", 0, suppressions=[hushed])
    assert _labels(_one(tmp_path, _log({"name": "T"}, [ours]))) == {"R1": None}


def test_labels_that_contradict_each_other_are_none(tmp_path: Path) -> None:
    log = _log({"name": "T"}, [_result("x/a.c", 0, suppressions=[{"kind": "inSource"}]),
                               _result("x/a.c", 1)])  # fmt: skip
    data = _one(tmp_path, log, "file,rule,label\na.c,R1,bug\na.c,R2,fp\n")
    assert _labels(data) == {"R2": FALSE_ALARM}
    assert data.left_out == {"its labels contradict each other": 1}


def test_the_row_that_says_most_counts(tmp_path: Path) -> None:
    log = _log({"name": "T"}, [_result("app/x/a.c", n) for n in range(3)])
    table = "path,line,check,triage\na.c,,,FP\nx/a.c,11,R2,TP\nb/a.c,21,R3,TP\nother.c,,,TP\n"
    data = _one(tmp_path, log, table)
    assert _labels(data) == {"R1": FALSE_ALARM, "R2": REAL_BUG, "R3": FALSE_ALARM}
    assert "2 rows of labels name no result" in data.notes[0]


def test_a_rule_is_found_by_its_id_where_the_index_is_of_another_component(
    tmp_path: Path,
) -> None:
    driver = {"name": "T", "rules": [{"id": "X", "properties": {"tags": ["CWE-1"]}}]}
    more = {"extensions": [{"rules": [{"id": "R1", "properties": {"tags": ["CWE-79"]}}]}]}
    log = _log(driver, [_result("a.c", 0, ruleIndex=0)], tool=more)
    (one,) = _one(tmp_path, log).samples
    assert one.truth.finding.cwe == "CWE-79"
    part = _result("a.c", 0, ruleId="R1/sub")
    (one,) = _one(tmp_path, _log(driver, [part], tool=more)).samples
    assert one.truth.finding.cwe == "CWE-79"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("file,line,label\n,3,TP\n", "line 2: names no finding"),
        ("file,line,label\na.c,three,TP\n", "line 2: line 'three' is not a number"),
        ("file,line\na.c,3\n", "labels by finding, a first line such as file,line,rule,label"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        _one(tmp_path, _log({"name": "T"}, [_result("a.c", 0)]), text)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.lists(st.text("abXY0129 é<&", max_size=5), min_size=1, max_size=5), max_size=6))
def test_a_workbook_says_what_its_cells_say(tmp_path: Path, rows: list[list[str]]) -> None:
    path = _workbook(tmp_path / "t.xlsx", rows)
    filled = [(n, row) for n, row in enumerate(rows, 1) if any(c.strip() for c in row)]
    for (number, cells), (expected, row) in zip(read_xlsx(path)[0], filled, strict=True):
        assert number == expected
        assert list(cells) == row[: len(cells)]
        assert not any(row[len(cells) :])


def test_a_workbook_that_is_none_or_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(b"PK\3\4 not really")
    with pytest.raises(InputError, match="is not an xlsx workbook"):
        read_xlsx(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/worksheets/sheet1.xml", b" " * ((64 << 20) + 1))
    with pytest.raises(InputError, match="larger than"):
        read_xlsx(path)


def test_separators_are_those_of_the_first_line() -> None:
    for separator in ",;\t":
        text = f"# a, b\nfile{separator}label\na.c{separator}FP\n"
        assert csv_rows(text)[-1] == (3, ["a.c", "FP"])


def test_gcc_is_read_from_among_the_lines_of_a_build(tmp_path: Path) -> None:
    spot = {"caret": {"file": "BUILD/zip-1.3/a.c", "line": 3}}
    found = {"kind": "warning", "option": "-Wanalyzer-use-after-free", "message": "use",
             "metadata": {"cwe": 416}, "locations": [spot]}  # fmt: skip
    plain = {"kind": "warning", "option": "-Wunused", "message": "m", "locations": [spot]}
    path = tmp_path / "build.json"
    path.write_text(f"gcc -c a.c\n{json.dumps([found, plain])}\n[]\nmake: *** [all] Error 1\n")
    data = SUITE.read([path])
    (one,) = data.samples
    assert (one.groups["package"], one.groups["version"]) == ("zip", "1.3")
    assert data.left_out == {"a diagnostic of gcc that is not from -fanalyzer": 1}
    assert "2 lines that gcc did not write" in data.notes[0]
    path.write_text(f"{json.dumps([found])}\n{json.dumps([found])[:60]}\nmake: [all] Error 1\n")
    data = SUITE.read([path])
    assert "1 line that gcc did not write" in data.notes[0]
    assert "1 line of gcc cut off: findings are missing" in data.notes[1]


def test_csdiff_is_read_up_to_its_key_event(tmp_path: Path) -> None:
    def event(name: str, line: int, message: str) -> dict[str, Any]:
        return {"file_name": "audit-4.0/a.c", "line": line, "event": name, "message": message}

    defect = {
        "checker": "OVERRUN", "cwe": 119, "tool": "coverity", "key_event_idx": 2,
        "events": [event("cond", 3, "j is 17"), event("#", 4, "    4|->   c[i] += y;"),
                   event("overrun-local", 4, "Overrunning array"), event("after", 9, "then")],
    }  # fmt: skip
    path = tmp_path / "defects.json"
    path.write_text(json.dumps({"defects": [defect]}))
    (one,) = SUITE.read([path]).samples
    finding = one.truth.finding
    assert finding.trace.split("\n")[-2:] == [
        "audit-4.0/a.c:4: overrun-local: Overrunning array",
        "#    4|->   c[i] += y;",
    ]
    assert (finding.path, finding.line, finding.cwe) == ("audit-4.0/a.c", 4, "CWE-119")
    for broken in ({"key_event_idx": 9}, {"key_event_idx": "1"}, {"checker": None}, {"events": 3}):
        path.write_text(json.dumps({"defects": [{**defect, **broken}]}))
        with pytest.raises(InputError, match="defect 0"):
            SUITE.read([path])


def test_reports_in_other_formats_come_back_as_sarif(tmp_path: Path) -> None:
    path = tmp_path / "cppcheck.xml"
    path.write_text(
        '<results version="2"><errors><error id="nullPointer" severity="error" msg="p is null" '
        'cwe="476"><location file="pkg-1.2/a b.c" line="9" info="here"/>'
        '<location file="pkg-1.2/a b.c" line="3" info="p=0"/></error></errors></results>'
    )
    out = tmp_path / "run"
    done = CliRunner().invoke(
        cli, ["run", "sast-triage", "--data", str(path), "--system", "drop-all", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    shown = CliRunner().invoke(cli, ["export", str(out), "--format", "sarif"])
    (run,) = json.loads(shown.stdout)["runs"]
    (result,) = run["results"]
    assert result["suppressions"][0]["status"] == "accepted"
    again = tmp_path / "again.sarif"
    again.write_text(shown.stdout)
    (before,), (after,) = SUITE.read([path]).samples, SUITE.read([again]).samples
    for name in ("path", "line", "cwe", "severity", "issue_type", "tool", "package"):
        assert getattr(after.truth.finding, name) == getattr(before.truth.finding, name), name
    assert Counter(after.truth.finding.trace) == Counter(before.truth.finding.trace)
