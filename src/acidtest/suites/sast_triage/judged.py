"""Reports and what is known about their results, joined into samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.core.text import counted
from acidtest.suites.sast_triage import cases, expected, marked
from acidtest.suites.sast_triage.labels import Labels, Said
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.reported import AnalyserReport, Reported, numbered

_ADVICE = 'For rules without a CWE, add a file {"rule": "category"} as --data'


@dataclass
class Judgements:
    """What the files of some data say about the results of reports, and what came of it."""

    cases: dict[str, expected.TestCase] = field(default_factory=dict)
    rules: dict[str, Mapping[str, str]] = field(default_factory=dict)
    labels: Labels = field(default_factory=Labels)
    places: list[marked.Marked] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.cases or self.labels or self.places)


def judged(reports: Sequence[AnalyserReport], truth: Judgements) -> Iterator[Sample]:
    """One sample per result; with a truth, only the results that it decides.

    What a report itself decides (suppressions) counts as well; where two sources contradict each
    other, there is no label. Every result left out is counted in `truth.left_out`.
    """
    rules = {**expected.shipped_rules(), **truth.rules}
    unique = iter(numbered([result for report in reports for result in report.results]))
    numbers = [[next(unique) for _ in report.results] for report in reports]
    said, unused = truth.labels.of(numbers)
    tools: set[str] = set()
    made, before = 0, truth.left_out.copy()
    for report, results in zip(reports, numbers, strict=True):
        truth.notes += report.notes
        truth.left_out.update(report.left_out)
        undecided: Counter[str] = Counter()
        decided = any(result.label for result in results)
        for result in results:
            if result.no_case:
                truth.left_out[result.no_case] += 1
                continue
            if not result.record:
                result = replace(result, record={"report": report.where})
            sample, why = _sample(result, said[result.finding.id], truth, rules)
            tools.add(result.finding.tool)
            if sample is None:
                truth.left_out[why] += 1
                continue
            made += 1
            if sample.truth.label is None and decided:
                undecided[why] += 1
            yield sample
        for why, count in undecided.items():
            truth.notes.append(f"{report.where}: {counted(count, 'result')} without a label: {why}")
    if tools and not made:
        why = "; ".join(f"{n} × {w}" for w, n in (truth.left_out - before).items())
        where = ", ".join(report.where for report in reports)
        raise InputError(
            f"{where}: the ground truth covers no finding of {', '.join(sorted(tools))}: {why}"
            + (f". {_ADVICE}" if truth.cases else "")
        )
    truth.notes += unused


def _sample(
    result: Reported, said: Said, truth: Judgements, rules: expected.Rules
) -> tuple[Sample | None, str]:
    """The sample of a result, or why there is none; with an unlabelled one, why it is so.

    Its test case, the labels by finding and the report itself must agree.
    """
    finding = result.finding
    labels = set(said.labels)
    groups, cluster = dict[str, str](), finding.path
    why = result.unjudged or ""
    if result.label:
        labels.add(result.label)
    case = None
    if truth.cases:
        case, why = expected.case_of(finding, truth.cases, rules)
    if case is not None:
        labels.add(expected.label_of(case))
        cluster = case.name
        groups = {"category": case.category, "split": expected.split_of(case.name)}
    reason = said.reason
    if truth.places:
        place, why = marked.place_of(finding, truth.places)
        if place is not None and place.label:
            labels.add(place.label)
            reason, cluster = reason or place.reason, place.name
            groups = {**groups, "split": expected.split_of(place.file)}
    if len(labels) > 1:
        return None, "its labels contradict each other"
    if truth.labels:
        why = said.why
    label = next(iter(labels), None)
    if truth and label is None:
        return None, why
    case_ = Case(finding, label, None, reason)
    return cases.make_sample(case_, cluster, result.record, groups), why
