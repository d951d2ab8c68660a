"""What a run's answers took: time, tokens, money, and the quality that each of them bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from acidtest.model import Answer, Figures, Json
from acidtest.suites import Metric


def effort(
    answers: Sequence[Answer], figures: Figures, metrics: Sequence[Metric]
) -> dict[str, Json]:
    """Sums over answers; one that not every answer tells is left out rather than shown too low.

    `per_usd` and `per_s` are what a user who chooses between systems divides by hand: the sum
    of a headline metric over the samples (of `passes`: how many pass) for each dollar or second.
    """
    given = [answer for answer in answers if answer.error is None]
    told: dict[str, Json] = {}
    for name in ("time_s", "tokens_in", "tokens_out", "cost_usd"):
        values = [getattr(answer, name) for answer in given]
        if values and None not in values:
            told[name] = sum(values)
    if told:
        told["answers"] = len(given)
    if models := sorted({answer.model for answer in given if answer.model}):
        told["models"] = models
    if stops := Counter(answer.stop for answer in given if answer.stop):
        told["stops"] = dict(sorted(stops.items()))
    if not models:  # what is not a model has a time at most, and that depends on the machine
        return told
    attempts = len(given) / max(1, len({answer.id for answer in given}))
    worth = {
        metric.name: value * figures[metric.name].n
        for metric in metrics
        if metric.headline and metric.better == "higher" and metric.unit == "%"
        if (value := figures[metric.name].value) is not None
    }
    for name, total in (("per_usd", told.get("cost_usd")), ("per_s", told.get("time_s"))):
        if total:
            told[name] = {metric: value * attempts / total for metric, value in worth.items()}
    return told
