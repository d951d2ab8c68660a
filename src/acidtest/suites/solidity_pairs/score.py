"""The metrics of one answer: how similar its text is to the original. Pure.

The suite solidity-decompile tests whether a recovered contract behaves like the original.
"""

from __future__ import annotations

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.metrics.function_texts import (
    LOWER_IS_BETTER,
    PUBLISHED,
    SOUND,
    WON_BY_SILENCE,
    clean,
    function_metrics,
    too_long,
)
from acidtest.suites.solidity_pairs import text as texts
from acidtest.suites.solidity_pairs.dataset import Pair

_HEADLINES = {"overall", "semantic_similarity", "exact_match", "renamed_exact_match"}
_PUBLISHED_HEADLINES = {"overall", "semantic_similarity", "high_similarity", "low_edit_distance"}
METRICS = (
    *(Metric(name, text, name in _HEADLINES) for name, text in SOUND.items()),
    *(
        Metric(
            f"published.{name}",
            text,
            name in _PUBLISHED_HEADLINES,
            better="lower" if name in LOWER_IS_BETTER else "higher",
            beside="overall" if name in WON_BY_SILENCE else None,
        )
        for name, text in PUBLISHED.items()
    ),
)


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """All metrics of one answer. Pure."""
    pair: Pair = sample.truth
    given = answer.text or ""
    text = "" if too_long(pair.source, given) else clean(given)
    metrics = function_metrics(pair.source, given, observation, texts.code(text))
    problem, reason = observation["problem"], observation["reason"]
    reasons = {name: str(reason) for name, value in metrics.items() if value is None}
    evidence: dict[str, Json] = {} if problem is None else {"problem": problem}
    if texts.code(text) != text:
        evidence["wrapped"] = (
            "thoughts or fences, taken off for the sound metrics, not for the published ones"
        )
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=problem)
