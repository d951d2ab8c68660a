"""The cost of an answer as metrics: time, tokens and money, if the answer reports them."""

from __future__ import annotations

from acidtest.core.metric import Metric
from acidtest.core.records import Answer

METRICS = (
    Metric("seconds", "time per answer", unit="s", better="lower", of="answers that report it"),
    Metric(
        "tokens",
        "tokens in and out per answer",
        unit="tokens",
        better="lower",
        of="answers that report it",
    ),
    Metric("cost_usd", "price per answer", unit="USD", better="lower", of="answers that report it"),
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
