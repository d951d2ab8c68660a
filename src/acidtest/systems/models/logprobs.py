"""The log-probabilities of llama.cpp's plain completions: they have the form of a chat's, which
clients of plain completions do not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_LARGEST = 1e15


def read_chat_form(client: Any) -> None:
    """Let an OpenAI client read them as those of a plain completion."""
    create = client.completions.create

    async def created(**request: Any) -> Any:
        response = await create(**request)
        choices = getattr(response, "choices", None)
        for choice in choices if isinstance(choices, list) else ():
            rewrite(getattr(choice, "logprobs", None))
        return response

    client.completions.create = created


def rewrite(given: Any) -> None:
    """Fill the lists of a plain completion from the tokens of a chat, if there are any."""
    tokens = getattr(given, "content", None)
    if not isinstance(tokens, list) or getattr(given, "tokens", None):
        return
    known = [each for each in tokens if isinstance(each, Mapping)]
    pairs = [(each.get("token"), _number(each.get("logprob"))) for each in known]
    usable = [(t, number) for t, number in pairs if isinstance(t, str) and number is not None]
    given.tokens = [text for text, _ in usable]
    given.token_logprobs = [number for _, number in usable]


def _number(given: object) -> float | None:
    if not isinstance(given, int | float) or isinstance(given, bool):
        return None
    return float(given) if abs(given) < _LARGEST else None
