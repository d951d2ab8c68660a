"""Bounds that a pipeline holds runs to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from acidtest.errors import InputError
from acidtest.model import Json


@dataclass(frozen=True)
class Bound:
    """`--fail-under METRIC=VALUE` or `--fail-over METRIC=VALUE`."""

    option: str
    metric: str
    value: float

    def __str__(self) -> str:
        """As the user wrote it."""
        return f"{self.option} {self.metric}={self.value:g}"

    def missed(self, figures: Mapping[str, Mapping[str, Json]]) -> str:
        """What does not hold, in words; empty if it holds. No figure is not met."""
        value = figures.get(self.metric, {}).get("value")
        if value is not None:
            under = self.option == "--fail-under"
            if not (value < self.value if under else value > self.value):
                return ""
        return f"{self} is not met: it is {value}"


def read_bound(option: str, text: str) -> Bound:
    """From `METRIC=VALUE`."""
    metric, _, number = text.rpartition("=")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not metric or math.isnan(value):
        raise InputError(f"{option} {text}: wanted is METRIC=VALUE as in passes=0.5")
    return Bound(option, metric, value)
