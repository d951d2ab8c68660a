"""Token prices: a small dated table, overridden by the user's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from acidtest.core.errors import InputError

_SNAPSHOT = re.compile(r"-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$")
_FIELDS = frozenset({"input", "output", "cached"})


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float
    cached: float

    def of(self, tokens_in: int, tokens_out: int, tokens_cached: int = 0) -> float:
        """Dollars for one answer; `tokens_in` does not include cached tokens."""
        millions = tokens_in * self.input + tokens_cached * self.cached + tokens_out * self.output
        return millions / 1e6


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by `PROVIDER/NAME`, and the day they were looked up."""

    as_of: str
    table: Mapping[str, Price]

    def find(self, model: str) -> Price | None:
        """The price of a model; a dated snapshot costs the same as its model."""
        return self.table.get(model) or self.table.get(_SNAPSHOT.sub("", model))


def read_prices(path: Path | None = None) -> Prices:
    """The shipped table, overridden by the user's file; raises `InputError`."""
    shipped = (files("acidtest.systems.models") / "prices.toml").read_text(encoding="utf-8")
    prices = _parse(shipped, "prices.toml")
    if path is None:
        return prices
    try:
        own = _parse(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeError) as error:
        raise InputError(f"--prices {path}: cannot be read: {error}") from error
    return Prices(own.as_of, {**prices.table, **own.table})


def _parse(text: str, where: str) -> Prices:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"--prices {where}: invalid TOML: {error}") from error
    table = data.get("usd_per_million_tokens")
    if not isinstance(table, dict):
        raise InputError(
            f"--prices {where}: has no table [usd_per_million_tokens]; expected lines such as "
            '"openai/gpt-4o" = { input = 2.5, output = 10.0 }'
        )
    return Prices(
        str(data.get("as_of", "unknown")),
        {name: _price(value, f"--prices {where}: '{name}'") for name, value in table.items()},
    )


def _price(value: Any, where: str) -> Price:
    if not isinstance(value, dict) or not {"input", "output"} <= set(value) <= _FIELDS:
        raise InputError(f"{where}: expected {{ input = …, output = …, cached = … }}")
    for number in value.values():
        if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number < 1e9:
            raise InputError(f"{where}: {number!r} is not a price in dollars")
    cached = value["cached"] if "cached" in value else value["input"]
    return Price(value["input"], value["output"], cached)
