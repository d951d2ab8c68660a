"""Are promises about lost real bugs kept? Resplits of the shipped corpus and of public data.

    python benchmarks/sast_promise.py                  # 200 resplits, under a minute
    python benchmarks/sast_promise.py --write          # and the table in docs/suites/sast-triage.md

In each resplit half of the clusters choose the threshold, with the false alarms among them and the
data's own known issues as the store, and the other half's clusters that lose a bug are counted. A
threshold that is not given loses nothing and removes nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from acidtest.core.records import Sample
from acidtest.suites.sast_triage.filter.calibrate import best_threshold
from acidtest.suites.sast_triage.filter.embed import MiniLM, compared_text
from acidtest.suites.sast_triage.guarantee import guaranteed_threshold
from acidtest.suites.sast_triage.identity import events, identity
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.report import write_section

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Texts = npt.NDArray[np.str_]
PROMISES = ((0.05, 0.95), (0.1, 0.95), (0.2, 0.9))


class Likeness:
    """How like each finding is to each other false alarm of its type."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        cases = [sample.truth for sample in samples]
        store = cases[0].known.entries if cases[0].known else []
        texts = [case.finding.trace for case in cases] + [entry.trace for entry in store]
        vectors = MiniLM().embed([compared_text(text) for text in texts]).astype(np.float64)
        n = len(cases)
        types = [c.finding.issue_type for c in cases] + [entry.issue_type for entry in store]
        own = [_itself(c.finding.issue_type, c.finding.trace) for c in cases]
        own += [_itself(entry.issue_type, entry.trace) for entry in store]
        same = np.array([[one == other for other in own] for one in own[:n]])
        alike = np.round(vectors[:n] @ vectors.T, 6)
        same_type = np.array(types)[:n, None] == np.array(types)
        self._alike = np.where(same_type & ~same, alike, 0.0)
        alarm = [c.label == FALSE_ALARM for c in cases] + [e.label == FALSE_ALARM for e in store]
        self._alarm = np.array(alarm)
        self._of_store = np.arange(len(texts)) >= n

    def nearest(self, known: Bools) -> Floats:
        """The greatest likeness to a false alarm among the `known` findings or in the store."""
        columns = self._alarm & (self._of_store | np.pad(known, (0, len(self._alarm) - len(known))))
        nearest: Floats = self._alike[:, columns].max(axis=1, initial=0.0)
        return nearest


def _itself(issue_type: str, trace: str) -> tuple[str, int | None]:
    steps = events(trace)
    return identity(issue_type, trace), steps[-1].line if steps else None


def study(samples: Sequence[Sample], splits: int) -> list[tuple[str, ...]]:
    """One row for each promise."""
    likeness = Likeness(samples)
    names = sorted({sample.cluster for sample in samples})
    clusters = np.array([names.index(sample.cluster) for sample in samples])
    labels = np.array([str(sample.truth.label) for sample in samples])
    rng = np.random.default_rng(0)
    rows: list[tuple[str, ...]] = []
    half_of = len(names) // 2
    halves = [np.isin(clusters, rng.permutation(len(names))[:half_of]) for _ in range(splits)]
    for loss, confidence in PROMISES:
        broken = hoped = given = 0
        removed = []
        for half in halves:
            nearest = likeness.nearest(half)
            own = [str(name) for name in clusters[half]]
            made = guaranteed_threshold(
                nearest[half].tolist(), labels[half].tolist(), own, loss, confidence
            )
            plain = best_threshold(nearest[half].tolist(), labels[half].tolist(), loss)
            hoped += _clusters_lost(nearest, labels, clusters, ~half, plain) > loss
            broken += _clusters_lost(nearest, labels, clusters, ~half, made.threshold) > loss
            given += made.threshold is not None
            removed.append(_removed(nearest, labels, ~half, made.threshold))
        rows.append((
            f"{loss:.0%} with {confidence:.0%}", f"{given / splits:.0%}", f"{broken / splits:.1%}",
            f"{hoped / splits:.1%}", f"{100 * float(np.mean(removed)):.1f}",
        ))  # fmt: skip
    return rows


def _removed(nearest: Floats, labels: Texts, part: Bools, threshold: float | None) -> float:
    """The share of the false alarms that are dropped."""
    alarms = part & (labels == FALSE_ALARM)
    if threshold is None or not alarms.any():
        return 0.0
    return float((nearest[alarms] >= threshold).mean())


def _clusters_lost(
    nearest: Floats,
    labels: Texts,
    clusters: npt.NDArray[np.int_],
    part: Bools,
    threshold: float | None,
) -> float:
    """The share of the clusters with a real bug that lose one."""
    real = part & (labels == REAL_BUG)
    if threshold is None or not real.any():
        return 0.0
    lost = np.unique(clusters[real & (nearest >= threshold)])
    return len(lost) / len(np.unique(clusters[real]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--splits", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="into docs/suites/sast-triage.md")
    chosen = parser.parse_args()
    data: dict[str, list[Path]] = {"shipped corpus": []}
    if folder := os.environ.get("ACIDTEST_DATA"):
        data["bandit on OWASP"] = [Path(folder) / "sast-triage" / "owasp_benchmark_python"]
    lines = ["| data | promise | given | broken | broken without a promise | alarms removed, % |",
             "|---|---|---:|---:|---:|---:|"]  # fmt: skip
    for name, paths in data.items():
        for row in study(list(SUITE.read(paths).samples), chosen.splits):
            lines.append("| " + " | ".join((name, *row)) + " |")
            print(lines[-1], flush=True)
    if chosen.write:
        write_section("sast-promise", "\n".join(lines), Path("docs/suites/sast-triage.md"))


if __name__ == "__main__":
    main()
