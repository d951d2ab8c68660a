"""The budget shared by all models of one command."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from acidtest.core.errors import AcidtestError
from acidtest.core.records import Answer

CHARACTERS_A_TOKEN = 3
"""Characters per token; low for code and assembly, so that estimates err on the high side."""
TOKENS_OUT = 1024
"""Assumed tokens per answer if there is no `--max-tokens`."""


class BudgetUsedUp(AcidtestError):
    """The user's limit was reached; all answers so far are kept."""

    exit_status = 1


def tokens_of(text: str) -> int:
    """An estimate of the tokens in a text."""
    return len(text) // CHARACTERS_A_TOKEN + 1


@dataclass
class Budget:
    """Tracks spent and reserved amounts; refuses requests that could exceed the limit."""

    usd: float | None = None
    tokens: int | None = None
    _spent_usd: float = 0.0
    _spent_tokens: int = 0
    _under_way: dict[int, tuple[float, int]] = field(default_factory=dict)
    _settled: threading.Condition = field(default_factory=threading.Condition)
    _next: int = 0

    def count(self, answers: Iterable[Answer]) -> None:
        """Count answers of an earlier, interrupted command."""
        with self._settled:
            for answer in answers:
                self._add(answer.cost_usd, answer.tokens_in, answer.tokens_out)

    def reserve(self, usd: float, tokens: int) -> int:
        """Reserve the maximum cost of an answer and return a ticket; raises `BudgetUsedUp`.

        Requests in flight count at their maximum cost. If only they exceed the limit, this waits
        for them to finish.
        """
        with self._settled:
            while (refusal := self._refusal(usd, tokens)) and self._under_way:
                self._settled.wait()
            if refusal:
                raise BudgetUsedUp(refusal)
            self._next += 1
            self._under_way[self._next] = (usd, tokens)
            return self._next

    def _refusal(self, usd: float, tokens: int) -> str | None:
        under_way = self._under_way.values()
        if self.usd is not None and self._spent_usd + usd + sum(u for u, _ in under_way) > self.usd:
            return (
                f"stopped before --max-cost {self.usd:g}: ${self._spent_usd:.4f} spent, and "
                f"the next answer may cost ${usd:.4f}; all answers are kept; run the same "
                "command with a higher budget to continue"
            )
        used = self._spent_tokens
        if self.tokens is not None and used + tokens + sum(t for _, t in under_way) > self.tokens:
            return (
                f"stopped before --max-tokens-total {self.tokens}: {used} tokens used, and the "
                f"next answer may take {tokens}; all answers are kept; run the same command with "
                "a higher limit to continue"
            )
        return None

    def settle(self, ticket: int, answer: Answer | None) -> None:
        """Replace a reservation with the actual cost, or zero if there was no answer."""
        with self._settled:
            self._under_way.pop(ticket, None)
            if answer is not None:
                self._add(answer.cost_usd, answer.tokens_in, answer.tokens_out)
            self._settled.notify_all()

    def _add(self, usd: float | None, tokens_in: int | None, tokens_out: int | None) -> None:
        self._spent_usd += usd or 0.0
        self._spent_tokens += (tokens_in or 0) + (tokens_out or 0)
