"""The published metrics to the last digit, quirks included: the figures that papers compare."""

from acidtest.metrics.published._batch import text_metrics_of
from acidtest.metrics.published._decompile_eval import line_edit_similarity, token_bleu
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
    count_control_structures,
    cyclomatic_complexity,
    parse_function_signature,
    security_patterns,
    signature,
)
from acidtest.metrics.published._together import (
    OVERALL_WEIGHTS,
    overall,
    overall_of,
    text_metrics,
)
from acidtest.metrics.published.document import (
    BANDS,
    BASELINES,
    SIMILARITY_PEAKS,
    TARGETS,
    Band,
    Baseline,
    EvaluationResult,
    band,
    evaluate_dataset,
    evaluate_function,
    generate_comparison_table,
    improvement,
)
from acidtest.metrics.semantic import published_semantic_similarity as semantic_similarity

__all__ = [
    "BANDS",
    "BASELINES",
    "OVERALL_WEIGHTS",
    "SIMILARITY_PEAKS",
    "TARGETS",
    "Band",
    "Baseline",
    "EvaluationResult",
    "band",
    "bleu",
    "complexity",
    "control_flow",
    "count_control_structures",
    "cyclomatic_complexity",
    "edit_distance",
    "evaluate_dataset",
    "evaluate_function",
    "exact_match",
    "generate_comparison_table",
    "improvement",
    "length_ratio",
    "line_edit_similarity",
    "overall",
    "overall_of",
    "parse_function_signature",
    "rouge_l",
    "security_patterns",
    "semantic_similarity",
    "signature",
    "text_metrics",
    "text_metrics_of",
    "token_accuracy",
    "token_bleu",
    "token_distribution",
]
