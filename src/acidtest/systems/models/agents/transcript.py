"""What an agent did, step by step, in a size that fits into a line of answers.

A step is one reply of the model and what became of its calls:

    {"text": …, "calls": [{"tool": …, "arguments": {…}, "result": …, "error": …}, …],
     "tokens_in": …, "tokens_out": …, "cost_usd": …, "time_s": …, "tools_s": …}
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from acidtest.core.records import Json
from acidtest.systems.models.agents.tools import shortened

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, ChatMessageAssistant

    from acidtest.systems.models.caller import Reply

TEXT_MAX = 4_000
"""Characters of one text."""
WHOLE_MAX = 200_000
"""Characters of all; what comes later is left out, but for what it took."""


@dataclass
class Transcript:
    """Grows while an agent works; `steps` is what has been written so far."""

    steps: list[dict[str, Json]] = field(default_factory=list)
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    cost_usd: float | None = 0.0
    _size: int = 0
    _tools_since: float = 0.0

    def add_reply(self, reply: Reply, cost: float | None, message: ChatMessageAssistant) -> None:
        """A step of the model."""
        given = None if reply.tokens_in is None else reply.tokens_in + reply.tokens_cached
        calls = [
            {
                "tool": self._short(call.function, 100),
                "arguments": {
                    self._short(str(name), 100): self._short(str(value))
                    for name, value in call.arguments.items()
                },
            }
            for call in message.tool_calls or ()
        ]
        took = {"tokens_in": given, "tokens_out": reply.tokens_out, "cost_usd": cost}
        self.steps.append(
            {
                "text": self._short(message.text),
                **({"calls": calls} if calls else {}),
                **{name: value for name, value in took.items() if value is not None},
                "time_s": round(reply.time_s, 3),
            }
        )
        self.tokens_in = _sum(self.tokens_in, given)
        self.tokens_out = _sum(self.tokens_out, reply.tokens_out)
        self.cost_usd = _sum(self.cost_usd, cost)
        self._tools_since = time.perf_counter()

    def add_results(self, results: Sequence[ChatMessage]) -> None:
        """What the tools answered to the calls of the last step."""
        step = self.steps[-1]
        step["tools_s"] = round(time.perf_counter() - self._tools_since, 3)
        messages = [message for message in results if message.role == "tool"]
        for call, message in zip(step.get("calls", ()), messages, strict=False):
            if message.error is not None:
                call["error"] = self._short(message.error.message)
            else:
                call["result"] = self._short(message.text)

    def _short(self, text: str, most: int = TEXT_MAX) -> str:
        if self._size > WHOLE_MAX:
            return "(left out: the transcript is too long)" if text else ""
        text = shortened(text, most)
        self._size += len(text)
        return text


def _sum(total: float | None, value: float | None) -> Json:
    """Their sum; None, if one is not known: it would be too low."""
    return None if total is None or value is None else total + value
