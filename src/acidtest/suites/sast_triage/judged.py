"""Reports and what is known about their results, joined into samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.core.text import counted
from acidtest.suites.sast_triage import cases, expected
from acidtest.suites.sast_triage.labels import Labels
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.reported import AnalyserReport, Reported, numbered


@dataclass
class Judgements:
    """What the files of some data say about the results of reports, and what came of it."""

    cases: dict[str, expected.TestCase] = field(default_factory=dict)
    rules: dict[str, Mapping[str, str]] = field(default_factory=dict)
    labels: Labels = field(default_factory=Labels)
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.cases or self.labels)


def judged(reports: Sequence[AnalyserReport], truth: Judgements) -> Iterator[Sample]:
    """One sample per result; with a truth, only the results that it decides.

    What a report itself decides (suppressions) counts as well; where two sources contradict each
    other, there is no label. Every result left out is counted in `truth.left_out`.
    """
    rules = {**expected.shipped_rules(), **truth.rules}
    for report in reports:
        truth.notes += report.notes
        truth.left_out.update(report.left_out)
        before, tools, made = truth.left_out.copy(), set(), 0
        undecided: Counter[str] = Counter()
        results = numbered(report.results)
        decided = any(result.label for result in results)
        for result in results:
            if result.no_case:
                truth.left_out[result.no_case] += 1
                continue
            if not result.record:
                result = replace(result, record={"report": report.where})
            sample, why = _sample(result, truth, rules)
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
            raise InputError(
                f"{report.where}: the ground truth covers no finding of "
                f"{', '.join(sorted(tools))}: "
                f'{why}. For rules without a CWE, add a file {{"rule": "category"}} as --data'
            )
    if unused := truth.labels.unused():
        truth.notes.append(
            f"{counted(len(unused), 'row')} of labels name no result, such as {unused[0].where}"
        )


def _sample(
    result: Reported, truth: Judgements, rules: expected.Rules
) -> tuple[Sample | None, str]:
    """The sample of a result, or why there is none; with an unlabelled one, why it is so."""
    finding = result.finding
    label, reason, groups, cluster = result.label, "", dict[str, str](), finding.path
    why = result.unjudged or ""
    if truth.labels:
        given, said = truth.labels.of(result)
        if given is None and (label is None or "contradict" in said):
            label, why = None, said
        elif given and label and given != label:
            return None, "its labels contradict each other"
        else:
            label, reason = given or label, said if given else ""
    if truth.cases and label is None:
        case, why_not = expected.case_of(finding, truth.cases, rules)
        if case is not None:
            label, cluster = expected.label_of(case), case.name
            groups = {"category": case.category, "split": expected.split_of(case.name)}
        else:
            why = why if truth.labels else why_not
    if truth and label is None:
        return None, why
    case_ = Case(finding, label, None, reason)
    return cases.make_sample(case_, cluster, result.record, groups), why
