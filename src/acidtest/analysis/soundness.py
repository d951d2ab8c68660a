"""What the oracle and an empty answer must get on every metric of a suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from acidtest.core.metric import Metric

PUBLISHED = "published."
_CLOSE = 1e-6

Plain = Mapping[str, float | None]
"""Figures without intervals, by metric."""


def unsound(metrics: Sequence[Metric], oracle: Plain, silence: Plain) -> list[str]:
    """What is wrong with these metrics, in words; empty if nothing is.

    The oracle must get the best value and silence the worst, or none. A metric that gives silence
    more must name the one it is read beside, on which both get what they should. Published metrics
    are as published, so the oracle may get anything, but they too must name a partner.
    """
    known = {metric.name: metric for metric in metrics}
    return [
        f"{metric.name}: {problem}"
        for metric in metrics
        if metric.better != "neither"
        for problem in _problems(metric, known, oracle, silence)
    ]


def _problems(
    metric: Metric, known: Mapping[str, Metric], oracle: Plain, silence: Plain
) -> Iterator[str]:
    top, given = oracle[metric.name], silence[metric.name]
    if not metric.name.startswith(PUBLISHED) and top is not None and not _best(metric, top):
        yield f"the oracle gets {top:.4f}"
    if given is None or _worst(metric, given):
        return
    if metric.beside is None:
        yield f"silence gets {given:.4f}, and no partner is named"
        return
    partner = known.get(metric.beside)
    if partner is None or partner.beside is not None or partner.better != "higher":
        yield f"its partner {metric.beside} is not a metric that is better when higher and alone"
    elif (its := silence[partner.name]) is not None and not _worst(partner, its):
        yield f"silence gets {its:.4f} on its partner {partner.name} as well"


def _best(metric: Metric, value: float) -> bool:
    return abs(value - (1.0 if metric.better == "higher" else 0.0)) < _CLOSE


def _worst(metric: Metric, value: float) -> bool:
    """0 or less if higher is better; the whole if lower is, where there is a whole."""
    if metric.better == "higher":
        return value < _CLOSE
    return metric.unit == "%" and value > 1 - _CLOSE
