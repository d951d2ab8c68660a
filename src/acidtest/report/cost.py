"""Pictures of cost against quality: of runs, and of the attempts of each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from acidtest.core.records import Json
from acidtest.report.plot import (
    WIDTH,
    Colours,
    amount,
    axis_end,
    dot,
    legend,
    legend_height,
    paint,
    span,
    tick_text,
    ticks,
)
from acidtest.report.svg import SERIES, Drawing, wide

Point = tuple[str, float, Mapping[str, Json]]
"""A run's name, its cost per answer, and its figure."""

ATTEMPTS = "attempts"

_FAR = 20.0
"""The axis is logarithmic if the highest cost is this many times the lowest."""

_ZERO = 26.0
"""How far left of a logarithmic axis free systems are drawn."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def cost_against_quality(
    title: str,
    unit: str,
    points: Sequence[Point],
    quality: str = "%",
    colours: Colours | None = None,
) -> Drawing:
    """A point with its interval for each run, labelled; with a legend if labels would overlap."""
    names = paint([name for name, _, _ in points], colours)
    across = _Across([cost for _, cost, _ in points], 44.0, WIDTH - 24)
    ends = [_ends(figure) for _, _, figure in points]
    low: float = min([0.0, *(least for least, _ in ends)])
    high = axis_end([most for _, most in ends], quality)

    def up(value: float) -> float:
        return 210.0 * (high - value) / (high - low)

    marks = [
        (across.at(cost), up(most), up(data["value"]), up(least))
        for (_, cost, data), (least, most) in zip(points, ends, strict=True)
    ]
    places = _labels([name for name, _, _ in points], marks)
    top = 10.0 + (0 if places else legend_height(names))
    bottom = top + 210
    description = ", ".join(
        f"{name} {amount(figure['value'], quality)} at {cost:.3g} {unit}"
        for name, cost, figure in points
    )
    drawing = Drawing(WIDTH, bottom + 36, f"{title}. {description}")
    if not places:
        legend(drawing, names, 12)
    for value in ticks(low, high):
        _level(drawing, across, top + up(value), tick_text(value, quality))
    _axis(drawing, across, bottom, across.ticks(), f"{unit} per answer")
    for place, (name, cost, figure) in enumerate(points):
        x, above, y, below = marks[place]
        tip = f"{name}: {span(figure, quality)}, {cost:.3g} {unit}"
        kind = f"line s{names[name] % SERIES}"
        drawing.line(x, top + above, x, top + below, kind, tip)
        drawing.dot(x, top + y, dot(names[name]), tip)
        if places:
            drawing.text(places[place][0], top + places[place][3] - 3, name, tip=tip)
    return drawing


def budget_curves(
    title: str,
    unit: str,
    curves: Mapping[str, Sequence[tuple[float, Mapping[str, Json]]]],
    colours: Colours | None = None,
) -> Drawing:
    """What each run reaches with 1, 2, 3 … attempts, at what they take: a line with intervals."""
    names = paint(curves, colours)
    across = _Across([spent for points in curves.values() for spent, _ in points], 44.0, WIDTH - 24)
    top = 10.0 + legend_height(names)
    bottom = top + 210
    description = "; ".join(
        f"{name}: " + ", ".join(f"{amount(data['value'])} at {spent:.3g}" for spent, data in points)
        for name, points in curves.items()
    )
    drawing = Drawing(WIDTH, bottom + 36, f"{title}. {description}")
    legend(drawing, names, 12)

    def up(value: float) -> float:
        return bottom - 210.0 * value

    for value in ticks(0.0, 1.0):
        _level(drawing, across, up(value), tick_text(value, "%"))
    whole = [value for value in across.ticks() if unit != ATTEMPTS or value == int(value)]
    _axis(drawing, across, bottom, whole, f"{unit} per question")
    for name, points in curves.items():
        places = [(across.at(spent), up(data["value"])) for spent, data in points]
        kind = f"line s{names[name] % SERIES}"
        if len(places) > 1:
            drawing.path(places, kind)
        for k, ((spent, data), (x, y)) in enumerate(zip(points, places, strict=True), 1):
            tip = f"{name}, attempts: {k}: {span(data, '%')}, {spent:.3g} {unit}"
            low, high = _ends(data)
            drawing.line(x, up(high), x, up(low), kind, tip)
            drawing.dot(x, y, dot(names[name]), tip)
    return drawing


def _level(drawing: Drawing, across: _Across, y: float, text: str) -> None:
    drawing.line(across.left, y, across.right, y, "grid")
    drawing.text(across.left - 5, y + 4, text, "muted", "end")


def _axis(
    drawing: Drawing, across: _Across, bottom: float, values: Sequence[float], label: str
) -> None:
    drawing.line(across.left, bottom, across.right, bottom, "axis")
    for value in values:
        drawing.line(across.at(value), bottom, across.at(value), bottom + 3, "axis")
        drawing.text(across.at(value), bottom + 14, f"{value:g}", "muted", "middle")
    scale = ", logarithmic" if across.far else ""
    middle = (across.left + across.right) / 2
    drawing.text(middle, bottom + 30, f"{label}{scale}", "muted", "middle")


def _ends(figure: Mapping[str, Json]) -> tuple[float, float]:
    """The interval of a figure, or the figure itself."""
    value = figure["value"]
    return (value, value) if figure["low"] is None else (figure["low"], figure["high"])


class _Across:
    """The cost axis: from zero, or logarithmic if costs are far apart."""

    def __init__(self, costs: Sequence[float], left: float, right: float) -> None:
        self.left, self.right = left, right
        paid = [cost for cost in costs if cost > 0]
        self._most = max(paid, default=1.0)
        self._least = min(paid, default=1.0)
        self.far = self._most > _FAR * self._least
        self._free = self.far and len(paid) < len(costs)

    def at(self, cost: float) -> float:
        """The position of a cost."""
        if not self.far:
            return self.left + (self.right - self.left) * cost / (1.1 * self._most)
        if cost <= 0:
            return self.left + 8
        start = self.left + (8 + _ZERO if self._free else 12)
        share = math.log(cost / self._least) / math.log(self._most / self._least)
        return start + (self.right - 12 - start) * share

    def ticks(self) -> list[float]:
        """Round costs; powers of ten if those are enough."""
        if not self.far:
            return ticks(0.0, 1.1 * self._most)
        low, high = (math.floor(math.log10(end)) for end in (self._least, self._most))
        tens = [10.0**n for n in range(low, high + 2)]
        round_values = tens if high - low > 2 else [n * ten for ten in tens for n in (1, 2, 5)]
        inside = [value for value in round_values if self._least <= value <= self._most]
        # No more than fit.
        every = math.ceil(len(inside) / 7)
        return [*([0.0] if self._free else []), *inside[::every]]


def _labels(
    names: Sequence[str], marks: Sequence[tuple[float, float, float, float]]
) -> list[Box] | None:
    """A free place for each name next to its point; None if some name has no free place."""
    taken: list[Box] = [(x - 5, above, x + 5, below) for x, above, _, below in marks]
    taken += [(x - 6, y - 6, x + 6, y + 6) for x, _, y, _ in marks]
    placed: list[Box] = []
    for name, (x, _, y, _) in zip(names, marks, strict=True):
        width = wide(name)
        spots = [
            (x + gap, y + lift - 7, x + gap + width, y + lift + 7)
            for lift in (0, -14, 14, -28, 28)
            for gap in (8, -8 - width)
        ]
        free = (
            spot
            for spot in spots
            if spot[0] >= 48 and spot[2] <= WIDTH - 4 and spot[1] >= -8 and spot[3] <= 206
            if not any(_meet(spot, other) for other in [*taken, *placed])
        )
        best = next(free, None)
        if best is None:
            return None
        placed.append(best)
    return placed


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
