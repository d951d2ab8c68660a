"""What the document reports for a batch: targets, aggregates, bands, baselines, distributions."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from statistics import fmean, median, pstdev

import numpy as np

from acidtest.core.records import Json, Table
from acidtest.metrics import published

BINS = 50
# The document's names, in its order, and ours.
DOCUMENT = {
    "semantic_similarity": "published.semantic_similarity",
    "edit_distance": "published.edit_distance",
    "bleu_score": "published.bleu",
    "rouge_l": "published.rouge_l",
    "control_flow": "published.control_flow",
    "signature_accuracy": "published.signature",
    "length_correlation": "published.length_ratio",
    "complexity_alignment": "published.complexity",
    "security_patterns": "published.security_patterns",
    "overall_score": "published.overall",
    "token_accuracy": "published.token_accuracy",
    "exact_match": "published.exact_match",
    "token_distribution": "published.token_distribution",
}
_BANDED = {"semantic_similarity": "semantic_similarity", "bleu": "bleu_score"}
_BANDED["edit_distance"] = "edit_distance"
_STATISTICS = {
    "avg_semantic_similarity": "published.semantic_similarity",
    "avg_edit_distance": "published.edit_distance",
    "avg_bleu_score": "published.bleu",
    "high_similarity_pct": "published.high_similarity",
    "low_edit_distance_pct": "published.low_edit_distance",
}
_DOCUMENT = "the document, Benchmarking (docs/documents/000.md)"
Values = Mapping[str, Sequence[float]]


class DocumentTables:
    """Keeps the values of every metric, as the document's statistics need them.

    Every function counts once, further attempts included. What has no value (no sentence model)
    is left out of its row, and the row's n says so.
    """

    def __init__(self) -> None:
        self._values: dict[str, array[float]] = {}

    def count(self, values: Mapping[str, float | None]) -> None:
        """Add the metrics of one function."""
        for name, value in values.items():
            column = self._values.setdefault(name, array("d"))
            if value is not None:
                column.append(value)

    def tables(self) -> list[Table]:
        """All tables; none if nothing was scored."""
        values = self._values
        if not values:
            return []
        statistics = batch_statistics(values)
        return [
            _targets(statistics),
            _statistics(statistics, values),
            _aggregates(values),
            _sound(values),
            _bands(values),
            _baselines(statistics),
            _published_figures(),
            _peaks(values),
            _distributions(values),
        ]


def batch_statistics(values: Values) -> dict[str, float | None]:
    """The document's aggregates under its own names; None where nothing has a value."""
    statistics: dict[str, float | None] = {}
    for name, metric in _STATISTICS.items():
        column = values.get(metric, ())
        scale = 100.0 if name.endswith("_pct") else 1.0
        statistics[name] = scale * fmean(column) if column else None
    return statistics


def _targets(statistics: Mapping[str, float | None]) -> Table:
    rows: list[list[Json]] = []
    for name, target in published.TARGETS.items():
        value = statistics[name]
        reached = None if value is None else value >= target
        rows.append([name, target, _rounded(value), reached])
    return Table(
        "targets", "Targets of the document", ("aggregate", "target", "here", "reached"), rows
    )


def _statistics(statistics: Mapping[str, float | None], values: Values) -> Table:
    rows: list[list[Json]] = [
        [name, _rounded(value), len(values.get(_STATISTICS[name], ()))]
        for name, value in statistics.items()
    ]
    return Table("batch", "Batch evaluation", ("aggregate", "value", "n"), rows)


def _aggregates(values: Values) -> Table:
    rows = []
    for name, metric in DOCUMENT.items():
        row = _described(_title(name), values.get(metric, ()))
        banded = next((kind for kind, doc in _BANDED.items() if doc == name), None)
        mean = row[1]
        reading = published.band(banded, mean) if banded and mean is not None else ""
        rows.append([*row, reading])
    return Table(
        "aggregates",
        "Published metrics over all functions",
        (
            "metric",
            "mean",
            "median",
            "population_sd",
            "min",
            "max",
            "n",
            "the document calls the mean",
        ),
        rows,
    )


