"""The metrics of one answer: how similar its text is to the original. Pure.

The suite solidity-decompile tests whether a recovered contract behaves like the original.
"""

from __future__ import annotations

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.metrics import code_metrics, overall_of, published
from acidtest.suites.solidity_pairs import text as texts
from acidtest.suites.solidity_pairs.dataset import Pair

_SOUND = {
    "overall": "weighted as published, of the sound metrics",
    "semantic_similarity": "embeddings of the whole texts, comments left out",
    "bleu": "BLEU of code tokens, smoothed",
    "rouge_l": "longest common subsequence of code tokens, F",
    "edit_similarity": "1 - edit distance / longer length, of code tokens",
    "token_accuracy": "tokens aligned in order / the longer count",
    "exact_match": "the same tokens",
    "control_flow": "aligned share of the two skeletons of control flow",
    "signature": "name, visibility, mutability, types; weighted as published",
    "length_ratio": "code tokens, shorter / longer",
    "token_distribution": "overlap of token frequencies",
    "security_patterns": "protections kept, none invented",
    "complexity": "smaller / larger cyclomatic complexity",
    "renamed_bleu": "bleu after consistent renaming",
    "renamed_rouge_l": "rouge_l after consistent renaming",
    "renamed_edit_similarity": "edit_similarity after consistent renaming",
    "renamed_token_accuracy": "token_accuracy after consistent renaming",
    "renamed_exact_match": "the same tokens after consistent renaming",
    "renamed_token_distribution": "token_distribution after consistent renaming",
}
_PUBLISHED = {
    "overall": "0.35 similarity, 0.20 edit, 0.15 BLEU, 0.15 flow, 0.10 signature, 0.05 security",
    "semantic_similarity": "cosine of all-MiniLM-L6-v2 embeddings, the first 256 tokens",
    "high_similarity": "share of functions with a similarity above 0.8",
    "edit_distance": "edit distance / longer length, of characters; 0 is best",
    "low_edit_distance": "share of functions with an edit distance below 0.4",
    "bleu": "NLTK sentence BLEU-4 of words, no smoothing",
    "rouge_l": "rouge_score rougeL F",
    "token_accuracy": "words equal by position / the longer count",
    "exact_match": "equal after whitespace folding",
    "control_flow": "1 - differences of five counts / the reference's; may fall below 0",
    "signature": "five weighted parts by one regular expression",
    "length_ratio": "words, shorter / longer",
    "token_distribution": "1 / (1 + Wasserstein distance of token counts)",
    "security_patterns": "mean over five regular expressions",
    "complexity": "smaller / larger of six counts",
}
_WON_BY_SILENCE = {
    "overall",
    "semantic_similarity",
    "control_flow",
    "token_distribution",
    "security_patterns",
    "complexity",
}
"""Published metrics that give an empty answer something."""
_HEADLINES = {"overall", "semantic_similarity", "exact_match", "renamed_exact_match"}
_PUBLISHED_HEADLINES = {"overall", "semantic_similarity", "high_similarity", "low_edit_distance"}
_EMBEDDED = frozenset({"semantic_similarity", "overall", "high_similarity"})

METRICS = (
    *(Metric(name, text, name in _HEADLINES) for name, text in _SOUND.items()),
    *(
        Metric(
            f"published.{name}",
            text,
            name in _PUBLISHED_HEADLINES,
            better="lower" if name == "edit_distance" else "higher",
            beside="overall" if name in _WON_BY_SILENCE else None,
        )
        for name, text in _PUBLISHED.items()
    ),
)


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """All metrics of one answer. Pure."""
    pair: Pair = sample.truth
    text = answer.text or ""
    problem, reason = observation["problem"], observation["reason"]
    too_long = texts.too_long(pair, text) is not None
    text = "" if too_long else texts.clean(text)
    metrics: dict[str, float | None] = {}
    if problem is None:
        sound: dict[str, float | None] = dict(code_metrics(pair.source, texts.code(text)))
        similarity = observation["sound"]
        sound["semantic_similarity"] = similarity
        sound["overall"] = None
        if similarity is not None:
            sound["overall"] = overall_of({k: v for k, v in sound.items() if v is not None})
    else:  # an empty answer resembles nothing, even if the reference is just as empty
        sound = dict.fromkeys(_SOUND, 0.0)
        if reason is not None and not too_long:
            sound |= {"semantic_similarity": None, "overall": None}
    metrics |= {name: sound[name] for name in _SOUND}
    metrics |= {f"published.{name}": value for name, value in _published(pair, text, observation)}
    if too_long:
        metrics |= {f"published.{name}": 0.0 for name in _EMBEDDED}
    reasons = {name: str(reason) for name, value in metrics.items() if value is None}
    evidence: dict[str, Json] = {} if problem is None else {"problem": problem}
    if texts.code(text) != text:
        evidence["wrapped"] = (
            "thoughts or fences, taken off for the sound metrics, not for the published ones"
        )
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=problem)


def _published(pair: Pair, text: str, observation: Observation) -> list[tuple[str, float | None]]:
    values: dict[str, float | None] = dict(published.text_metrics(pair.source, text))
    similarity = observation["published"]
    values["semantic_similarity"] = similarity
    values["overall"] = values["high_similarity"] = None
    if similarity is not None:
        values["overall"] = published.overall_of({k: v for k, v in values.items() if v is not None})
        values["high_similarity"] = float(similarity > 0.8)
    distance = values["edit_distance"]
    values["low_edit_distance"] = float(distance is not None and distance < 0.4)
    return [(name, values[name]) for name in _PUBLISHED]
