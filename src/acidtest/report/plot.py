"""Shared parts of pictures: axes, legends, and published facts."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.analysis.published import TARGET, Mark, PublishedBand, lettered
from acidtest.core.records import Json
from acidtest.report.svg import SERIES, Drawing, short, wide

WIDTH = 420.0
LINE = 58
"""How many letters fit next to a dot in the full width."""

Colours = Mapping[str, int]
"""The colour of each run, the same in all pictures of a section."""


@dataclass(frozen=True)
class Facts:
    """Published facts about a metric, to draw in a picture."""

    bands: Sequence[PublishedBand] = ()
    target: float | None = None
    marks: Sequence[Mark] = ()


NO_FACTS = Facts()
Marks = Sequence[Mark]


def amount(value: float | None, unit: str = "%") -> str:
    """A figure in percent, or in its own unit."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if unit == "%" else f"{value:.3g}"


def span(data: Mapping[str, Json], unit: str) -> str:
    return (
        f"{amount(data['value'], unit)} [{amount(data['low'], unit)}, {amount(data['high'], unit)}]"
        f", n = {data['n']}"
    )


def axis_end(values: Sequence[float | None], unit: str) -> float:
    """The upper end of an axis."""
    return 1.0 if unit == "%" else max((v for v in values if v is not None), default=1.0) or 1.0


def paint(names: Iterable[str], colours: Colours | None) -> dict[str, int]:
    """A colour for each name: the one it has in other pictures, or one by its index."""
    known = colours or {}
    return {name: known.get(name, i) for i, name in enumerate(names)}


def dot(colour: int) -> str:
    """The CSS class of a run's point; hollow once the colours are used up."""
    return f"d{colour}" if colour < SERIES else f"line hollow s{colour % SERIES}"


def legend(drawing: Drawing, colours: Colours, y: float) -> None:
    """Draw names with their colours, two per line if they fit; nothing for a single name."""
    if len(colours) < 2:
        return
    across = _across(colours)
    for i, (name, colour) in enumerate(colours.items()):
        row, place = divmod(i, across)
        x = 8 + place * WIDTH / 2
        drawing.dot(x, y + 15 * row - 4, dot(colour))
        drawing.text(x + 9, y + 15 * row, short(name, LINE), tip=name)


def legend_height(names: Collection[str]) -> float:
    """The height of the legend."""
    return 15.0 * math.ceil(len(names) / _across(names)) + 4 if len(names) > 1 else 0


def _across(names: Iterable[str]) -> int:
    return 2 if max(map(wide, names)) <= WIDTH / 2 - 24 else 1


