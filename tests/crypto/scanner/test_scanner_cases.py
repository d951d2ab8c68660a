"""The scanner on its cases: what is in use is found, and nothing else is."""

from __future__ import annotations

import pytest

from acidtest.crypto.scanner import scan_bytes

from .case import Case
from .cases import CASES
from .cases_apis import CALLS, CLEAN
from .cases_flow import JAVASCRIPT, PYTHON
from .cases_flow_jvm import JVM
from .cases_flow_native import GO, OTHER, PHP, RUBY, TABLES
from .cases_foreign import COPIES, EVERYDAY, LIBRARIES, OFFERS, SHAPES
from .cases_more import MORE
from .cases_receivers import RECEIVERS

FLOW = [
    *PYTHON,
    *JAVASCRIPT,
    *JVM,
    *GO,
    *RUBY,
    *PHP,
    *OTHER,
    *CALLS,
    *CLEAN,
    *TABLES,
    *RECEIVERS,
    *LIBRARIES,
    *OFFERS,
    *COPIES,
    *EVERYDAY,
    *SHAPES,
]
ALL = [*CASES, *MORE, *FLOW]


@pytest.mark.parametrize("case", ALL, ids=[f"{c.name}: {c.title}" for c in ALL])
def test_what_is_in_use_is_found_and_nothing_else(case: Case) -> None:
    wanted = {word for word in case.active.split() if not word.startswith("?")}
    allowed = {word.lstrip("?") for word in case.active.split()}
    findings = scan_bytes(case.name, case.source.encode())
    active = {f.match.algorithm.id for f in findings if f.state == "active"}
    assert wanted <= active, f"missed: {wanted - active}"
    assert active <= allowed, f"false alarms: {active - allowed}"
    lines = case.source.count("\n") + 1
    assert all(1 <= f.lines[0] <= f.lines[1] <= lines for f in findings)
