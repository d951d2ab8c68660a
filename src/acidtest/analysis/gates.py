"""Bounds that runs must meet in a CI pipeline."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.analysis.sections import Section
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.core.text import choices
from acidtest.store import Run


@dataclass(frozen=True)
class Bound:
    """`--fail-under METRIC=VALUE` or `--fail-over METRIC=VALUE`."""

    option: str
    metric: str
    value: float

    def __str__(self) -> str:
        """As the user wrote it."""
        return f"{self.option} {self.metric}={self.value:g}"

    def missed(
        self, figures: Mapping[str, Mapping[str, Json]], metrics: Iterable[Metric] = ()
    ) -> str:
        """Why the bound is not met; empty if it is met, also in the worst case.

        A missing figure does not meet it. Nor does a figure that an empty answer would reach too:
        its partner among `metrics` must be above 0.
        """
        figure = figures.get(self.metric, {})
        value = figure.get("value")
        if value is None:
            return f"{self} is not met: there is no figure ({figure.get('reason', 'not computed')})"
        partner = next((m.beside for m in metrics if m.name == self.metric), None)
        other = figures.get(partner or "", {}).get("value")
        beside = "" if other is None else f" ({partner} {other:.4g})"
        if not self._holds(value):
            return f"{self} is not met: it is {self._rounded(value)}{beside}"
        worst = figure.get("worst", figure)["value"]
        if not self._holds(worst):
            return (
                f"{self} is not met in the worst case: it is {self._rounded(worst)} if the "
                f"answers that were not scored count as failed, and {value:.4g} without them"
            )
        if other is not None and other <= 0:
            return (
                f"{self} is not met: it is {value:.4g}, but {partner} is {other:.4g}: "
                "empty answers would do as well"
            )
        return ""

    def _holds(self, value: float) -> bool:
        return value >= self.value if self.option == "--fail-under" else value <= self.value

    def _rounded(self, value: float) -> str:
        """Rounded, but with enough digits to show on which side of the bound it is."""
        texts = (f"{value:.{digits}g}" for digits in range(4, 17))
        return next((text for text in texts if not self._holds(float(text))), str(value))

    def check(self, metrics: Iterable[Metric]) -> None:
        """Raise `InputError` unless the metric is known and the bound is within its range."""
        known = {metric.name: metric for metric in metrics}
        if self.metric not in known:
            raise InputError(
                f"{self.option}: unknown metric '{self.metric}'; {choices(self.metric, known)}"
            )
        if known[self.metric].unit == "%" and not 0 <= self.value <= 1:
            raise InputError(
                f"{self}: {self.metric} is between 0 and 1; for 50 %, write 0.5, not 50"
            )


def read_bound(option: str, text: str) -> Bound:
    """From `METRIC=VALUE`."""
    metric, _, number = text.rpartition("=")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not metric or math.isnan(value):
        raise InputError(f"{option} {text}: expected METRIC=VALUE, such as passes=0.5")
    return Bound(option, metric, value)


def held_to(section: Section, run: Run, bounds: Sequence[Bound]) -> list[tuple[Bound, str]]:
    """The bounds that apply to a run, each with the reason it is not met (empty if it is).

    Bounds on metrics that the run's suite does not have are skipped.
    """
    metrics = {metric.name: metric for metric in (*section.metrics, *section.suite.metrics)}
    return [
        (bound, bound.missed(run.figures, metrics.values()))
        for bound in bounds
        if bound.metric in metrics
    ]
