"""Bounds that a pipeline holds runs to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.errors import InputError
from acidtest.model import Json
from acidtest.report.sections import Run, Section
from acidtest.suites import Metric


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
        figure = figures.get(self.metric, {})
        value = figure.get("value")
        if value is None:
            return f"{self} is not met: there is no figure ({figure.get('reason', 'not computed')})"
        return "" if self._holds(value) else f"{self} is not met: it is {self._rounded(value)}"

    def _holds(self, value: float) -> bool:
        return value >= self.value if self.option == "--fail-under" else value <= self.value

    def _rounded(self, value: float) -> str:
        """So far that the number still shows what is wrong."""
        texts = (f"{value:.{digits}g}" for digits in range(4, 17))
        return next((text for text in texts if not self._holds(float(text))), str(value))

    def check(self, metrics: Iterable[Metric]) -> None:
        """Raise `InputError` unless it is about one of these, and within its range."""
        known = {metric.name: metric for metric in metrics}
        if self.metric not in known:
            raise InputError(
                f"{self.option}: there is no metric '{self.metric}'; there are: {', '.join(known)}"
            )
        if known[self.metric].unit == "%" and not 0 <= self.value <= 1:
            raise InputError(
                f"{self}: {self.metric} is a share between 0 and 1: 0.5, not 50, for 50 %"
            )


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


def held_to(section: Section, run: Run, bounds: Sequence[Bound]) -> list[tuple[Bound, str]]:
    """The bounds that concern a run, each with what is not met. Those on metrics that its suite
    does not have do not.
    """
    known = {metric.name for metric in (*section.suite.metrics, *section.metrics)}
    return [(bound, bound.missed(run.figures)) for bound in bounds if bound.metric in known]
