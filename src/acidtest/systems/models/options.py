"""The options for language models."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from acidtest.core.errors import InputError
from acidtest.core.records import Json

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
CONNECTIONS = 32


@dataclass(frozen=True)
class ModelOptions:
    """None means the provider's default. `reasoning` is an effort or a number of tokens. With
    `cache`, Inspect caches answers and reuses them for identical questions.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    reasoning: str | None = None
    base_url: str | None = None
    max_connections: int | None = None
    timeout_s: int = 600
    retries: int = 6
    cache: bool = False

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

    @property
    def identity(self) -> Mapping[str, Json]:
        """The options that affect answers; parallelism and timeouts do not."""
        identity: dict[str, Json] = {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "reasoning": self.reasoning,
            "base_url": self.base_url and without_secret(self.base_url),
        }
        return {name: value for name, value in identity.items() if value is not None}


def without_secret(url: str) -> str:
    """An address without user, password and query, any of which may be a key."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
