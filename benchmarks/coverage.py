"""How often do the intervals cover the truth? By simulation, in cells of known truth.

    python benchmarks/coverage.py [--replications 5000] [--write]

A cell is a true rate in a design: clusters, samples in each, and their correlation within a
cluster (beta-binomial). Each replication draws new data and makes the interval as a run would.
Required: at least 93.5 % in every cell, at most 97.5 % on average. `--write` puts the table into
docs/statistics.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from acidtest.stats import cluster_interval, paired_means, pooled_interval
from acidtest.stats.intervals import Floats

LEAST, MOST = 0.935, 0.975
PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"
_RATES = (0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
_DESIGNS = (
    *((6, 1, 0.0), (24, 1, 0.0), (75, 1, 0.0), (164, 1, 0.0), (656, 1, 0.0)),
    *((6, 4, 0.5), (12, 4, 0.5), (7, 44, 0.1), (24, 10, 0.2), (24, 10, 0.5)),
    *((41, 4, 0.0), (41, 4, 0.5), (41, 4, 1.0), (164, 4, 0.0), (164, 4, 0.5), (164, 4, 0.9)),
)
_FILES = ((12, 0.6), (24, 0.3), (24, 0.6), (24, 0.9), (100, 0.6), (100, 0.9))
_VALUES = ((6, 2.0, 2.0), (24, 5.0, 0.5), (24, 2.0, 2.0), (100, 5.0, 0.5))
_MOVES = ((24, 0.2), (164, 0.02), (164, 0.2), (656, 0.05))


@dataclass(frozen=True)
class Cell:
    """A design with a known truth; `rate` is the true rate, or the parameter of the system."""

    kind: str
    clusters: int
    size: int
    correlation: float
    rate: float

    @property
    def design(self) -> str:
        """Everything but the rate."""
        if self.kind == "rate":
            within = f" of {self.size}, correlation {self.correlation:g}" if self.size > 1 else ""
            return f"rate, {self.clusters} clusters{within}"
        return f"{self.kind}, {self.clusters} clusters"

    def draw(self, rng: np.random.Generator) -> tuple[tuple[float, float] | None, float]:
        """The interval of new data, and the truth."""
        place = np.arange(self.clusters * self.size) // self.size
        if self.kind == "rate":
            hits = rng.binomial(self.size, self._chances(rng))
            values = (np.arange(self.size) < hits[:, np.newaxis]).ravel().astype(np.float64)
            return cluster_interval(values, place), self.rate
        if self.kind == "F1":
            counts = _scanned(rng, self.clusters, self.rate)
            return pooled_interval(counts, place, f1), _f1_of(self.rate)
        if self.kind == "mean":
            values = rng.beta(self.rate, self.correlation, self.clusters)
            return cluster_interval(values, place), self.rate / (self.rate + self.correlation)
        before = rng.random(self.clusters) < 0.7
        after = np.where(rng.random(self.clusters) < self.rate, True, before)
        moved = paired_means(before.astype(np.float64), after.astype(np.float64))
        return moved.interval(), 0.3 * self.rate

    def _chances(self, rng: np.random.Generator) -> Floats:
        if self.correlation == 0:
            return np.full(self.clusters, self.rate)
        if self.correlation == 1:
            return (rng.random(self.clusters) < self.rate).astype(np.float64)
        total = 1 / self.correlation - 1
        return rng.beta(self.rate * total, (1 - self.rate) * total, self.clusters)


CELLS = (
    *(Cell("rate", *design, rate) for design in _DESIGNS for rate in _RATES),
    *(Cell("F1", files, 1, 0.3, recall) for files, recall in _FILES),
    *(Cell("mean", clusters, 1, b, a) for clusters, a, b in _VALUES),
    *(Cell("difference", clusters, 1, 0.0, change) for clusters, change in _MOVES),
)


def _scanned(rng: np.random.Generator, files: int, recall: float) -> Floats:
    """True positives, false positives and misses of a scanner; hits are correlated by file."""
    items = rng.integers(0, 6, files)
    total = 1 / 0.3 - 1
    hits = rng.binomial(items, rng.beta(recall * total, (1 - recall) * total, files))
    return np.stack([hits, rng.poisson(0.3, files), items - hits], axis=1).astype(np.float64)


def f1(sums: Floats) -> Floats:
    """F1 from true positives, false positives and misses; nan without any."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def _f1_of(recall: float) -> float:
    """The limit of F1 with 2.5 items and 0.3 false alarms a file."""
    return 2 * 2.5 * recall / (2.5 * recall + 0.3 + 2.5)


def measure(cell: Cell, replications: int, seed: int) -> Mapping[str, int]:
    """How many intervals covered the truth. Data with too few clusters has none, and is left."""
    rng = np.random.default_rng((seed, CELLS.index(cell)))
    covered = made = 0
    for _ in range(replications):
        ends, truth = cell.draw(rng)
        if ends is not None:
            made += 1
            covered += ends[0] <= truth <= ends[1]
    return {"covered": covered, "replications": made}


def by_design(shares: Mapping[Cell, float]) -> dict[str, list[float]]:
    """The coverage of each design's cells."""
    designs: dict[str, list[float]] = {}
    for cell, share in shares.items():
        designs.setdefault(cell.design, []).append(share)
    return designs


def table(shares: Mapping[Cell, float], replications: int) -> str:
    """Markdown: each design with its lowest and mean coverage."""
    lines = ["| design | cells | lowest | mean |", "|---|---:|---:|---:|"]
    for design, own in by_design(shares).items():
        mean = sum(own) / len(own)
        lines.append(f"| {design} | {len(own)} | {100 * min(own):.1f} | {100 * mean:.1f} |")
    every = list(shares.values())
    mean = sum(every) / len(every)
    lines.append(f"| **all** | {len(every)} | {100 * min(every):.1f} | {100 * mean:.1f} |")
    lines.append(f"\nCoverage of 95 % intervals in percent, {replications:,} replications a cell.")
    return "\n".join(lines)


def write(text: str, page: Path = PAGE) -> None:
    """Replace the table between the page's marks."""
    start, end = "<!-- coverage -->", "<!-- /coverage -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(start)
    after = rest.partition(end)[2]
    page.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")


def good(shares: Sequence[float], slack: float = 0.0) -> bool:
    """Whether the requirement is met; `slack` is for few replications."""
    return min(shares) >= LEAST - slack and sum(shares) / len(shares) <= MOST + slack


def main() -> int:
    """Measure every cell and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--replications", type=int, default=5000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    shares = {}
    for number, cell in enumerate(CELLS, 1):
        counted = measure(cell, options.replications, 0)
        shares[cell] = counted["covered"] / counted["replications"]
        if sys.stderr.isatty():
            print(f"\rcell {number} of {len(CELLS)}", end="", file=sys.stderr, flush=True)
    text = table(shares, options.replications)
    print(text)
    if options.write:
        write(text)
    return 0 if good(list(shares.values())) else 1


if __name__ == "__main__":
    sys.exit(main())
