"""The published metrics to the last digit, oddities included: the figures papers compare."""

from acidtest.metrics.published._batch import text_metrics_of
from acidtest.metrics.published._lexical import (
    bleu,
    edit_distance,
    exact_match,
    length_ratio,
    rouge_l,
    token_accuracy,
    token_distribution,
)
from acidtest.metrics.published._structural import (
    complexity,
    control_flow,
    security_patterns,
    signature,
)
from acidtest.metrics.published._together import (
    OVERALL_WEIGHTS,
    overall,
    overall_of,
    text_metrics,
)
from acidtest.metrics.semantic.similarity import (
    published_semantic_similarity as semantic_similarity,
)

__all__ = [
    "OVERALL_WEIGHTS",
    "bleu",
    "complexity",
    "control_flow",
    "edit_distance",
    "exact_match",
    "length_ratio",
    "overall",
    "overall_of",
    "rouge_l",
    "security_patterns",
    "semantic_similarity",
    "signature",
    "text_metrics",
    "text_metrics_of",
    "token_accuracy",
    "token_distribution",
]
