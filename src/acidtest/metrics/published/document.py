"""The published document's own API and reference figures, under its own names.

For those who follow the document line by line: its records, aggregates and tables, and the bands,
targets and baselines to compare a result with.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from statistics import fmean, median, pstdev
from types import MappingProxyType
from typing import Protocol

from acidtest.core.errors import InputError
from acidtest.core.text import choices
from acidtest.embed.model import SentenceModel
from acidtest.metrics.published._together import OVERALL_WEIGHTS, overall_of, text_metrics
from acidtest.metrics.semantic import published_semantic_similarity


class Decompiler(Protocol):
    """Whatever turns the `input` of a row into code."""

    def decompile(self, code: str, /) -> str | None:
        """Return the best guess at the code that the input was compiled from, None for none."""
        ...


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """The document's figures for one function.

    Without a sentence model, the two figures that need one are None, and `reason` says why.
    """

    semantic_similarity: float | None
    edit_distance: float
    bleu_score: float
    rouge_l: float
    control_flow: float
    signature_accuracy: float
    length_correlation: float
    complexity_alignment: float
    security_patterns: float
    overall_score: float | None
    reason: str | None = None

    def to_json(self) -> dict[str, float | str | None]:
        """Return the figures under the document's names; `EvaluationResult(**record)` reads them.

        >>> evaluate_function("a b", "a b").to_json()["edit_distance"]
        0.0
        """
        return asdict(self)


_FIGURES = [field.name for field in fields(EvaluationResult) if field.name != "reason"]


@dataclass(frozen=True, slots=True)
class Band:
    """A range of values and what the document calls it; `low` belongs to it, `high` does not."""

    low: float
    high: float
    label: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """A row of the document's comparison: earlier tools, its own result, and the gain it prints.

    The printed gain compares the upper ends of the two ranges.
    """

    metric: str
    traditional: tuple[float, float]
    published: tuple[float, float]
    improvement: str


SIMILARITY_BANDS = (
    Band(0.95, float("inf"), "nearly perfect semantic match"),
    Band(0.85, 0.95, "excellent quality (peak in distribution)"),
    Band(0.70, 0.85, "good quality"),
    Band(0.50, 0.70, "moderate quality"),
    Band(float("-inf"), 0.50, "poor quality"),
)
BLEU_BANDS = (
    Band(0.8, float("inf"), "excellent match"),
    Band(0.6, 0.8, "good match"),
    Band(0.4, 0.6, "moderate match"),
    Band(float("-inf"), 0.4, "poor match"),
)
EDIT_DISTANCE_BANDS = (
    Band(float("-inf"), 0.2, "excellent match"),
    Band(0.2, 0.4, "good match (paper target)"),
    Band(0.4, 0.6, "moderate match"),
    Band(0.6, float("inf"), "poor match"),
)
BANDS: Mapping[str, tuple[Band, ...]] = MappingProxyType(
    {
        "semantic_similarity": SIMILARITY_BANDS,
        "bleu": BLEU_BANDS,
        "edit_distance": EDIT_DISTANCE_BANDS,
    }
)
SIMILARITY_PEAKS = (0.85, 0.95)  # the document's similarities have two peaks
TARGETS: Mapping[str, float] = MappingProxyType(
    {
        "avg_semantic_similarity": 0.82,
        "high_similarity_pct": 78.3,
        "low_edit_distance_pct": 82.5,
    }
)
BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "high_similarity_pct": Baseline(
            "Semantic Similarity > 0.8", (40.0, 50.0), (78.3, 78.3), "+56%"
        ),
        "low_edit_distance_pct": Baseline(
            "Edit Distance < 0.4", (50.0, 60.0), (82.5, 82.5), "+38%"
        ),
        "avg_bleu_score": Baseline("BLEU Score", (0.3, 0.4), (0.6, 0.7), "+75%"),
    }
)


def band(metric: str, value: float | None) -> str | None:
    """Return what the document calls a value; None if it has no word for it.

    `metric` is a field of `EvaluationResult` or a name of this package.

    >>> band("semantic_similarity", 0.9), band("bleu_score", 0.7), band("rouge_l", 0.7)
    ('excellent quality (peak in distribution)', 'good match', None)
    """
    names = [*_FIGURES, *OVERALL_WEIGHTS]
    if metric not in names:
        raise InputError(f"unknown metric '{metric}'; {choices(metric, names)}")
    bands = BANDS.get("bleu" if metric == "bleu_score" else metric, ())
    if value is None:
        return None
    return next((b.label for b in bands if b.low <= value < b.high), None)


def improvement(aggregate: str, value: float) -> float:
    """Return an aggregate's gain over the upper end of the earlier tools, as in the document.

    >>> round(improvement("avg_bleu_score", 0.7), 2)
    0.75
    """
    return value / BASELINES[aggregate].traditional[1] - 1


def evaluate_function(
    original: str, decompiled: str, model: SentenceModel | None = None
) -> EvaluationResult:
    """Return the document's record of one function.

    >>> evaluate_function("return a ;", "return b ;").length_correlation
    1.0
    """
    scores = text_metrics(original, decompiled)
    similarity = published_semantic_similarity(original, decompiled, model)
    overall = None
    if similarity.value is not None:
        overall = overall_of(scores | {"semantic_similarity": similarity.value})
    return EvaluationResult(
        semantic_similarity=similarity.value,
        edit_distance=scores["edit_distance"],
        bleu_score=scores["bleu"],
        rouge_l=scores["rouge_l"],
        control_flow=scores["control_flow"],
        signature_accuracy=scores["signature"],
        length_correlation=scores["length_ratio"],
        complexity_alignment=scores["complexity"],
        security_patterns=scores["security_patterns"],
        overall_score=overall,
        reason=similarity.reason,
    )


def _text(row: Mapping[str, str], name: str, at: int) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise InputError(f"row {at}: field '{name}' is missing or not a string")
    return value


def evaluate_dataset(
    rows: Iterable[Mapping[str, str]], model: Decompiler
) -> tuple[list[EvaluationResult], dict[str, float | None]]:
    """Decompile each row's `input`, compare with its `output`, and return results and aggregates.

    An answer of None is scored as an empty one. Averages and percentages of nothing, where the
    document divides by zero, are None; so are those of similarities if there is no sentence model.

    >>> class Echo:
    ...     def decompile(self, code: str) -> str:
    ...         return code
    >>> results, stats = evaluate_dataset([{"input": "return 1 ;", "output": "return 1 ;"}], Echo())
    >>> stats["low_edit_distance_pct"], len(results)
    (100.0, 1)
    """
    results = [
        evaluate_function(_text(row, "output", at), model.decompile(_text(row, "input", at)) or "")
        for at, row in enumerate(rows, 1)
    ]
    similarities = _defined(results, "semantic_similarity")
    distances = _defined(results, "edit_distance")
    return results, {
        "avg_semantic_similarity": _mean(similarities),
        "avg_edit_distance": _mean(distances),
        "avg_bleu_score": _mean(_defined(results, "bleu_score")),
        "high_similarity_pct": _mean([100.0 * (x > 0.8) for x in similarities]),
        "low_edit_distance_pct": _mean([100.0 * (x < 0.4) for x in distances]),
    }


def generate_comparison_table(
    results: Sequence[EvaluationResult],
) -> list[dict[str, str | float | None]]:
    """Return mean, median and population standard deviation of every metric, one row each.

    The document builds a data frame from these rows: `pandas.DataFrame(rows)`.

    >>> table = generate_comparison_table([evaluate_function("a b", "a b")])
    >>> table[1]
    {'Metric': 'Edit Distance', 'Mean': 0.0, 'Median': 0.0, 'Std': 0.0}
    """
    table: list[dict[str, str | float | None]] = []
    for name in _FIGURES:
        values = _defined(results, name)
        table.append(
            {
                "Metric": name.replace("_", " ").title().replace("Bleu", "BLEU"),
                "Mean": _mean(values),
                "Median": median(values) if values else None,
                "Std": pstdev(values) if values else None,
            }
        )
    return table


def _defined(results: Sequence[EvaluationResult], name: str) -> list[float]:
    values = (getattr(result, name) for result in results)
    return [value for value in values if value is not None]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
