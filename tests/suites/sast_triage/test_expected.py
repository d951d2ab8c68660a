"""Which finding a test case decides."""

from __future__ import annotations

import pytest

from acidtest.suites.sast_triage.expected import case_of, parse_expected, parse_rules
from acidtest.suites.sast_triage.sheet import csv_rows

from .make import finding

CASES = parse_expected(csv_rows("Case1,sqli,true,089\nCase2,xss,false,79\n"), "truth.csv")


@pytest.mark.parametrize(
    ("path", "rule", "cwe", "name"),
    [
        ("app/Case1.py", "B608", "CWE-89", "Case1"),
        ("app/Case1.py", "new-rule", "CWE-89", "Case1"),
        ("app/Case1.py", "new-rule", "CWE-79", None),
        ("app/Case1.py", "mapped-elsewhere", "CWE-89", None),
        ("app/Case2.js", "new-rule", "CWE-79", "Case2"),
        ("app/Other.py", "B608", "CWE-89", None),
        ("app/Case1.py", "new-rule", "unknown", None),
    ],
)
def test_a_rule_counts_by_its_category_or_else_by_its_cwe(
    path: str, rule: str, cwe: str, name: str | None
) -> None:
    rules = parse_rules({"*": {"B608": "sqli", "mapped-elsewhere": "xss"}}, "rules.json")
    case, why = case_of(finding(path=path, issue_type=rule, cwe=cwe), CASES, rules)
    assert (case.name if case else None) == name
    assert why
