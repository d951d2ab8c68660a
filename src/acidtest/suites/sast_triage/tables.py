"""The tables of a run beyond its metrics. Every count is over answers, repetitions included."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.metrics import calibration, detection
from acidtest.stats import few_clusters, pooled_interval
from acidtest.suites.sast_triage import figures
from acidtest.suites.sast_triage.guarantee import loss_bound
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.weighing import took
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

_ISSUES_MAX = 2000
_WEIGHTS = (1, 2, 5, 10, 20, 50, 100)
_CURVE = 60
_CONFIDENCES = (0.8, 0.9, 0.95, 0.99)
_COVERAGES = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
_COUNTS = ("real bugs", "suppressed", "false alarms", "removed", "needs review", "unreadable")

Rows = Sequence[tuple[Sample, Score]]


class TriageTables:
    """Collects the labelled findings of a run and builds its tables."""

    def __init__(self) -> None:
        self._rows: list[tuple[Sample, Score]] = []

    def add(self, sample: Sample, score: Score) -> None:
        """Add one answer, if the label of its finding is known."""
        if score.error is None and score.evidence.get("truth") is not None:
            self._rows.append((sample, score))

    def tables(self) -> list[Table]:
        """All tables that are not empty."""
        rows = self._rows
        if not rows:
            return []
        made = [
            _confusion(rows),
            _by_type(rows),
            _packages(rows),
            _costs(rows),
            _coverage(rows),
            _precision_recall(rows),
            _reliability(rows),
        ]
        cost = took([score for _, score in rows])
        if any(value is not None for row in cost.rows for value in row[1:]):
            made.append(cost)
        for more in (_promised(rows), _retrieved(rows), _stability(rows)):
            if more is not None:
                made.append(more)
        return made


def _confusion(rows: Rows) -> Table:
    counts = Counter((s.evidence["truth"], s.evidence["verdict"]) for _, s in rows)
    said = (REAL_BUG, FALSE_ALARM, NEEDS_REVIEW, None)
    return Table(
        "confusion",
        "labels of findings, and the filter's verdicts",
        ("it is a", *(f"called {name or 'nothing readable'}" for name in said)),
        [(truth, *(counts[truth, name] for name in said)) for truth in (REAL_BUG, FALSE_ALARM)],
    )


def _counted(rows: Rows) -> tuple[int, ...]:
    pairs = Counter((s.evidence["truth"], s.evidence["verdict"]) for _, s in rows)
    truths = Counter(s.evidence["truth"] for _, s in rows)
    verdicts = Counter(s.evidence["verdict"] for _, s in rows)
    return (
        truths[REAL_BUG],
        pairs[REAL_BUG, FALSE_ALARM],
        truths[FALSE_ALARM],
        pairs[FALSE_ALARM, FALSE_ALARM],
        verdicts[NEEDS_REVIEW],
        verdicts[None],
    )


def _confusion_of(rows: Rows) -> detection.Confusion:
    """Real bugs kept and false alarms dropped are right; unreadable answers are wrong."""
    real, false = (
        [s for _, s in rows if s.evidence["truth"] == t] for t in (REAL_BUG, FALSE_ALARM)
    )
    kept = sum(s.evidence["verdict"] in (REAL_BUG, NEEDS_REVIEW) for s in real)
    dropped = sum(s.evidence["verdict"] == FALSE_ALARM for s in false)
    return detection.Confusion(REAL_BUG, kept, len(false) - dropped, len(real) - kept, dropped)


def _by_type(rows: Rows) -> Table:
    types = _grouped(rows, lambda sample: sample.groups["issue_type"])
    confusions = {name: _confusion_of(members) for name, members in types.items()}
    both = {n: c for n, c in confusions.items() if c.tp + c.fn and c.fp + (c.tn or 0)}
    macro = detection.macro(both, detection.youden_j)
    body = [
        (name, *_counted(members), detection.youden_j(confusions[name]).value)
        for name, members in types.items()
    ]
    micro = detection.youden_j(_confusion_of(rows))
    return Table(
        "issue_types",
        "by issue type, with Youden's J",
        ("issue type", *_COUNTS, "J"),
        [*body, ("all together (micro)", *_counted(rows), micro.value)],
        f"Mean of J over the {len(both)} types that have both real bugs and false alarms (macro): "
        + (
            "-" if macro.value is None else f"{macro.value:.4f} {_macro_interval(rows, list(both))}"
        ),
    )


def _macro_interval(rows: Rows, types: Sequence[str]) -> str:
    """The 95 % interval of the mean of J over types, from the spread between clusters.

    A type without real bugs or without false alarms does not count.
    """
    counts = np.zeros((len(rows), len(types), 4))
    place = {name: number for number, name in enumerate(types)}
    for row, (sample, score) in enumerate(rows):
        column = place.get(sample.groups["issue_type"])
        if column is not None:
            real, verdict = score.evidence["truth"] == REAL_BUG, score.evidence["verdict"]
            right = verdict in (REAL_BUG, NEEDS_REVIEW) if real else verdict == FALSE_ALARM
            counts[row, column, 0 if real else 2] = 1
            counts[row, column, 1 if real else 3] = right

    def mean_j(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        real, kept, false, dropped = np.moveaxis(sums.reshape(-1, len(types), 4), 2, 0)
        there = (real > 0) & (false > 0)
        of_type = np.where(
            there, kept / np.maximum(real, 1) + dropped / np.maximum(false, 1) - 1, 0
        )
        with np.errstate(invalid="ignore"):
            mean: NDArray[np.float64] = of_type.sum(axis=1) / there.sum(axis=1)
        return mean

    clusters = [sample.cluster for sample, _ in rows]
    ends = pooled_interval(counts.reshape(len(rows), -1), clusters, mean_j, bounds=(-1.0, 1.0))
    return few_clusters(len(set(clusters))) if ends is None else f"[{ends[0]:.4f}, {ends[1]:.4f}]"


def _packages(rows: Rows) -> Table:
    """Package, its versions, their findings."""
    body: list[tuple[Json, ...]] = []
    whole = len(rows) <= _ISSUES_MAX
    for package, of_package in _grouped(rows, lambda s: s.groups["package"]).items():
        body.append((package, "", "", *_counted(of_package)))
        for version, of_version in _grouped(of_package, lambda s: s.groups["version"]).items():
            body.append((package, version, "", *_counted(of_version)))
            if whole:
                for issue, of_issue in _grouped(of_version, _issue).items():
                    body.append((package, version, issue, *_counted(of_issue)))
    note = "" if whole else f"Single findings are listed up to {_ISSUES_MAX} answers."
    return Table(
        "packages",
        "package, version, finding",
        ("package", "version", "finding", *_COUNTS),
        body,
        note,
    )


def _issue(sample: Sample) -> str:
    case: Case = sample.truth
    return case.finding.issue_id if case.finding.issue_id != case.finding.issue_type else sample.id


def _costs(rows: Rows) -> Table:
    sums = np.sum([figures.confusion(score) or [0.0] * 8 for _, score in rows], axis=0)
    real, false = sums[None, :4], sums[None, 4:]
    keep_all = np.array([[real.sum(), 0, 0, 0]]), np.array([[false.sum(), 0, 0, 0]])
    body = [
        (
            weight,
            float(figures.cost(weight)(real, false)[0]),
            float(figures.cost(weight)(*keep_all)[0]),
        )
        for weight in _WEIGHTS
    ]
    return Table(
        "costs",
        "cost as a share of the worst, by the weight of a lost real bug",
        ("false alarms a lost bug is worth", "cost", "cost of keeping all"),
        body,
        "A filter is worth using where its cost is below that of keeping all.",
    )


def _coverage(rows: Rows) -> Table:
    """Error rate of the surest verdicts; an unreadable answer counts as sure and wrong."""
    sure, right = [], []
    for _, score in rows:
        p, verdict = score.evidence["p"], score.evidence["verdict"]
        sure.append(max(p, 1 - p))
        right.append(verdict == score.evidence["truth"])
    area = calibration.risk_coverage_area(sure, right).value
    body = [
        (share, 1 - value)
        for share in _COVERAGES
        if (value := calibration.selective_accuracy(sure, right, share).value) is not None
    ]
    return Table(
        "risk_coverage",
        "share of wrong verdicts among the surest",
        ("coverage", "risk"),
        body,
        f"Area under the curve: {area:.4f}. A review counts as not right, with a sureness of 0.5.",
    )


def _precision_recall(rows: Rows) -> Table:
    """Precision and recall of dropping all findings above each level of sureness."""
    alarms = sum(score.evidence["truth"] == FALSE_ALARM for _, score in rows)
    by_p: dict[float, list[bool]] = defaultdict(list)
    for _, score in rows:
        by_p[score.evidence["p"]].append(score.evidence["truth"] == FALSE_ALARM)
    body: list[tuple[float, float, float]] = []
    dropped = right = 0
    for p in sorted(by_p, reverse=True):
        dropped, right = dropped + len(by_p[p]), right + sum(by_p[p])
        if alarms:
            body.append((right / alarms, right / dropped, p))
    step = max(1, -(-len(body) // _CURVE))
    return Table(
        "precision_recall",
        "false alarms, precision and recall",
        ("share of all false alarms", "share of what is dropped", "dropped from sureness"),
        body[step - 1 :: step] if step > 1 else body,
        "Findings dropped in the order of the filter's sureness that they are false alarms.",
    )


def _reliability(rows: Rows) -> Table:
    curve = calibration.reliability_curve(
        [score.evidence["p"] for _, score in rows],
        [score.evidence["truth"] == FALSE_ALARM for _, score in rows],
        figures.BINS,
    )
    return Table(
        "reliability",
        "sureness that a finding is a false alarm, and how often it is one",
        ("from", "to", "n", "mean sureness", "false alarms"),
        [(b.low, b.high, b.n, b.confidence, b.accuracy) for b in curve],
    )


def _promised(rows: Rows) -> Table | None:
    """Upper bounds of the share of clusters in which the filter loses a real bug."""
    real = [
        (sample.cluster, score) for sample, score in rows if score.evidence["truth"] == REAL_BUG
    ]
    if not real:
        return None
    clusters = len({name for name, _ in real})
    lost = len({name for name, score in real if score.evidence["verdict"] == FALSE_ALARM})
    return Table(
        "loss_bound",
        "the largest share of clusters that may lose a real bug on other findings, by confidence",
        ("confidence", "at most", "clusters", "clusters with a loss"),
        [(level, loss_bound(lost, clusters, level), clusters, lost) for level in _CONFIDENCES],
        "Clopper and Pearson over the clusters with a real bug. A threshold that was chosen on "
        "these findings needs `acidtest sast-calibrate --confidence`.",
    )


def _retrieved(rows: Rows) -> Table | None:
    """Decisions by search result, if the data says what the search should find."""
    parts: dict[str, list[tuple[Sample, Score]]] = {
        "a right known issue is returned": [],
        "there is one, but it is not returned": [],
        "there is none, but something is returned": [],
        "there is none, nothing is returned": [],
    }
    first, second, third, fourth = parts.values()
    for sample, score in rows:
        if sample.truth.similar is None:
            continue
        if sample.truth.similar:
            (first if _hit(score) else second).append((sample, score))
        else:
            (third if score.evidence["similar"] else fourth).append((sample, score))
    if not any(parts.values()):
        return None
    return Table(
        "retrieval",
        "decisions by search result",
        ("search", *_COUNTS),
        [(name, *_counted(members)) for name, members in parts.items()],
        "The question form 'matched' gives the filter the right known issues: decisions alone.",
    )


def _hit(score: Score) -> bool:
    rank = score.metrics.get("retrieval.mrr")
    return rank is not None and rank > 0


def _stability(rows: Rows) -> Table | None:
    attempts = _grouped(rows, lambda sample: sample.id)
    several = {name: given for name, given in attempts.items() if len(given) > 1}
    if not several:
        return None
    verdicts = [[s.evidence["verdict"] for _, s in given] for given in several.values()]
    same = sum(len(set(given)) == 1 for given in verdicts)
    modal = [Counter(given).most_common(1)[0][1] / len(given) for given in verdicts]
    flips = sum({REAL_BUG, FALSE_ALARM} <= set(given) for given in verdicts)
    return Table(
        "stability",
        "the same finding asked again",
        ("findings", "repetitions", "always the same verdict", "agree with the most frequent",
         "called both real bug and false alarm"),
        [(len(several), max(map(len, verdicts)), same / len(several), float(np.mean(modal)),
          flips / len(several))],
    )  # fmt: skip


def _grouped(rows: Rows, name: Callable[[Sample], str]) -> dict[str, list[tuple[Sample, Score]]]:
    groups: dict[str, list[tuple[Sample, Score]]] = defaultdict(list)
    for sample, score in rows:
        groups[name(sample)].append((sample, score))
    return dict(sorted(groups.items()))
