"""Do the intervals cover as often as they promise? The cells of benchmarks/coverage.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.coverage import CELLS, LEAST, MOST, good, measure
from check import Check, Row, Tally

_PART = 50  # replications of one cell in one round


def _one(number: int) -> Tally:
    cell = number % len(CELLS)
    return {"cell": cell, **measure(CELLS[cell], _PART, number // len(CELLS))}


def _row(tallies: Sequence[Tally]) -> Row:
    covered: Counter[int] = Counter()
    tried: Counter[int] = Counter()
    for tally in tallies:
        covered[tally["cell"]] += tally["covered"]
        tried[tally["cell"]] += tally["replications"]
    shares = [covered[cell] / tried[cell] for cell in tried]
    fewest = min(tried.values())
    slack = 0.0 if fewest >= 5000 else 4 * (0.05 * 0.95 / fewest) ** 0.5
    mean = sum(shares) / len(shares)
    words = (
        f"{len(shares)} cells, {fewest:,} intervals or more in each: "
        f"lowest {100 * min(shares):.1f} %, mean {100 * mean:.1f} %"
    )
    return Row(words, good(shares, slack))


CHECKS = (
    Check(
        "coverage",
        f"95 % intervals cover the truth in at least {100 * LEAST:.1f} % of cases in every cell, "
        f"at most {100 * MOST:.1f} % on average",
        _one,
        _row,
        short=len(CELLS),
        long=102 * len(CELLS),  # some have no interval: 5,000 that have one, in every cell
        code=("src/acidtest/stats", "benchmarks/coverage.py"),
    ),
)
