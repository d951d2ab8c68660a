"""All sound metrics of a pair at once, and the overall score derived from them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from acidtest.embed.model import SentenceModel
from acidtest.lang.tree import Language
from acidtest.metrics import security, signatures, structure, text
from acidtest.metrics.semantic import semantic_similarity
from acidtest.stats.value import Value

OVERALL_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "semantic_similarity": 0.35,
        "edit_similarity": 0.20,
        "bleu": 0.15,
        "control_flow": 0.15,
        "signature": 0.10,
        "security_patterns": 0.05,
    }
)
_METRICS: tuple[Callable[[str, str, Language], float], ...] = (
    text.bleu,
    text.rouge_l,
    text.edit_similarity,
    text.token_accuracy,
    text.exact_match,
    structure.control_flow,
    signatures.signature,
    text.length_ratio,
    text.token_distribution,
    structure.complexity,
    text.renamed_bleu,
    text.renamed_rouge_l,
    text.renamed_edit_similarity,
    text.renamed_token_accuracy,
    text.renamed_exact_match,
    text.renamed_token_distribution,
)


def code_metrics(
    reference: str, candidate: str, language: Language = "solidity"
) -> dict[str, float]:
    """Return every sound metric except the two that need an embedding; security only for Solidity.

    >>> scores = code_metrics("function f() public {}", "function g() public {}")
    >>> scores["exact_match"], scores["renamed_exact_match"], scores["signature"]
    (0.0, 1.0, 0.7)
    """
    scores = {metric.__name__: metric(reference, candidate, language) for metric in _METRICS}
    if language == "solidity":
        scores["security_patterns"] = security.security_patterns(reference, candidate)
    return scores


def overall_of(scores: Mapping[str, float]) -> float:
    """Return the sum, weighted as published, of sound scores that include `semantic_similarity`.

    If a language lacks a metric, its weight is spread over the others.

    >>> overall_of(code_metrics("x = 1;", "x = 1;") | {"semantic_similarity": 1.0})
    1.0
    """
    present = {name: weight for name, weight in OVERALL_WEIGHTS.items() if name in scores}
    if "semantic_similarity" not in present:
        raise ValueError("the overall score needs semantic_similarity; add it to the scores")
    return sum(weight * scores[name] for name, weight in present.items()) / sum(present.values())


def overall(
    reference: str,
    candidate: str,
    language: Language = "solidity",
    model: SentenceModel | None = None,
) -> Value:
    """Return the sound overall score; `None` with the reason if there is no embedding.

    >>> figure = overall("x = 1;", "x=1; // one")
    >>> figure.value is None or abs(figure.value - 1) < 1e-6
    True
    """
    similarity = semantic_similarity(reference, candidate, language, model)
    if similarity.value is None:
        return similarity
    scores = code_metrics(reference, candidate, language)
    return Value(overall_of(scores | {"semantic_similarity": similarity.value}))
