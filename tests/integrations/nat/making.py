"""Samples for NAT."""

from __future__ import annotations

from acidtest.core.records import Sample
from acidtest.suites.sast_triage.cases import make_sample
from acidtest.suites.sast_triage.record import Case, Finding
from acidtest.suites.sast_triage.words import (
    REAL_BUG,
)


def triage_sample(name: str, label: str = REAL_BUG, similar: tuple[str, ...] = ()) -> Sample:
    found = Finding(name, name, "OVERRUN", "z-1.0/a.c:1: e: m", "z-1.0/a.c")
    return make_sample(Case(found, label, similar), name, {})
