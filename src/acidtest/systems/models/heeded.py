"""Which options a server ignored: OpenAI's protocol has no way to say so, and many do it silently.

Some of it is seen in an answer. For the rest a server is sent a value of the wrong type, once: one
that knows the option refuses it, and one that ignores the option answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from acidtest.systems.models.options import ModelOptions

WRONG = "not a number"
_TRIED = {"top_p": "top_p", "top_k": "top_k", "sampling_seed": "seed"}
"""The options that no answer shows, and their names in the protocol."""


@dataclass(frozen=True, slots=True)
class Heeded:
    """A text as the options would have it, and what the server ignored."""

    text: str
    ignored: tuple[str, ...] = ()
    cut: bool = False


def to_try(options: ModelOptions) -> Iterator[tuple[str, str]]:
    """The options that are set and that no answer shows: each flag, and its field in a request."""
    for name, field in _TRIED.items():
        if getattr(options, name) is not None:
            yield "--" + name.replace("_", "-"), field


def read_answer(
    text: str, options: ModelOptions, tokens_out: int | None, *, has_logprobs: bool
) -> Heeded:
    """Cut a text where the server should have stopped, and say what it ignored."""
    ignored = []
    places = [place for stop in options.stop if (place := text.find(stop)) >= 0]
    if places:
        text = text[: min(places)]
        ignored.append("--stop (cut here instead)")
    if options.max_tokens and tokens_out is not None and tokens_out > options.max_tokens:
        ignored.append(f"--max-tokens ({tokens_out} tokens came)")
    if options.logprobs and text and not has_logprobs:
        ignored.append("--logprobs (none came)")
    return Heeded(text, tuple(ignored), bool(places))
