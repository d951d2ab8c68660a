"""All published text metrics of a pair at once, and the overall score derived from them."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from acidtest.embed.model import SentenceModel
from acidtest.metrics.published import _lexical as lexical
from acidtest.metrics.published import _structural as structural
from acidtest.metrics.semantic import published_semantic_similarity
from acidtest.stats.value import Value

OVERALL_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "semantic_similarity": 0.35,
        "edit_distance": 0.20,
        "bleu": 0.15,
        "control_flow": 0.15,
        "signature": 0.10,
        "security_patterns": 0.05,
    }
)


def text_metrics(reference: str, candidate: str) -> dict[str, float]:
    """Return every published metric except the two that need an embedding.

    `text_metrics_of` does the same for a stream of pairs, several times faster.

    >>> scores = text_metrics("if (a) { return b; }", "if (a) { return c; }")
    >>> scores["token_accuracy"], scores["control_flow"], scores["signature"]
    (0.8333333333333334, 1.0, 0.0)
    """
    a, b = reference.split(), candidate.split()
    p, q = structural.count_patterns(reference), structural.count_patterns(candidate)
    return {
        "bleu": lexical.bleu_of_tokens(a, b),
        "rouge_l": lexical.rouge_l(reference, candidate),
        "edit_distance": lexical.edit_distance(reference, candidate),
        "token_accuracy": lexical.accuracy_of_tokens(a, b),
        "exact_match": float(a == b),
        "length_ratio": lexical.ratio(len(a), len(b)),
        "token_distribution": lexical.distribution_of_counts(Counter(a), Counter(b)),
        "control_flow": structural.flow_of_counts(p, q),
        "signature": structural.signature(reference, candidate),
        "security_patterns": structural.security_of_counts(p, q),
        "complexity": structural.complexity_of_counts(p, q),
    }


def overall_of(scores: Mapping[str, float]) -> float:
    """Return the published weighted sum of scores that include `semantic_similarity`.

    >>> round(overall_of(text_metrics("a b c d", "a b c d") | {"semantic_similarity": 1.0}), 4)
    0.9
    """
    return sum(
        weight * (1 - scores[name] if name == "edit_distance" else scores[name])
        for name, weight in OVERALL_WEIGHTS.items()
    )


def overall(reference: str, candidate: str, model: SentenceModel | None = None) -> Value:
    """Return the published overall score; `None` with the reason if there is no embedding.

    >>> figure = overall("function f() public {}", "function f() public {}")
    >>> figure.value is None or abs(figure.value - 1) < 1e-6
    True
    """
    similarity = published_semantic_similarity(reference, candidate, model)
    if similarity.value is None:
        return similarity
    scores = text_metrics(reference, candidate)
    return Value(overall_of(scores | {"semantic_similarity": similarity.value}))
