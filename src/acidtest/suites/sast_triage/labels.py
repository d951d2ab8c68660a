"""Labels by finding: tables with a row for each, and `ignore.err` files of known false alarms.

A row names a finding by its file, rule and line, or by one of the analyser's fingerprints. A cell
that is empty says nothing: a row without a line speaks of the rule in the whole file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from acidtest.core.errors import InputError
from acidtest.core.untrusted import whole_number
from acidtest.suites.sast_triage.identity import events, identity, without_version
from acidtest.suites.sast_triage.known import KnownIssue
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.reported import Reported
from acidtest.suites.sast_triage.sheet import Row
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG, verdict_of

IGNORE = "ignore.err"
_NAMES: Mapping[str, str] = {
    alias: name
    for name, aliases in {
        "file": "file path filename filepath uri location artifact source",
        "line": "line linenumber lineno startline start",
        "rule": "rule ruleid check checker checkerid checkname issuetype type testid",
        "label": "label verdict triage triageresult classification truth groundtruth real isreal "
        "status result investigationresult filterresult",
        "tool": "tool analyser analyzer scanner engine",
        "reason": "reason comment comments justification note notes why",
        "fingerprint": "fingerprint fingerprints partialfingerprint hash guid correlationguid",
    }.items()
    for alias in aliases.split()
}
_WORDS: Mapping[str, str] = {
    **dict.fromkeys(
        ("tp", "true", "yes", "1", "bug", "real", "vulnerable", "confirmed", "exploitable"),
        REAL_BUG,
    ),
    **dict.fromkeys(("fp", "false", "no", "0", "not a bug", "notabug", "safe"), FALSE_ALARM),
}


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One row of a table of labels."""

    where: str
    label: str | None
    word: str
    file: str = ""
    line: int | None = None
    rule: str = ""
    tool: str = ""
    reason: str = ""
    fingerprint: str = ""


@dataclass
class Labels:
    """All labels by finding of some data, to be looked up result by result."""

    rows: list[LabelRow] = field(default_factory=list)
    ignored: list[KnownIssue] = field(default_factory=list)
    _used: set[str] = field(default_factory=set)
    _by_name: dict[str, list[LabelRow]] | None = None
    _prints: dict[str, list[LabelRow]] = field(default_factory=lambda: defaultdict(list))
    _known: dict[object, KnownIssue] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rows or self.ignored)

    def of(self, result: Reported) -> tuple[str | None, str]:
        """The label of a result and the reason given for it; or None, and why it has no label."""
        self._index()
        finding = result.finding
        rows = [row for name in result.fingerprints for row in self._prints.get(name, ())]
        rows = rows or self._rows_of(finding)
        self._used |= {row.where for row in rows}
        labels = {row.label for row in rows if row.label}
        known = self._known.get(_exact(finding.issue_type, finding.trace)) or self._known.get(
            _key(finding.issue_type, finding.trace)
        )
        if known is not None:
            labels.add(FALSE_ALARM)
        if len(labels) > 1:
            return None, "its labels contradict each other"
        if not labels:
            words = next((f"its label is '{row.word}', which decides nothing" for row in rows), "")
            return None, words or "no label names it"
        reason = next((row.reason for row in rows if row.reason), "")
        return labels.pop(), reason or (known.reason if known else "")

    def unused(self) -> list[LabelRow]:
        """The rows that named no result."""
        return [row for row in self.rows if row.where not in self._used]

    def _index(self) -> None:
        if self._by_name is not None:
            return
        self._by_name = defaultdict(list)
        for row in self.rows:
            if row.fingerprint:
                self._prints[row.fingerprint].append(row)
            elif row.file:
                self._by_name[_parts(row.file)[-1]].append(row)
        for entry in reversed(self.ignored):
            for name in (
                _key(entry.issue_type, entry.trace),
                _exact(entry.issue_type, entry.trace),
            ):
                self._known[name] = entry

    def _rows_of(self, finding: Finding) -> list[LabelRow]:
        """The rows that fit best: those of the same path, else of the longest common end of it."""
        assert self._by_name is not None
        parts = _parts(finding.path)
        fitting = [
            (row.line is not None, bool(row.rule), _common(parts, _parts(row.file)), row)
            for row in self._by_name.get(parts[-1], ())
            if row.line in (None, finding.line)
            and row.rule.lower() in ("", finding.issue_type.lower())
            and row.tool.lower() in ("", finding.tool.lower())
            and _common(parts, _parts(row.file))
        ]
        best = max((each[:3] for each in fitting), default=None)
        return [row for *how, row in fitting if tuple(how) == best]


def _parts(path: str) -> list[str]:
    plain = path.strip().removeprefix("file://").replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    return parts or [""]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two paths share from their end, if the shorter one is the other's end."""
    short = min(len(one), len(other))
    return short if list(one[-short:]) == list(other[-short:]) else 0


def _exact(issue_type: str, trace: str) -> object:
    return identity(issue_type, trace)


def _key(issue_type: str, trace: str) -> object:
    """What a finding is told apart by when its lines have moved: rule, file and last step."""
    steps = events(trace)
    if not steps:
        return identity(issue_type, trace)
    last = steps[-1]
    return issue_type, without_version(last.path), last.event, last.message


def is_label_table(rows: Sequence[Row]) -> bool:
    """Whether the first row names the columns of a table of labels."""
    names = set(_columns(rows[0][1]).values()) if rows else set()
    return "label" in names and bool(names & {"file", "fingerprint"})


def _columns(cells: Sequence[str]) -> dict[int, str]:
    """What each column holds; of two that hold the same, the first counts."""
    columns: dict[int, str] = {}
    for place, cell in enumerate(cells):
        plain = "".join(c for c in cell.lower() if c.isalnum())
        if (name := _NAMES.get(plain)) and name not in columns.values():
            columns[place] = name
    return columns


def read_labels(rows: Sequence[Row], where: str) -> Iterator[LabelRow]:
    """The rows of a table of labels, below the one with the names of the columns."""
    columns = _columns(rows[0][1])
    for number, cells in rows[1:]:
        given = {name: cells[p].strip() for p, name in columns.items() if p < len(cells)}
        at = f"{where}, line {number}"
        line = given.get("line", "")
        if line and whole_number(line, 9) is None:
            raise InputError(f"{at}: line '{line[:40]}' is not a number")
        if not given.get("file") and not given.get("fingerprint"):
            raise InputError(f"{at}: names no finding; it needs a file or a fingerprint")
        word = given.get("label", "")
        yield LabelRow(
            at,
            _label_of(word),
            word[:40],
            given.get("file", ""),
            int(line) if line else None,
            given.get("rule", ""),
            given.get("tool", ""),
            given.get("reason", ""),
            given.get("fingerprint", ""),
        )


def _label_of(word: str) -> str | None:
    """A label in the words that people use; None if it decides nothing."""
    plain = " ".join(word.lower().replace("-", " ").replace("_", " ").split())
    verdict = _WORDS.get(plain) or verdict_of(word)
    return verdict if verdict in (REAL_BUG, FALSE_ALARM) else None