def _sound(values: Values) -> Table:
    rows = [
        _described(name, column)
        for name, column in values.items()
        if not name.startswith("published.")
    ]
    columns = ("metric", "mean", "median", "population_sd", "min", "max", "n")
    return Table("aggregates-sound", "Sound metrics over all functions", columns, rows)


def _described(name: str, column: Sequence[float]) -> list[Json]:
    if not column:
        return [name, None, None, None, None, None, 0]
    figures = (fmean(column), median(column), pstdev(column), min(column), max(column))
    return [name, *map(_rounded, figures), len(column)]


def _bands(values: Values) -> Table:
    rows: list[list[Json]] = []
    for metric, document_name in _BANDED.items():
        column = values.get(DOCUMENT[document_name], ())
        for band in published.BANDS[metric]:
            count = sum(band.low <= value < band.high for value in column)
            span = f"{max(band.low, 0):g} to {min(band.high, 1):g}"
            share = _rounded(count / len(column)) if column else None
            rows.append([_title(document_name), span, band.label, count, share])
    columns = ("metric", "from … to below", "the document calls it", "functions", "share")
    return Table("bands", "Quality bands of the document", columns, rows)


def _baselines(statistics: Mapping[str, float | None]) -> Table:
    rows: list[list[Json]] = []
    for name, line in published.BASELINES.items():
        value = statistics[name]
        low, high = line.published
        stands = gain = None
        if value is not None:
            gain = f"{100 * published.improvement(name, value):+.0f}%"
            stands = "above" if value > high else "below" if value < low else "within"
        earlier = f"{line.traditional[0]:g} to {line.traditional[1]:g}"
        own = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        rows.append([line.metric, earlier, own, line.improvement, _rounded(value), gain, stands])
    return Table(
        "baselines",
        "Beside the document's baselines",
        (
            "metric",
            "traditional decompilers",
            "document",
            "its gain",
            "here",
            "gain here",
            "against the document",
        ),
        rows,
        "gains are over the upper end of the traditional decompilers, as published",
    )


def _published_figures() -> Table:
    """The same baselines as shares, metric by metric, to be drawn in."""
    rows: list[list[Json]] = []
    for name, line in published.BASELINES.items():
        scale = 100.0 if name.endswith("_pct") else 1.0
        for whose, (low, high) in (
            ("traditional decompilers", line.traditional),
            ("the document", line.published),
        ):
            rows.append([_STATISTICS[name], whose, low / scale, high / scale, "", "", _DOCUMENT])
    columns = ("metric", "whose", "from", "to", "group", "value", "source")
    return Table("published_figures", "Published figures", columns, rows)


def _peaks(values: Values) -> Table:
    column = values.get(DOCUMENT["semantic_similarity"], ())
    rows: list[list[Json]] = []
    for peak in published.SIMILARITY_PEAKS:
        near = sum(abs(value - peak) <= 0.025 for value in column)
        rows.append([peak, near, _rounded(near / len(column)) if column else None])
    return Table(
        "peaks",
        "The two peaks that the document sees in semantic similarity",
        ("peak", "functions within 0.025", "share"),
        rows,
    )


def _distributions(values: Values) -> Table:
    """Histograms as `matplotlib.pyplot.hist(values, bins=50)` counts them."""
    rows: list[list[Json]] = []
    means = []
    for name, metric in DOCUMENT.items():
        column = values.get(metric, ())
        if not column:
            continue
        # Values that differ only in their last digits span too little for this many bins.
        counts, edges = np.histogram(np.round(np.asarray(column, dtype=np.float64), 12), bins=BINS)
        means.append(f"{_title(name)} {fmean(column):.3f}")
        for place, count in enumerate(counts):
            low, high = float(edges[place]), float(edges[place + 1])
            rows.append([_title(name), place + 1, _rounded(low), _rounded(high), int(count)])
    return Table(
        "distributions",
        f"Distribution of each metric, {BINS} bins",
        ("metric", "bin", "from", "to", "frequency"),
        rows,
        "means: " + ", ".join(means),
    )


def _title(name: str) -> str:
    return name.replace("_", " ").title().replace("Bleu", "BLEU")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
