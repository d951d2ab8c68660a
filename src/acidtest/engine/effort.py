"""Time, tokens and money that a run's answers took, and the quality per dollar and second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Figures, Json


def effort(
    answers: Sequence[Answer], figures: Figures, metrics: Sequence[Metric]
) -> dict[str, Json]:
    """Sums over answers; a sum is left out if some answer lacks the value, as it would be too low.

    `per_usd` and `per_s` help to choose between systems: the sum of a headline metric over the
    samples (for `passes`, how many pass) per dollar or second.
    """
    given = [answer for answer in answers if answer.error is None]
    totals: dict[str, Json] = {}
    for name in ("time_s", "tokens_in", "tokens_out", "cost_usd"):
        values = [getattr(answer, name) for answer in given]
        if values and None not in values:
            totals[name] = sum(values)
    if totals:
        totals["answers"] = len(given)
    if models := sorted({answer.model for answer in given if answer.model}):
        totals["models"] = models
    if stops := Counter(answer.stop for answer in given if answer.stop):
        totals["stops"] = dict(sorted(stops.items()))
    if not models:  # other systems only have a time, which depends on the machine
        return totals
    attempts = len(given) / max(1, len({answer.id for answer in given}))
    worth = {
        metric.name: value * figures[metric.name].n
        for metric in metrics
        if metric.headline and metric.better == "higher" and metric.unit == "%"
        if (value := figures[metric.name].value) is not None
    }
    for name, total in (("per_usd", totals.get("cost_usd")), ("per_s", totals.get("time_s"))):
        if total:
            totals[name] = {metric: value * attempts / total for metric, value in worth.items()}
    return totals