def tick_text(value: float, unit: str) -> str:
    """The label of a tick; percent for shares."""
    return f"{100 * value if unit == '%' else value:.6g}"


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from `low` to `high`, four to eight of them."""
    rough = (high - low) / 5 or 1.0
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * n for n in (1, 2, 2.5, 5, 10) if size * n >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def _rows_of(labels: Sequence[tuple[float, str]], left: float, right: float) -> list[list[float]]:
    """Positions for labels above a plot, `[x of the middle, row]` each, without overlaps."""
    ends: list[float] = []
    places = []
    for x, text in labels:
        half = wide(text) / 2
        x = min(max(x, left + half), right - half)
        row = next((i for i, end in enumerate(ends) if x - half > end + 4), len(ends))
        if row == len(ends):
            ends.append(0.0)
        ends[row] = x + half
        places.append([x, float(row)])
    return places


def key(drawing: Drawing, marks: Sequence[Mark], unit: str, y: float, *, amounts: bool) -> None:
    """Draw the key to the letters of published figures, one per line."""
    for i, (label, letter) in enumerate(lettered(marks).items()):
        whole = " and ".join(
            mark.amount(lambda v: amount(v, unit)) for mark in marks if mark.label == label
        )
        line = f"published: {label}" + (f", {whole}" if amounts else "")
        drawing.text(8, y + 14 * i, letter, "published")
        drawing.text(19, y + 14 * i, short(line, 60), "muted", tip=line)


def key_height(marks: Sequence[Mark]) -> float:
    return 14.0 * len(lettered(marks)) + (4 if marks else 0)


class Over:
    """Published facts over a plot: where each line and name goes, and the space they need."""

    def __init__(
        self,
        facts: Facts,
        unit: str,
        low: float,
        high: float,
        left: float,
        right: float,
        marks: Marks,
    ) -> None:
        """The axis goes from `low` at `left` to `high` at `right`; `marks` cross the whole plot."""
        self._unit = unit
        self._low, self._high, self._left, self._right = low, high, left, right
        self._bands = sorted(
            (b for b in facts.bands if b.low < high and b.high > low), key=lambda b: b.low
        )
        self._target, self._marks = facts.target, marks
        names = [((self.at(b.low) + self.at(b.high)) / 2, _brief(b, facts.bands))
                 for b in self._bands]  # fmt: skip
        self._names = _rows_of(names, left, right)
        self._lines = (12 if marks else 0) + (12 if facts.target is not None else 0)
        rows = 1 + max((row for _, row in self._names), default=-1)
        self.height = self._lines + 12.0 * rows + 10

    def at(self, value: float) -> float:
        """The position of a value; values outside the plot are put at its edge."""
        share = (min(max(value, self._low), self._high) - self._low) / (self._high - self._low)
        return self._left + (self._right - self._left) * share

    def behind(self, drawing: Drawing, top: float, bottom: float) -> None:
        """Draw shaded ranges, with their names above."""
        for place, (band, (x, row)) in enumerate(zip(self._bands, self._names, strict=True)):
            tip = f"{band.label}: {_range(band, self._unit)}"
            start, end = self.at(band.low), self.at(band.high)
            drawing.box(
                start, top, end - start, bottom - top, "band odd" if place % 2 else "band", tip
            )
            y = top - 3 - self._lines - 12 * row
            drawing.text(x, y, _brief(band, self._bands), "muted", "middle", tip)

    def before(self, drawing: Drawing, top: float, bottom: float) -> None:
        """Draw published figures as thin lines, or shaded if they are ranges, and the target."""
        letters = lettered(self._marks)
        for mark in self._marks:
            x, end, tip = self.at(mark.low), self.at(mark.high), f"published: {mark.label}"
            if end > x:
                drawing.box(x, top, end - x, bottom - top, "range", tip)
            drawing.line(x, top, x, bottom, "mark", tip)
            drawing.line(end, top, end, bottom, "mark", tip)
            drawing.text((x + end) / 2, top - 3, letters[mark.label], "published", "middle", tip)
        if self._target is not None:
            x, tip = self.at(self._target), f"{TARGET} {tick_text(self._target, self._unit)}"
            drawing.line(x, top, x, bottom, "target", tip)
            y = top - 3 - (12 if self._marks else 0)
            drawing.text(x, y, TARGET, "wanted", "middle", tip)


def _range(band: PublishedBand, unit: str) -> str:
    return f"{tick_text(band.low, unit)} to {tick_text(band.high, unit)}"


def _brief(band: PublishedBand, bands: Sequence[PublishedBand]) -> str:
    """A band's name without the words it shares with others: `good` for `good quality (target)`."""
    names = [other.label.split(" (")[0].split(": ")[0] for other in bands]
    name = band.label.split(" (")[0].split(": ")[0]
    first, _, last = name.rpartition(" ")
    shared = sum(other.endswith(f" {last}") for other in names) > 1
    return short(first if first and shared else name, 24)


def describe_facts(facts: Facts, unit: str) -> str:
    """Published facts in words, for the alt text."""
    parts = [
        f"{mark.label} {mark.value} {mark.amount(lambda v: amount(v, unit))}".replace("  ", " ")
        for mark in facts.marks[:24]
    ]
    if facts.target is not None:
        parts.append(f"{TARGET} {amount(facts.target, unit)}")
    parts += [f"{b.label} from {_range(b, unit)}" for b in facts.bands]
    return f". Published: {'; '.join(parts)}" if parts else ""
