"""The cost of an answer as metrics: time, tokens and money, if the answer reports them."""

from __future__ import annotations

from acidtest.core.metric import Metric
from acidtest.core.records import Answer

_METRICS = (
    ("seconds", "time per answer", "s"),
    ("tokens", "tokens in and out per answer", "tokens"),
    ("cost_usd", "price per answer", "USD"),
)


def effort_metrics(beside: str) -> tuple[Metric, ...]:
    """Their declarations; nothing is quicker or cheaper than silence, so they have a partner."""
    return tuple(
        Metric(name, words, unit=unit, better="lower", of="answers that report it", beside=beside)
        for name, words, unit in _METRICS
    )


def effort_of(answer: Answer) -> tuple[dict[str, float | None], dict[str, str]]:
    """Values, and the reason for each missing one."""
    tokens = [n for n in (answer.tokens_in, answer.tokens_out) if n is not None]
    values = {
        "seconds": answer.time_s,
        "tokens": float(sum(tokens)) if tokens else None,
        "cost_usd": answer.cost_usd,
    }
    return values, {
        n: "the answers do not report it" for n, value in values.items() if value is None
    }
