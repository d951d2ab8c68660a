"""Which findings a label speaks of, and what several labels of one finding come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.ignore import AMBIGUOUS
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

from .logs import labels, log, read, result

_CONTRADICT = "its labels contradict each other"


def _entry(line: int, text: str = "problem", path: str = "a.c") -> str:
    return f"Error: R:\n{path}:{line}: R: {text}\nnever happens\n"


def test_an_ignored_finding_does_not_excuse_its_like(tmp_path: Path) -> None:
    three = log(*(result("a.c", line) for line in (10, 20, 30)))
    data = read(tmp_path, [three], ignore_err=_entry(20))
    assert labels(data) == {"a.c:20": FALSE_ALARM}
    assert data.left_out == {"no label names it": 2}


def test_an_entry_whose_line_has_moved_names_the_one_it_may_mean(tmp_path: Path) -> None:
    one = read(tmp_path, [log(result("a.c", 11), result("b.c", 3))], ignore_err=_entry(10))
    assert labels(one) == {"a.c:11": FALSE_ALARM}
    both = log(result("a.c", 11), result("a.c", 21), result("a.c", 3, "S"))
    two = read(tmp_path, [both], ignore_err=_entry(10), labels_csv="file,rule,label\na.c,S,TP\n")
    assert labels(two) == {"a.c:3": REAL_BUG}
    assert two.left_out == {AMBIGUOUS: 2}
    left = read(tmp_path, [both], ignore_err=_entry(11) + "\n" + _entry(20))
    assert labels(left) == {"a.c:11": FALSE_ALARM, "a.c:21": FALSE_ALARM}


def test_an_entry_with_another_way_there_names_one_finding_or_none(tmp_path: Path) -> None:
    entry = "Error: R:\na.c:5: step: elsewhere\n" + _entry(10).split("\n", 1)[1]
    one = read(tmp_path, [log(result("a.c", 10))], ignore_err=entry)
    assert labels(one) == {"a.c:10": FALSE_ALARM}
    with pytest.raises(InputError, match=f"2 × {AMBIGUOUS}"):
        read(tmp_path, [log(result("a.c", 10), result("a.c", 20))], ignore_err=entry)


def test_an_entry_that_names_nothing_is_noted(tmp_path: Path) -> None:
    text = _entry(10) + "\n" + _entry(3, path="gone.c")
    data = read(tmp_path, [log(result("a.c", 10))], ignore_err=text)
    assert "1 of the entries of ignore.err name no result, such as R in gone.c" in data.notes


def test_the_case_beside_a_suppression_is_heard(tmp_path: Path) -> None:
    hushed = [{"kind": "external", "status": "accepted"}]
    cwe: dict[str, Any] = {"properties": {"cwe": "CWE-89"}}
    both = log(result("C1.py", 1, suppressions=hushed, **cwe), result("C2.py", 2, **cwe))
    truth = "C1,sqli,true,89\nC2,sqli,true,89\n"
    data = read(tmp_path, [both], truth_csv=truth)
    assert labels(data) == {"C2.py:2": REAL_BUG}
    assert data.left_out == {_CONTRADICT: 1}
    table = read(tmp_path, [both], truth_csv=truth, labels_csv="file,label\nC1.py,TP\nC2.py,TP\n")
    assert table.left_out == {_CONTRADICT: 1}
    agreed = read(tmp_path, [both], truth_csv=truth.replace("C1,sqli,true", "C1,sqli,false"))
    assert [s.cluster for s in agreed.samples] == ["C1", "C2"]
    assert all(s.groups["category"] == "sqli" and "split" in s.groups for s in agreed.samples)


def test_a_fingerprint_counts_with_what_its_row_says_besides(tmp_path: Path) -> None:
    mine: dict[str, Any] = {"fingerprints": {"f": "abc"}}
    one = log(result("x/a.c", 10, **mine), result("x/a.c", 20))
    head = "fingerprint,file,line,rule,label\n"
    fits = read(tmp_path, [one], labels_csv=f"{head}abc,a.c,7,R,TP\n,x/a.c,20,,FP\n")
    assert labels(fits) == {"x/a.c:10": REAL_BUG, "x/a.c:20": FALSE_ALARM}
    for row in ("abc,b.c,10,R,TP", "abc,a.c,7,S,TP"):
        other = read(tmp_path, [one], labels_csv=f"{head}{row}\n,x/a.c,20,,FP\n")
        assert labels(other) == {"x/a.c:20": FALSE_ALARM}
    known_elsewhere = read(tmp_path, [one], labels_csv=f"{head}old,x/a.c,10,R,TP\n")
    assert labels(known_elsewhere) == {"x/a.c:10": REAL_BUG}
    with pytest.raises(InputError, match=_CONTRADICT):
        read(tmp_path, [one], labels_csv=f"{head}abc,,,,TP\n,x/a.c,10,,FP\n")


def test_rows_with_a_line_must_agree_however_much_they_say(tmp_path: Path) -> None:
    one = log(result("x/a.c", 10), result("x/a.c", 20))
    rows = "file,line,rule,label\nx/a.c,10,R,TP\nx/a.c,10,,FP\nx/a.c,20,R,TP\nx/a.c,,,FP\n"
    data = read(tmp_path, [one], labels_csv=rows)
    assert labels(data) == {"x/a.c:20": REAL_BUG}
    assert data.left_out == {_CONTRADICT: 1}


def test_the_end_of_a_path_decides_only_where_one_file_has_it(tmp_path: Path) -> None:
    two = log(result("x/a.c", 10), result("y/a.c", 10), result("z/b.c", 1))
    data = read(tmp_path, [two], labels_csv="file,line,label\na.c,10,FP\nb.c,1,TP\n")
    assert labels(data) == {"z/b.c:1": REAL_BUG}
    assert data.left_out == {"the path of its label fits several files": 2}
    exact = log(result("a.c", 10), result("y/a.c", 10))
    whole = read(tmp_path, [exact], labels_csv="file,line,label\na.c,10,FP\n")
    assert labels(whole) == {"a.c:10": FALSE_ALARM}


def test_reports_without_labels_do_not_refuse_the_others(tmp_path: Path) -> None:
    logs = [log(result("a.c", 1)), log(result("b.c", 1))]
    data = read(tmp_path, logs, labels_csv="file,label\na.c,FP\n")
    assert labels(data) == {"a.c:1": FALSE_ALARM}
    with pytest.raises(InputError) as refused:
        read(tmp_path, logs, labels_csv="file,label\nc.c,FP\n")
    assert "2 × no label names it" in str(refused.value)
    assert "CWE" not in str(refused.value)


def test_the_same_finding_in_two_reports_has_two_ids(tmp_path: Path) -> None:
    data = read(tmp_path, [log(result("a.c", 1)), log(result("a.c", 1))])
    assert [s.id for s in data.samples] == ["a.c:1:R", "a.c:1:R~2"]
