"""Ground truth beside a report: a CSV of test cases, and which rule means which category.

The CSV has one line per test case, `name, category, true|false, CWE number`; a finding belongs to
the case whose name is its file's name without the suffix. A finding is a real bug if its rule is
of the case's category, or, for a rule that no map has, of its CWE, and the case is true. The truth
says nothing about a finding of another category, so it is not a sample.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.sheet import Row
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    REAL_BUG,
    UNKNOWN,
)

_RULES = Path(__file__).parent / "rules.json"

Rules = Mapping[str, Mapping[str, str]]
"""By tool, in lower case: the category of each rule. Entries under `*` apply to all tools."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """One line of the CSV."""

    __test__ = False

    name: str
    category: str
    real: bool
    cwe: str


def parse_expected(rows: Sequence[Row], where: str) -> dict[str, TestCase]:
    """Test cases by name; lines that begin with `#` are comments."""
    cases: dict[str, TestCase] = {}
    for number, row in rows:
        if row[0].startswith("#"):
            continue
        if len(row) < 4 or row[2].strip().lower() not in ("true", "false"):
            raise InputError(
                f"{where}, line {number}: expected columns: name,category,true|false,CWE number; "
                "or, for labels by finding, a first line such as file,line,rule,label"
            )
        name, category, real, cwe = (cell.strip() for cell in row[:4])
        if name in cases:
            raise InputError(f"{where}, line {number}: duplicate test case {name}")
        cases[name] = TestCase(name, category, real.lower() == "true", f"CWE-{cwe.lstrip('0')}")
    return cases


def shipped_rules() -> Rules:
    """The map that comes with the suite."""
    return parse_rules(json.loads(_RULES.read_text(encoding="utf-8")), str(_RULES))


def parse_rules(data: Json, where: str) -> Rules:
    """A map `{"bandit": {"B608": "sqli"}}`, or without the tool's name for any tool."""
    if isinstance(data, dict) and data and all(isinstance(v, str) for v in data.values()):
        data = {"*": data}
    if not isinstance(data, dict) or not all(
        isinstance(rules, dict) and all(isinstance(v, str) for v in rules.values())
        for rules in data.values()
    ):
        raise InputError(f'{where}: expected {{"tool": {{"rule": "category"}}}}')
    return {str(tool).lower(): rules for tool, rules in data.items()}


def case_of(
    finding: Finding, cases: Mapping[str, TestCase], rules: Rules
) -> tuple[TestCase | None, str]:
    """The test case that decides whether this finding is right, or None and why there is none."""
    case = cases.get(PurePosixPath(finding.path).stem)
    of_tool = {**rules.get(finding.tool.lower(), {}), **rules.get("*", {})}
    if case is None:
        return None, "no test case has the name of its file"
    if finding.issue_type in of_tool:
        fits = of_tool[finding.issue_type] == case.category
        return case if fits else None, "its rule is of another category than the test case"
    if finding.cwe == UNKNOWN:
        return None, "its rule has no known category and no CWE"
    fits = finding.cwe == case.cwe
    return case if fits else None, "its CWE is another one than the test case's"


def label_of(case: TestCase) -> str:
    """In the words of this suite."""
    return REAL_BUG if case.real else FALSE_ALARM


def split_of(cluster: str) -> str:
    """`calibration` or `test`, drawn by cluster: the same name always falls in the same half."""
    return "calibration" if int(sha256_of("split", cluster)[:8], 16) % 2 else "test"
