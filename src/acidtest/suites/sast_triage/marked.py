"""Ground truth by line, as two public benchmarks have it beside their programs.

RealVuln has a `ground-truth.json` for each application: places with the CWEs that fit, real or a
trap. CASTLE has C programs whose first comment says whether they are vulnerable and by which CWE;
the comment `{!LINE}` marks the lines. A finding of another CWE, or elsewhere, has no label from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.suites.sast_triage.analysers import as_dict, as_list
from acidtest.suites.sast_triage.labels import ends_alike
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG, UNKNOWN

TOLERANCE = 10
"""Lines around a place of RealVuln in which its own scorer looks for findings."""
_MARK = "{!LINE}"
_HEADER = re.compile(r"\A\s*/\*(.*?)\*/", re.DOTALL)
_FIELD = re.compile(r"^\s*(vulnerable|cwe)\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Marked:
    """A place with a label; one without lines is the whole file. No label: reviewed, not graded."""

    name: str
    file: str
    lines: Sequence[tuple[int, int]]
    cwes: frozenset[str]
    label: str | None
    reason: str = ""


def is_realvuln(data: Json) -> bool:
    """Whether a JSON value is a ground truth of RealVuln."""
    return isinstance(data, dict) and any(
        "is_vulnerable" in as_dict(entry) for entry in as_list(data.get("findings"))
    )


def read_realvuln(data: Mapping[str, Json], where: str) -> Iterator[Marked]:
    """The places of one application."""
    for index, each in enumerate(as_list(data.get("findings"))):
        entry, at = as_dict(each), f"{where}: finding {index}"
        file, real, place = entry.get("file"), entry.get("is_vulnerable"), entry.get("location")
        if not isinstance(file, str) or not isinstance(real, bool):
            raise InputError(
                f"{at}: expected the fields file (text) and is_vulnerable (true|false)"
            )
        first, last = (as_dict(place).get(name) for name in ("start_line", "end_line"))
        lines = []
        if isinstance(first, int):
            end = last if isinstance(last, int) else first
            lines = [(first - TOLERANCE, end + TOLERANCE)]
        cwes = [str(cwe) for cwe in as_list(entry.get("acceptable_cwes"))]
        graded = entry.get("scoring") != "non_scoring"
        yield Marked(
            str(entry.get("id") or at),
            file,
            lines,
            frozenset([*cwes, str(entry.get("primary_cwe"))]),
            (REAL_BUG if real else FALSE_ALARM) if graded else None,
            str(as_dict(entry.get("evidence")).get("description") or ""),
        )


def read_castle(text: str, file: str, where: str) -> Marked:
    """What a program of CASTLE says of itself."""
    header = _HEADER.match(text)
    fields = {k.lower(): v.lower() for k, v in _FIELD.findall(header[1] if header else "")}
    vulnerable, cwe = fields.get("vulnerable"), fields.get("cwe", "").removeprefix("cwe-")
    if vulnerable not in ("true", "false") or not cwe.isdecimal() or len(cwe) > 6:
        raise InputError(
            f"{where}: its first comment needs the lines 'vulnerable: true|false' and "
            "'cwe: NUMBER', as the programs of CASTLE have them"
        )
    marks = [n for n, line in enumerate(text.split("\n"), 1) if _MARK in line]
    if vulnerable == "true" and not marks:
        raise InputError(f"{where}: is vulnerable, but no line has the mark {_MARK}")
    real = vulnerable == "true"
    lines = [(n, n) for n in marks] if real else []
    label = REAL_BUG if real else FALSE_ALARM
    return Marked(PurePosixPath(file).stem, file, lines, frozenset([f"CWE-{cwe}"]), label)


def place_of(finding: Finding, places: Sequence[Marked]) -> tuple[Marked | None, str]:
    """The place that decides a finding, a real one first; or None and why there is none."""
    here = [place for place in places if ends_alike(place.file, finding.path)]
    if not here:
        return None, "the ground truth has no place in its file"
    if finding.cwe == UNKNOWN:
        return None, "its rule has no CWE"
    fitting = [place for place in here if finding.cwe in place.cwes]
    if not fitting:
        return None, "the ground truth has no place of its CWE in its file"
    line = finding.line or 0
    near = [p for p in fitting if not p.lines or any(a <= line <= b for a, b in p.lines)]
    if not near:
        return None, "no place of the ground truth is near its line"
    order = (REAL_BUG, FALSE_ALARM, None)
    best = min(near, key=lambda place: order.index(place.label))
    return (best, "") if best.label else (None, "the ground truth does not grade it")
