"""The names of document 000, evaluation metrics for smart contracts (docs/documents/000.md)."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.text import choices
from acidtest.metrics import published
from acidtest.metrics.published import (
    EvaluationResult,
    count_control_structures,
    cyclomatic_complexity,
    evaluate_dataset,
    evaluate_function,
    parse_function_signature,
    token_accuracy,
)
from acidtest.metrics.published import bleu as bleu_score
from acidtest.metrics.published import complexity as complexity_alignment
from acidtest.metrics.published import control_flow as control_flow_preservation
from acidtest.metrics.published import edit_distance as normalized_edit_distance
from acidtest.metrics.published import length_ratio as length_correlation
from acidtest.metrics.published import rouge_l as rouge_l_score
from acidtest.metrics.published import security_patterns as security_pattern_preservation
from acidtest.metrics.published import signature as signature_accuracy
from acidtest.metrics.published import token_distribution as token_distribution_similarity

__all__ = [
    "EvaluationResult",
    "bleu_score",
    "complexity_alignment",
    "control_flow_preservation",
    "count_control_structures",
    "cyclomatic_complexity",
    "evaluate_dataset",
    "evaluate_function",
    "exact_match",
    "generate_comparison_table",
    "length_correlation",
    "normalized_edit_distance",
    "overall_quality_score",
    "parse_function_signature",
    "plot_metric_distribution",
    "rouge_l_score",
    "security_pattern_preservation",
    "semantic_similarity",
    "signature_accuracy",
    "token_accuracy",
    "token_distribution_similarity",
]

_BINS = 50
_TEXT = {"labelFontSize": 13, "titleFontSize": 14}
_WIDTH, _HEIGHT = 1000, 600  # 10 by 6 inches at 100 dots each


def semantic_similarity(original: str, decompiled: str) -> float:
    """Return the cosine of the two sentence embeddings; needs the sentence model."""
    figure = published.semantic_similarity(original, decompiled)
    if figure.value is None:
        raise InputError(f"semantic similarity needs the sentence model: {figure.reason}")
    return figure.value


def exact_match(original: str, decompiled: str) -> bool:
    """Return whether the texts are equal after folding white space."""
    return bool(published.exact_match(original, decompiled))


def overall_quality_score(original: str, decompiled: str) -> tuple[float, dict[str, float]]:
    """Return the weighted sum and its six parts; the edit distance enters as a similarity."""
    scores = {
        "semantic_similarity": semantic_similarity(original, decompiled),
        "edit_distance": 1 - normalized_edit_distance(original, decompiled),
        "bleu_score": bleu_score(original, decompiled),
        "structural_preservation": control_flow_preservation(original, decompiled),
        "signature_accuracy": signature_accuracy(original, decompiled),
        "security_patterns": security_pattern_preservation(original, decompiled),
    }
    weights = published.OVERALL_WEIGHTS.values()  # in the same order
    return sum(map(float.__mul__, scores.values(), weights)), scores


def generate_comparison_table(results: Sequence[EvaluationResult]) -> Any:
    """Return mean, median and population standard deviation of each metric as a data frame."""
    pandas = _needed("pandas", "pip install pandas")
    return pandas.DataFrame(published.generate_comparison_table(results))


def plot_metric_distribution(results: Sequence[EvaluationResult], metric_name: str) -> Path:
    """Draw a metric's histogram, 50 bins and the mean, into METRIC_distribution.png here."""
    names = [name for name in EvaluationResult.__dataclass_fields__ if name != "reason"]
    if metric_name not in names:
        raise InputError(f"unknown metric '{metric_name}'; {choices(metric_name, names)}")
    given = (getattr(result, metric_name) for result in results)
    values = [value for value in given if value is not None]
    if not values:
        raise InputError(f"no result has a value of {metric_name}: there is nothing to draw")
    with needed_by("a histogram"):
        import vl_convert
    path = Path(f"{metric_name}_distribution.png")
    title = metric_name.replace("_", " ").title()
    path.write_bytes(vl_convert.vegalite_to_png(_histogram(title, values)))
    return path


def _histogram(title: str, values: Sequence[float]) -> dict[str, Any]:
    """A Vega-Lite chart with the bars of `matplotlib.pyplot.hist(values, bins=50)`."""
    # Values that differ only in their last digits span too little for this many bins.
    counts, edges = np.histogram(np.round(np.asarray(values, dtype=float), 12), bins=_BINS)
    bars = [
        {"from": float(edges[i]), "to": float(edges[i + 1]), "n": int(count)}
        for i, count in enumerate(counts)
    ]
    mean = float(np.mean(values))
    x = {"field": "from", "type": "quantitative", "title": title, "scale": {"zero": False}}
    y = {"field": "n", "type": "quantitative", "title": "Frequency"}
    bar = {"type": "bar", "opacity": 0.7, "stroke": "black", "binSpacing": 0}
    line = {"type": "rule", "color": "red", "strokeDash": [6, 4]}
    label = {"field": "label", "type": "nominal", "title": None, "legend": {"orient": "top"}}
    scale = {"range": ["red"]}
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "background": "white",
        "config": {"axis": _TEXT, "legend": {"labelFontSize": 14}, "title": {"fontSize": 16}},
        "title": f"Distribution of {title}",
        "layer": [
            {
                "data": {"values": bars},
                "mark": bar,
                "encoding": {"x": {**x, "bin": "binned"}, "x2": {"field": "to"}, "y": y},
            },
            {
                "data": {"values": [{"from": mean, "label": f"Mean: {mean:.3f}"}]},
                "mark": line,
                "encoding": {"x": x, "color": {**label, "scale": scale}},
            },
        ],
    }


def _needed(module: str, command: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise InputError(f"this needs {module}: {command}") from error
