"""Labels by finding: tables with a row for each, and `ignore.err` files of known false alarms.

A row names a finding by its file, rule and line, or by one of the analyser's fingerprints. A cell
that is empty says nothing: a row without a line speaks of the rule in the whole file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from acidtest.core.errors import InputError
from acidtest.core.text import counted
from acidtest.core.untrusted import whole_number
from acidtest.suites.sast_triage import ignore
from acidtest.suites.sast_triage.known import KnownIssue
from acidtest.suites.sast_triage.record import Finding
from acidtest.suites.sast_triage.reported import Reported
from acidtest.suites.sast_triage.sheet import Row
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG, verdict_of

IGNORE = "ignore.err"
_UNSURE = "the path of its label fits several files"
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
_WEAK = ("status", "result", "type", "source")
"""Names of columns that say something else as often as not."""
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
    """All labels by finding of some data."""

    rows: list[LabelRow] = field(default_factory=list)
    ignored: list[KnownIssue] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rows or self.ignored)

    def of(self, reports: Sequence[Sequence[Reported]]) -> tuple[dict[str, Said], list[str]]:
        """What is said of each result, by its id; and notes about labels that name no result."""
        findings = [result.finding for report in reports for result in report]
        known, unclear, unmatched = ignore.matched(self.ignored, findings)
        printed = _by_fingerprint(self.rows, [result for report in reports for result in report])
        used = {row.where for rows in printed.values() for row in rows}
        others = [row for row in self.rows if row.where not in used]
        said: dict[str, Said] = {}
        for report in reports:
            table = _Table(others, {result.finding.path for result in report})
            for result in report:
                name = result.finding.id
                rows, unsure = table.rows_of(result.finding, printed.get(name, []))
                used |= {row.where for row in [*rows, *unsure]}
                said[name] = _said(rows, unsure, known.get(name), name in unclear)
        unused = [row for row in self.rows if row.where not in used]
        notes = []
        if unused:
            notes.append(f"{counted(len(unused), 'row')} of labels name no result, such as "
                         f"{unused[0].where}")  # fmt: skip
        if unmatched:
            notes.append(
                f"{len(unmatched)} of the entries of {IGNORE} name no result, such as "
                f"{unmatched[0].issue_type} in {unmatched[0].path}"
            )
        return said, notes


@dataclass(frozen=True, slots=True)
class Said:
    """The labels that name a result, the reason given for them, and why there is none."""

    labels: frozenset[str]
    reason: str
    why: str


def _said(
    rows: Sequence[LabelRow], unsure: Sequence[LabelRow], known: KnownIssue | None, unclear: bool
) -> Said:
    labels = {row.label for row in rows if row.label}
    reason = next((row.reason for row in rows if row.reason), "")
    if known is not None:
        labels.add(FALSE_ALARM)
        reason = reason or known.reason
    if labels:
        return Said(frozenset(labels), reason, "")
    if rows:
        return Said(frozenset(), "", f"its label is '{rows[0].word}', which decides nothing")
    if unclear:
        return Said(frozenset(), "", ignore.AMBIGUOUS)
    return Said(frozenset(), "", _UNSURE if unsure else "no label names it")


def _by_fingerprint(
    rows: Sequence[LabelRow], results: Sequence[Reported]
) -> dict[str, list[LabelRow]]:
    """By a finding's id the rows with its fingerprint whose file, rule and tool fit as well."""
    of_print: dict[str, list[LabelRow]] = defaultdict(list)
    for row in rows:
        if row.fingerprint:
            of_print[row.fingerprint].append(row)
    return {
        result.finding.id: fitting
        for result in results
        if (
            fitting := [
                row
                for name in sorted(result.fingerprints)
                for row in of_print.get(name, ())
                if _fits(row, result.finding)
                and (not row.file or ends_alike(row.file, result.finding.path))
            ]
        )
    }


