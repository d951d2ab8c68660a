"""Which samples a limit takes: whole clusters, stratified over the groups, nested.

The order in which clusters are taken depends on the data and on one fixed seed: not on the order
of records, on the limit or on any option. So a small limit takes a part of what a larger one takes,
and everybody who sets the same limit on the same data asks the same questions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from acidtest.core.digest import sha256_of
from acidtest.core.metric import Floats
from acidtest.core.records import Sample, Sampled

_SEED = "acidtest samples"
_BLOCK = 4096  # clusters considered at once: bounds the work on large data
_VALUES = 64  # the values of a group that are balanced; rarer ones count as one
_SIZE = "(size of the cluster)"


def take(samples: Sequence[Sample], limit: int | None) -> tuple[Sequence[Sample], Sampled | None]:
    """At most `limit` samples in their order, and what they were taken from if not all were.

    Clusters are taken whole until the next one no longer fits. If even the first is too large, a
    part of it is taken.
    """
    if limit is None or limit >= len(samples):
        return samples, None
    clusters: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        clusters[sample.cluster].append(sample)
    units = [clusters[name] for name in sorted(clusters, key=_shuffled)]
    for unit in units:
        unit.sort(key=lambda sample: _shuffled(sample.id))
    chosen: list[Sample] = []
    for cluster in _in_order(units):
        if not chosen and len(cluster) > limit:
            chosen = [one[0] for one in _in_order([[sample] for sample in cluster])][:limit]
        if len(chosen) + len(cluster) > limit:
            break
        chosen += cluster
    ids = {sample.id for sample in chosen}
    names = sorted({name for sample in samples for name in sample.groups})
    return [sample for sample in samples if sample.id in ids], Sampled(
        samples=len(chosen),
        of_samples=len(samples),
        clusters=len({sample.cluster for sample in chosen}),
        of_clusters=len(clusters),
        stratified_by=tuple(
            name for name in names if len({s.groups.get(name) for s in samples}) > 1
        ),
    )


def _shuffled(name: str) -> str:
    return sha256_of(_SEED, name)


def _in_order(units: Sequence[Sequence[Sample]]) -> Iterator[Sequence[Sample]]:
    """Each time the unit with which the counts of all group values are closest to their shares.

    Sizes of clusters are balanced like a group, so that a few large ones do not come first.
    """
    values = [_values(unit) for unit in units]
    totals = Counter[tuple[str, str]]()
    for counts in values:
        totals.update(counts)
    names = sorted(_common(totals))
    place = {name: at for at, name in enumerate(names)}
    whole = sum(map(len, units))
    shares = np.zeros(len(names))
    for name, count in totals.items():
        shares[place[_known(name, place)]] += count / whole
    away = np.zeros(len(names))  # the counts so far, less what the shares would give
    for start in range(0, len(units), _BLOCK):
        block = units[start : start + _BLOCK]
        steps: Floats = np.zeros((len(block), len(names)))
        for row, counts in enumerate(values[start : start + _BLOCK]):
            for name, count in counts.items():
                steps[row, place[_known(name, place)]] += count
            steps[row] -= len(block[row]) * shares
        length = (steps**2).sum(axis=1)
        left = np.zeros(len(block))
        for _ in block:
            distance = np.round(2 * (steps @ away) + length + left, 6)
            best = int(distance.argmin())
            left[best] = np.inf
            away += steps[best]
            yield block[best]


def _values(unit: Sequence[Sample]) -> Counter[tuple[str, str]]:
    """How many samples of a cluster have each value of each group."""
    counts = Counter((name, value) for sample in unit for name, value in sample.groups.items())
    counts[_SIZE, str(len(unit).bit_length())] = len(unit)
    return counts


def _common(totals: Counter[tuple[str, str]]) -> set[tuple[str, str]]:
    """The most frequent values of each group, and one for all others."""
    by_group: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(totals, key=lambda name: (-totals[name], name)):
        by_group[name[0]].append(name)
    kept = {name for names in by_group.values() for name in names[:_VALUES]}
    return kept | {(group, "") for group, names in by_group.items() if len(names) > _VALUES}


def _known(name: tuple[str, str], place: dict[tuple[str, str], int]) -> tuple[str, str]:
    return name if name in place else (name[0], "")
