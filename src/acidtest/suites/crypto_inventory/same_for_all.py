"""How far one answer to all files gets: many hold nothing but RSA."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from acidtest.core.records import Sample
from acidtest.suites.crypto_inventory.answers import read_answer
from acidtest.suites.crypto_inventory.judge import findings
from acidtest.suites.crypto_inventory.matching import match

_MOST = 200
"""Of more different truths, the most frequent are tried."""


def losses(samples: Sequence[Sample]) -> Mapping[str, float]:
    """The odds of the best one, at each file that is not clean; empty if it is right for all."""
    names = {s.id: tuple(sorted(_to_name(s))) for s in samples}
    truths = Counter(each for each in names.values() if each)
    best = max((_passed(each, samples) for each, _ in truths.most_common(_MOST)), default=0)
    if best == truths.total():
        return {}
    loss = best / (truths.total() - best)
    return {name: loss for name, each in names.items() if each}


def _to_name(sample: Sample) -> set[str]:
    labels = sample.truth.labels
    return {label.name for label in labels if label.state == "active" and not label.optional}


def _passed(names: Sequence[str], samples: Sequence[Sample]) -> int:
    """How many files an answer with these names and nothing else is exact for."""
    text = json.dumps({"findings": [{"algorithm": name} for name in names]})
    said = findings(read_answer(text), None)
    matched = (match(sample.truth.labels, said) for sample in samples)
    return sum(not (m.clean or m.missed or m.alarms) for m in matched)