class _Table:
    """The rows of labels, to be looked up for the results of one report."""

    def __init__(self, rows: Sequence[LabelRow], paths: Set[str]) -> None:
        """`paths` are the files of the report."""
        self._by_name: dict[str, list[LabelRow]] = defaultdict(list)
        self._paths: dict[str, list[tuple[list[str], str]]] = defaultdict(list)
        self._fitting: dict[str, Set[str]] = {}
        for path in paths:
            self._paths[_parts(path)[-1]].append((_parts(path), path))
        for row in rows:
            if row.file and (row.line is not None or not row.fingerprint):
                self._by_name[_parts(row.file)[-1]].append(row)

    def rows_of(
        self, finding: Finding, printed: Sequence[LabelRow]
    ) -> tuple[list[LabelRow], list[LabelRow]]:
        """The rows that speak of a finding, and those that may: their path fits several files.

        Rows with a line or a fingerprint (`printed`) come before those about a rule in a whole
        file, and these before those about a whole file.
        """
        ranked: dict[tuple[bool, bool], list[LabelRow]] = defaultdict(list)
        if printed:
            ranked[True, True] += printed
        unsure = []
        for row in self._by_name.get(_parts(finding.path)[-1], ()):
            if row.line in (None, finding.line) and _fits(row, finding):
                files = self._files(row.file)
                if finding.path in files and len(files) == 1:
                    exact = row.line is not None
                    ranked[exact, exact or bool(row.rule)].append(row)
                elif finding.path in files:
                    unsure.append(row)
        return (ranked[max(ranked)] if ranked else []), unsure

    def _files(self, file: str) -> Set[str]:
        """The files that a row may mean: that of just this path, else those that end alike."""
        if file not in self._fitting:
            parts = _parts(file)
            near = self._paths[parts[-1]]
            same = {path for own, path in near if own == parts}
            self._fitting[file] = same or {path for _, path in near if ends_alike(file, path)}
        return self._fitting[file]


def _fits(row: LabelRow, finding: Finding) -> bool:
    return row.rule.lower() in ("", finding.issue_type.lower()) and row.tool.lower() in (
        "",
        finding.tool.lower(),
    )


def _parts(path: str) -> list[str]:
    plain = path.strip().removeprefix("file://").replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    return parts or [""]


def ends_alike(one: str, other: str) -> bool:
    """Whether the shorter of two paths is the end of the other."""
    here, there = _parts(one), _parts(other)
    short = min(len(here), len(there))
    return here[-short:] == there[-short:]


def is_label_table(rows: Sequence[Row]) -> bool:
    """Whether the first row, comments aside, names the columns of a table of labels."""
    rows = _without_comments(rows)
    names = {name for name, _, _ in _named(rows[0][1])} if rows else set()
    return "label" in names and bool(names & {"file", "fingerprint"})


def _without_comments(rows: Sequence[Row]) -> Sequence[Row]:
    start = next((n for n, (_, cells) in enumerate(rows) if not cells[0].startswith("#")), 0)
    return rows[start:]


def _named(cells: Sequence[str]) -> list[tuple[str, int, int]]:
    """What columns may hold, how surely (less is surer), and where they are."""
    named = []
    for place, cell in enumerate(cells):
        plain = "".join(c for c in cell.lower() if c.isalnum())
        if name := _NAMES.get(plain):
            named.append((name, 0 if plain == name else 2 if plain in _WEAK else 1, place))
    return named


def _columns(cells: Sequence[str], where: str) -> dict[int, str]:
    """What each column holds: of two that may hold the same, the one named more clearly."""
    best: dict[str, tuple[int, int]] = {}
    twice: dict[str, tuple[str, str]] = {}
    for name, rank, place in _named(cells):
        if name not in best or rank < best[name][0]:
            best[name] = rank, place
            twice.pop(name, None)
        elif rank == best[name][0]:
            twice[name] = (cells[best[name][1]], cells[place])
    for name, (one, other) in twice.items():
        if name != "reason":
            raise InputError(
                f"{where}: columns '{one[:40]}' and '{other[:40]}' may both hold the {name}; "
                f"call one of them '{name}'"
            )
    return {place: name for name, (_, place) in best.items()}


def read_labels(rows: Sequence[Row], where: str) -> Iterator[LabelRow]:
    """The rows of a table of labels, below the one with the names of the columns."""
    rows = _without_comments(rows)
    columns = _columns(rows[0][1], where)
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
