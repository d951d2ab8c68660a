"""What the models of one command may cost together."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from acidtest.errors import AcidtestError
from acidtest.model import Answer

CHARACTERS_A_TOKEN = 3
"""A low guess for code and assembly, so that estimates are rather too high."""
TOKENS_OUT = 1024
"""What an answer is taken to need where no `--max-tokens` bounds it."""


class BudgetUsedUp(AcidtestError):
    """Not a fault: the user's limit was reached, all answers are kept."""

    exit_status = 1


def tokens_of(text: str) -> int:
    """A guess at the tokens of a text."""
    return len(text) // CHARACTERS_A_TOKEN + 1


@dataclass
class Budget:
    """Counts what was spent and what may be on its way; refuses what could go beyond."""

    usd: float | None = None
    tokens: int | None = None
    _spent_usd: float = 0.0
    _spent_tokens: int = 0
    _under_way: dict[int, tuple[float, int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _next: int = 0

    def count(self, answers: Iterable[Answer]) -> None:
        """Answers of an earlier, interrupted command count as well."""
        for answer in answers:
            self._add(answer.cost_usd, answer.tokens_in, answer.tokens_out)

    def reserve(self, usd: float, tokens: int) -> int:
        """A ticket for an answer that may cost this much; raises `BudgetUsedUp`."""
        with self._lock:
            all_usd = self._spent_usd + usd + sum(u for u, _ in self._under_way.values())
            all_tokens = self._spent_tokens + tokens + sum(t for _, t in self._under_way.values())
            if self.usd is not None and all_usd > self.usd:
                raise BudgetUsedUp(
                    f"stopped before --budget-usd {self.usd:g}: ${self._spent_usd:.4f} spent, and "
                    f"the next answer may cost ${usd:.4f}; every answer is kept, and the same "
                    "command with a higher budget goes on"
                )
            if self.tokens is not None and all_tokens > self.tokens:
                raise BudgetUsedUp(
                    f"stopped before --max-tokens-total {self.tokens}: {self._spent_tokens} tokens "
                    f"used, and the next answer may take {tokens}; every answer is kept, and the "
                    "same command with a higher limit goes on"
                )
            self._next += 1
            self._under_way[self._next] = (usd, tokens)
            return self._next

    def settle(self, ticket: int, answer: Answer | None) -> None:
        """The ticket's answer came, or did not."""
        with self._lock:
            self._under_way.pop(ticket, None)
        if answer is not None:
            self._add(answer.cost_usd, answer.tokens_in, answer.tokens_out)

    def _add(self, usd: float | None, tokens_in: int | None, tokens_out: int | None) -> None:
        with self._lock:
            self._spent_usd += usd or 0.0
            self._spent_tokens += (tokens_in or 0) + (tokens_out or 0)
