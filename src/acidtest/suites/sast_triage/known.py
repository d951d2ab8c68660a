"""The store of known false alarms, as text: the known-issues format, and JSON lines.

    Error: OVERRUN (CWE-119):
    gzip-1.13/inflate.c:369: overrun-local: Overrunning array "c" of 17 4-byte elements …
    #  369|->   c[i] += y;
    The value of i is BMAX at most, the array c has BMAX+1 elements

An entry ends where the next `Error:` line begins after a blank one; its reason may have several
lines. A code line broken in two by a stray line break stays part of the trace.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.decoding import text_of
from acidtest.suites.sast_triage.identity import events, identity
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    REAL_BUG,
    UNKNOWN,
)

_HEAD = re.compile(r"Error: (?P<type>\S+)(?: \((?P<cwe>CWE-\d+)\))?:[ \t]*")
_STEP = re.compile(r"[^\s:#][^:\n]*:\d+(?::\d+)?: [\w-]+: ")
_CODE = re.compile(r"#\s*\d+\|")


@dataclass(frozen=True, slots=True)
class KnownIssue:
    """A finding that a person has judged, and why; almost always a false alarm.

    The text format knows false alarms only; in JSON lines an entry may be a real bug as well.
    """

    issue_type: str
    cwe: str
    trace: str
    reason: str
    label: str = FALSE_ALARM

    @property
    def path(self) -> str:
        """The file of the last step of the trace: where the finding points."""
        steps = events(self.trace)
        return steps[-1].path if steps else UNKNOWN

    @property
    def reference(self) -> str:
        """`path#identity`: how answers and truths name this entry."""
        return f"{self.path}#{identity(self.issue_type, self.trace)}"


class Store:
    """Known issues to search; of two with the same reference, the later is left out."""

    def __init__(self, entries: Iterable[KnownIssue]) -> None:
        """Entries keep their order, which breaks ties."""
        by_reference: dict[str, KnownIssue] = {}
        for entry in entries:
            by_reference.setdefault(entry.reference, entry)
        self.by_reference: Mapping[str, KnownIssue] = by_reference
        self.references: Sequence[str] = tuple(by_reference)
        self.entries: Sequence[KnownIssue] = tuple(by_reference.values())
        self.paths: Set[str] = frozenset(r.rpartition("#")[0] for r in by_reference)
        self.sha256 = sha256_of(
            *(
                part
                for e in self.entries
                for part in (e.issue_type, e.cwe, e.trace, e.reason, e.label)
            )
        )

    def has(self, citation: str) -> bool:
        """Whether there is such an entry, named by reference or by path alone."""
        return citation in self.by_reference or citation in self.paths


def read_known(path: Path) -> list[KnownIssue]:
    """The entries of a store: `.jsonl` with one JSON object per line, else the text format."""
    try:
        text = text_of(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if path.suffix == ".jsonl":
        return _parse_lines(text, str(path))
    return parse_known(text, str(path))


def parse_known(text: str, where: str = "known issues") -> list[KnownIssue]:
    """The entries of a text, in order. Raises `InputError` naming the line that is wrong."""
    issues: list[KnownIssue] = []
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [i for i, line in enumerate(lines) if _begins(lines, i)]
    if any(line.strip() for line in lines[: starts[0] if starts else len(lines)]):
        raise InputError(
            f"{where}, line 1: expected 'Error: TYPE (CWE-n):', such as 'Error: OVERRUN (CWE-119):'"
        )
    for start, stop in pairwise([*starts, len(lines)]):
        issues.append(_entry(lines[start:stop], f"{where}, line {start + 1}"))
    return issues


def _begins(lines: list[str], i: int) -> bool:
    before = i == 0 or not lines[i - 1].strip()
    return before and _HEAD.fullmatch(lines[i]) is not None


def _entry(lines: list[str], where: str) -> KnownIssue:
    head = _HEAD.fullmatch(lines[0])
    assert head is not None
    last = max(
        (i for i, line in enumerate(lines) if _STEP.match(line) or _CODE.match(line)), default=0
    )
    if not last:
        raise InputError(f"{where}: the entry has no line of the form 'path:line: event: message'")
    trace = "\n".join(lines[1 : last + 1])
    reason = "\n".join(lines[last + 1 :]).strip()
    if not reason:
        raise InputError(f"{where}: the entry does not say why it is a false alarm")
    return KnownIssue(head["type"], head["cwe"] or UNKNOWN, trace, reason)


def format_known(entries: Iterable[KnownIssue]) -> str:
    """Known false alarms as text; `parse_known` gives them back. Real bugs are left out."""
    return "\n".join(
        f"Error: {entry.issue_type}{'' if entry.cwe == UNKNOWN else f' ({entry.cwe})'}:\n"
        f"{entry.trace}\n{entry.reason}\n"
        for entry in entries
        if entry.label == FALSE_ALARM
    )


def format_lines(entries: Iterable[KnownIssue]) -> str:
    """Known issues as JSON lines, real bugs included; `read_known` gives them back."""
    return "".join(json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in entries)


def _parse_lines(text: str, where: str) -> list[KnownIssue]:
    issues = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = load_json(line)
        except ValueError as error:
            raise InputError(f"{where}, line {number}: is not JSON: {error}") from error
        if not isinstance(record, dict):
            raise InputError(f"{where}, line {number}: is not an object")
        for name in ("issue_type", "trace", "reason"):
            if not isinstance(record.get(name), str) or not record[name].strip():
                what = "is not a text" if name in record else "is missing"
                raise InputError(
                    f"{where}, line {number}: field '{name}' {what}; a line without id is a known "
                    "issue, with issue_type, trace and reason"
                )
        label = record.get("label", FALSE_ALARM)
        if label not in (FALSE_ALARM, REAL_BUG):
            raise InputError(
                f"{where}, line {number}: label '{label}' is not '{REAL_BUG}' or '{FALSE_ALARM}'"
            )
        cwe = str(record.get("cwe") or UNKNOWN)
        issues.append(
            KnownIssue(record["issue_type"], cwe, record["trace"], record["reason"], label)
        )
    return issues
