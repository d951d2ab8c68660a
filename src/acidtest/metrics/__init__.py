"""Metrics as pure functions: sound ones under plain names, published ones in `published`.

>>> from acidtest.metrics import edit_similarity, published
>>> published.edit_distance("x = 1;", "x=1;"), edit_similarity("x = 1;", "x=1;")
(0.3333333333333333, 1.0)
"""

from acidtest.lang.tree import Language
from acidtest.metrics import calibration, detection, published, retrieval
from acidtest.metrics.security import protections, security_patterns
from acidtest.metrics.semantic import semantic_similarity
from acidtest.metrics.signatures import signature
from acidtest.metrics.structure import complexity, control_flow
from acidtest.metrics.text import (
    bleu,
    edit_similarity,
    exact_match,
    length_ratio,
    renamed_bleu,
    renamed_edit_similarity,
    renamed_exact_match,
    renamed_rouge_l,
    renamed_token_accuracy,
    renamed_token_distribution,
    rouge_l,
    token_accuracy,
    token_distribution,
)
from acidtest.metrics.together import OVERALL_WEIGHTS, code_metrics, overall, overall_of
from acidtest.stats.value import Value

__all__ = [
    "OVERALL_WEIGHTS",
    "Language",
    "Value",
    "bleu",
    "calibration",
    "code_metrics",
    "complexity",
    "control_flow",
    "detection",
    "edit_similarity",
    "exact_match",
    "length_ratio",
    "overall",
    "overall_of",
    "protections",
    "published",
    "renamed_bleu",
    "renamed_edit_similarity",
    "renamed_exact_match",
    "renamed_rouge_l",
    "renamed_token_accuracy",
    "renamed_token_distribution",
    "retrieval",
    "rouge_l",
    "security_patterns",
    "semantic_similarity",
    "signature",
    "token_accuracy",
    "token_distribution",
]
