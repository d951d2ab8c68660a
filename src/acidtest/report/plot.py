"""What several pictures share: axes, legends, and published facts drawn in."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.model import Json
from acidtest.report.published import TARGET, Band, Mark, lettered
from acidtest.report.svg import SERIES, Drawing, short, wide

WIDTH = 420.0
LINE = 58
"""How many letters fit beside a dot in the whole width."""

Colours = Mapping[str, int]
"""By the name of a run: its colour, the same in all pictures of a section."""


@dataclass(frozen=True)
class Facts:
    """What was published about a metric, to be drawn in."""

    bands: Sequence[Band] = ()
    target: float | None = None
    marks: Sequence[Mark] = ()


NO_FACTS = Facts()
Marks = Sequence[Mark]


def amount(value: float | None, unit: str = "%") -> str:
    """A figure for people: percent, or its own unit."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if unit == "%" else f"{value:.3g}"


def span(data: Mapping[str, Json], unit: str) -> str:
    return (
        f"{amount(data['value'], unit)} [{amount(data['low'], unit)}, {amount(data['high'], unit)}]"
        f", n = {data['n']}"
    )


def axis_end(values: Sequence[float | None], unit: str) -> float:
    """Where an axis ends."""
    return 1.0 if unit == "%" else max((v for v in values if v is not None), default=1.0) or 1.0


def paint(names: Iterable[str], colours: Colours | None) -> dict[str, int]:
    """A colour for each name: the one it has elsewhere, or by its place."""
    known = colours or {}
    return {name: known.get(name, i) for i, name in enumerate(names)}


def dot(colour: int) -> str:
    """The class of a run's point; beyond the colours there are it is hollow."""
    return f"d{colour}" if colour < SERIES else f"line hollow s{colour % SERIES}"


def legend(drawing: Drawing, colours: Colours, y: float) -> None:
    """Names with their colours, two in a line where they fit; nothing for a single one."""
    if len(colours) < 2:
        return
    across = _across(colours)
    for i, (name, colour) in enumerate(colours.items()):
        row, place = divmod(i, across)
        x = 8 + place * WIDTH / 2
        drawing.dot(x, y + 15 * row - 4, dot(colour))
        drawing.text(x + 9, y + 15 * row, short(name, LINE), tip=name)


def legend_height(names: Collection[str]) -> float:
    """What `legend` takes."""
    return 15.0 * math.ceil(len(names) / _across(names)) + 4 if len(names) > 1 else 0


def _across(names: Iterable[str]) -> int:
    return 2 if max(map(wide, names)) <= WIDTH / 2 - 24 else 1


def tick_text(value: float, unit: str) -> str:
    """What stands at a tick: percent for shares."""
    return f"{100 * value if unit == '%' else value:.6g}"


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from `low` to `high`, four to eight of them."""
    rough = (high - low) / 5 or 1.0
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * n for n in (1, 2, 2.5, 5, 10) if size * n >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def _rows_of(labels: Sequence[tuple[float, str]], left: float, right: float) -> list[list[float]]:
    """Places for labels over a plot, `[x of the middle, row]` each, so that none meets another."""
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
    """What the letters of published figures stand for, a line each."""
    for i, (label, letter) in enumerate(lettered(marks).items()):
        whole = " and ".join(
            mark.amount(lambda v: amount(v, unit)) for mark in marks if mark.label == label
        )
        told = f"published: {label}" + (f", {whole}" if amounts else "")
        drawing.text(8, y + 14 * i, letter, "published")
        drawing.text(19, y + 14 * i, short(told, 60), "muted", tip=told)


def key_height(marks: Sequence[Mark]) -> float:
    return 14.0 * len(lettered(marks)) + (4 if marks else 0)


class Over:
    """Published facts laid over a plot: where each line and name goes, and the room they take."""

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
        """From `low` at `left` to `high` at `right`; `marks` are those that go through."""
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
        """Where a value lies; what is beyond the plot lies at its edge."""
        share = (min(max(value, self._low), self._high) - self._low) / (self._high - self._low)
        return self._left + (self._right - self._left) * share

    def behind(self, drawing: Drawing, top: float, bottom: float) -> None:
        """Ranges shaded, their names above."""
        for place, (band, (x, row)) in enumerate(zip(self._bands, self._names, strict=True)):
            tip = f"{band.label}: {_range(band, self._unit)}"
            start, end = self.at(band.low), self.at(band.high)
            drawing.box(
                start, top, end - start, bottom - top, "band odd" if place % 2 else "band", tip
            )
            y = top - 3 - self._lines - 12 * row
            drawing.text(x, y, _brief(band, self._bands), "muted", "middle", tip)

    def before(self, drawing: Drawing, top: float, bottom: float) -> None:
        """Figures of others as thin lines, or shaded where they are ranges; the target."""
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


def _range(band: Band, unit: str) -> str:
    return f"{tick_text(band.low, unit)} to {tick_text(band.high, unit)}"


def _brief(band: Band, bands: Sequence[Band]) -> str:
    """A band's name without what the others say too: `good` of `good quality (target)`."""
    names = [other.label.split(" (")[0].split(": ")[0] for other in bands]
    name = band.label.split(" (")[0].split(": ")[0]
    first, _, last = name.rpartition(" ")
    shared = sum(other.endswith(f" {last}") for other in names) > 1
    return short(first if first and shared else name, 24)


def told_facts(facts: Facts, unit: str) -> str:
    """Published facts in words, for the alternative text."""
    parts = [
        f"{mark.label} {mark.value} {mark.amount(lambda v: amount(v, unit))}".replace("  ", " ")
        for mark in facts.marks[:24]
    ]
    if facts.target is not None:
        parts.append(f"{TARGET} {amount(facts.target, unit)}")
    parts += [f"{b.label} from {_range(b, unit)}" for b in facts.bands]
    return f". Published: {'; '.join(parts)}" if parts else ""
