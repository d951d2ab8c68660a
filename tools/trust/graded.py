"""Each suite's lead metric puts graded controls into order, on the whole shipped corpus."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

from check import Check, Row, Tally
from corpora import SHIPPED, opened

from acidtest.core.metric import headlines, lead_metric
from acidtest.core.systems import GRADED, graded_system

GRADES = tuple(round(10 + 85 * step / 9) for step in range(10))
_SEEDS = 20
_LEAST = 0.95


def tau(values: Sequence[float]) -> float:
    """Kendall's rank correlation of the values with their places; a tie is no agreement.

    >>> tau([1, 2, 3]), tau([3, 2, 1]), round(tau([1, 3, 2]), 4)
    (1.0, -1.0, 0.3333)
    """
    pairs = list(combinations(values, 2))
    return sum((later > earlier) - (later < earlier) for earlier, later in pairs) / len(pairs)


def one(number: int) -> Tally:
    """One seed of one suite: ten controls whose right items are drawn independently."""
    name, seed = SHIPPED[number % len(SHIPPED)], number // len(SHIPPED)
    with opened(name) as corpus:
        assert corpus is not None
        metric = lead_metric(headlines(corpus.suite.metrics), corpus.suite.pass_metric).name
        values = []
        for place, percent in enumerate(GRADES):
            own = len(GRADES) * seed + place + 1
            system = graded_system(f"{GRADED}{percent}:{own}", corpus.suite)
            values.append(corpus.figures(system.answer)[metric] or 0.0)
        return {
            "suite": name,
            "metric": metric,
            "samples": len(corpus.samples),
            "values": [round(value, 4) for value in values],
            "tau": tau(values),
        }


def row(tallies: Sequence[Tally]) -> Row:
    """The mean over seeds, by suite."""
    parts, good = [], True
    for name in SHIPPED:
        mine = [tally for tally in tallies if tally["suite"] == name]
        if mine:
            mean = fmean(tally["tau"] for tally in mine)
            good = good and mean >= _LEAST
            seeds = f"{len(mine)} seed{'' if len(mine) == 1 else 's'}"
            parts.append(f"{name} {mine[0]['metric']} {mean:.3f} ({seeds})")
    return Row(f"mean Kendall tau of ten grades from 10 to 95 %: {', '.join(parts)}", good)


CHECKS = (
    Check(
        "graded",
        "each lead metric orders ten controls that are right in 10 to 95 % of their items: "
        f"mean Kendall tau at least {_LEAST}",
        one,
        row,
        short=2,
        long=_SEEDS * len(SHIPPED),
    ),
)
