"""Which findings the entries of an `ignore.err` speak of.

An entry is one finding. It names those that are the same on the same line; where lines have moved,
the one that is the same, and last the one with the same rule, file and message. Where several come
into question, none is labelled: one of them may be the real bug.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from acidtest.suites.sast_triage.identity import events, identity, without_version
from acidtest.suites.sast_triage.known import KnownIssue
from acidtest.suites.sast_triage.record import Finding

AMBIGUOUS = "an ignore.err entry fits several findings"

_Named = KnownIssue | Finding


def matched(
    entries: Sequence[KnownIssue], findings: Sequence[Finding]
) -> tuple[dict[str, KnownIssue], set[str], list[KnownIssue]]:
    """By the finding's id its entry; ids that are ambiguous; and entries that fit nothing."""
    places: dict[object, list[Finding]] = defaultdict(list)
    for finding in findings:
        places[_place(finding), finding.path].append(finding)
    open_findings = dict(places)
    open_entries = {_place(entry): entry for entry in reversed(entries)}
    of_finding: dict[str, KnownIssue] = {}
    ambiguous: set[str] = set()
    fitting: set[object] = set()
    for name in (_place, _same, _key):
        by_name = _grouped(name, open_entries)
        of_name = _grouped(name, {place: group[0] for place, group in open_findings.items()})
        for each, candidates in of_name.items():
            known = by_name.get(each, [])
            fitting.update(known)
            if not known:
                continue
            if name is not _place and (len(known) > 1 or len(candidates) > 1):
                ambiguous |= {f.id for place in candidates for f in open_findings[place]}
                continue
            for place in candidates:
                for finding in open_findings.pop(place):
                    of_finding[finding.id] = open_entries[known[0]]
        open_entries = {k: v for k, v in open_entries.items() if k not in fitting}
        ambiguous -= of_finding.keys()
    unused = [entry for entry in entries if _place(entry) not in fitting]
    return of_finding, ambiguous, unused


def _grouped(
    name: Callable[[_Named], object], named: Mapping[object, _Named]
) -> dict[object, list[object]]:
    groups: dict[object, list[object]] = defaultdict(list)
    for place, each in named.items():
        groups[name(each)].append(place)
    return groups


def _same(named: _Named) -> object:
    return identity(named.issue_type, named.trace)


def _place(named: _Named) -> object:
    steps = events(named.trace)
    return _same(named), steps[-1].line if steps else None


def _key(named: _Named) -> object:
    """Rule, file and message: what is left of a finding when its trace has changed."""
    steps = events(named.trace)
    if not steps:
        return _same(named)
    last = steps[-1]
    return named.issue_type, without_version(last.path), last.event, last.message
