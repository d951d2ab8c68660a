"""The options for language models, declared once: the command line is generated from the fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from acidtest.core.commands import Option
from acidtest.core.errors import InputError
from acidtest.core.records import Json

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
CONNECTIONS = 32
CHAT, COMPLETIONS = "chat", "completions"
COMPLETION_TOKENS = 1024
"""The most tokens of a plain completion without `--max-tokens`; Inspect would ask for one."""


def _option(option: Option, default: Any = None, *, asked: bool = True) -> Any:
    """A field with its option; `asked`: it affects the answers, so another value is another run."""
    if default is None:
        default = () if option.many else False if option.kind is bool else None
    return field(default=default, metadata={"option": option, "asked": asked})


@dataclass(frozen=True)
class ModelOptions:
    """None means the provider's default. `reasoning` is an effort or a number of tokens. With
    `cache`, Inspect caches answers and reuses them for identical questions.
    """

    temperature: float | None = _option(
        Option("--temperature", "Default: the provider's.", float, least=0, most=2)
    )
    max_tokens: int | None = _option(
        Option("--max-tokens", "Maximum tokens per answer.", int, least=1)
    )
    reasoning: str | None = _option(
        Option(
            "--reasoning",
            "none, minimal, low, medium, high, xhigh, max, or a number of tokens.",
            metavar="EFFORT|TOKENS",
        )
    )
    api: str | None = _option(
        Option(
            "--api",
            "How a model is asked: chat, or completions for the bare text of the prompt without a "
            "chat template (OpenAI-compatible servers). Default: chat.",
            choices=(CHAT, COMPLETIONS),
        )
    )
    stop: tuple[str, ...] = _option(
        Option("--stop", "End an answer before this text; may repeat.", many=True, metavar="TEXT")
    )
    top_p: float | None = _option(
        Option("--top-p", "Sample from the likeliest tokens of this mass.", float, least=0, most=1)
    )
    top_k: int | None = _option(
        Option("--top-k", "Sample from this many of the likeliest tokens.", int, least=1)
    )
    sampling_seed: int | None = _option(
        Option(
            "--sampling-seed",
            "Seed of the model's sampling; an attempt adds its number.",
            int,
            least=0,
            most=2**31 - 1,
        )
    )
    logprobs: bool = _option(
        Option("--logprobs", "Keep the mean log-probability of the tokens of each answer.", bool)
    )
    base_url: str | None = _option(
        Option("--base-url", "Your own server: vLLM, Ollama, llama.cpp, NIM, …", metavar="URL")
    )
    max_connections: int | None = _option(
        Option(
            "--max-connections",
            "Parallel requests. Default: up to 32, as the provider allows.",
            int,
            least=1,
            most=512,
        ),
        asked=False,
    )
    timeout_s: int = _option(
        Option("--timeout", "Seconds per request. Default: 600.", int, least=1), 600, asked=False
    )
    cache: bool = _option(
        Option("--cache", "Let Inspect AI cache answers and reuse them, also in other runs.", bool),
        asked=False,
    )
    retries: int = 6

    def __post_init__(self) -> None:
        if self.reasoning is not None and not (
            self.reasoning in EFFORTS or re.fullmatch(r"[1-9]\d{0,6}", self.reasoning)
        ):
            raise InputError(
                f"--reasoning {self.reasoning}: expected a number of tokens or one of "
                + ", ".join(EFFORTS)
            )
        if self.base_url is not None and urlsplit(self.base_url).scheme not in ("http", "https"):
            raise InputError(
                f"--base-url {without_secret(self.base_url)}: expected an address "
                "such as http://127.0.0.1:8000/v1"
            )
        if self.plain and self.reasoning is not None:
            raise InputError("--reasoning: a plain completion (--api completions) has none")
        if not all(self.stop):
            raise InputError("--stop: expected a text that ends an answer, got an empty one")

    @property
    def plain(self) -> bool:
        """Whether the model completes a text instead of answering a message."""
        return self.api == COMPLETIONS

    @property
    def identity(self) -> Mapping[str, Json]:
        """The options that affect answers; parallelism and timeouts do not.

        A plain completion has a limit and a temperature in any case: Inspect's, if none is given.
        """
        identity: dict[str, Json] = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.metadata.get("asked") and is_given(getattr(self, each.name))
        }
        if self.base_url is not None:
            identity["base_url"] = without_secret(self.base_url)
        if self.stop:
            identity["stop"] = list(self.stop)
        if not self.plain:
            identity.pop("api", None)
            return identity
        return {"max_tokens": COMPLETION_TOKENS, "temperature": 0, **identity}


def is_given(value: object) -> bool:
    """Whether an option has a value; 0 is one.

    >>> [is_given(value) for value in (0, "", None, (), False)]
    [True, True, False, False, False]
    """
    return not (value is None or value is False or value == ())


def model_options() -> dict[str, Option]:
    """The options of a model by field."""
    return {
        each.name: each.metadata["option"]
        for each in fields(ModelOptions)
        if "option" in each.metadata
    }


def without_secret(url: str) -> str:
    """An address without user, password and query, any of which may be a key."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
