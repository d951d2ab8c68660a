"""The pictures of a report. Each takes plain numbers and has a description in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from acidtest.analysis.published import Mark, lettered
from acidtest.core.metric import Floats
from acidtest.core.records import Json
from acidtest.report.plot import (
    LINE,
    NO_FACTS,
    WIDTH,
    Colours,
    Facts,
    Over,
    amount,
    axis_end,
    describe_facts,
    key,
    key_height,
    legend,
    legend_height,
    paint,
    span,
    tick_text,
    ticks,
)
from acidtest.report.svg import Drawing, short, wide

BINS = 50
BAR = 104.0


@dataclass(frozen=True)
class Picture:
    """A drawing with its caption; `name` is its file name."""

    name: str
    title: str
    drawing: Drawing


def by_group(
    title: str,
    values: Sequence[str],
    series: Mapping[str, Sequence[Mapping[str, Json] | None]],
    unit: str = "%",
    facts: Facts = NO_FACTS,
    colours: Colours | None = None,
) -> Drawing:
    """A point with its interval for each value of a group, in one colour per run.

    Published figures for a value are in its row; those over all samples cross all rows.
    """
    names = paint(series, colours)
    rows_of_marks = [mark for mark in facts.marks if mark.value]
    through = [mark for mark in facts.marks if not mark.value and not rows_of_marks]
    left = min(14 + max(wide(short(value)) for value in values), 165)
    right, step = WIDTH - 14, 12.0 * len(names) + (18 if rows_of_marks else 8)
    figures = [figure for row in series.values() for figure in row if figure]
    most = [figure["high"] for figure in figures] + [mark.high for mark in facts.marks]
    least: list[float] = [figure["low"] for figure in figures if figure["low"] is not None]
    low, high = min([0.0, *least]), axis_end(most, unit)
    shown_marks = rows_of_marks or through
    over = Over(facts, unit, low, high, left, right, through)
    at = over.at
    head = legend_height(names) + over.height
    bottom = head + step * len(values)
    description = f"{title}. {_said(values, series, unit)}{describe_facts(facts, unit)}"
    drawing = Drawing(WIDTH, bottom + 22 + key_height(shown_marks), description)
    legend(drawing, names, 12)
    over.behind(drawing, head, bottom)
    for tick in ticks(low, high):
        drawing.line(at(tick), head, at(tick), bottom, "grid")
        drawing.text(at(tick), bottom + 14, tick_text(tick, unit), "muted", "middle")
    over.before(drawing, head, bottom)
    letters = lettered(shown_marks)
    for row, value in enumerate(values):
        middle = head + step * (row + 0.5)
        drawing.text(left - 6, middle + 4, short(value), anchor="end", tip=value)
        for mark in rows_of_marks:
            if mark.value == value:
                tip = f"published: {mark.label}, {value}: {mark.amount(lambda v: amount(v, unit))}"
                y = middle + 6 * len(names) + 8
                drawing.text(at(mark.low), y, letters[mark.label], "published", "middle", tip)
        for i, (name, colour) in enumerate(names.items()):
            data = series[name][row]
            if data is None or data["value"] is None:
                continue
            y = middle + 12.0 * (i - (len(names) - 1) / 2)
            tip = f"{name}, {value}: {span(data, unit)}"
            if data["low"] is not None:
                drawing.line(at(data["low"]), y, at(data["high"]), y, f"line s{colour}", tip)
            drawing.dot(at(data["value"]), y, f"d{colour}", tip)
    key(drawing, shown_marks, unit, bottom + 32, amounts=not rows_of_marks)
    return drawing


def _said(
    values: Sequence[str], series: Mapping[str, Sequence[Mapping[str, Json] | None]], unit: str
) -> str:
    parts = []
    for name, row in series.items():
        points = [
            f"{value} {amount(data['value'], unit)}"
            for value, data in zip(values, row, strict=True)
            if data and data["value"] is not None
        ]
        parts.append(f"{name}: {', '.join(points[:12])}")
    return "; ".join(parts)


def histogram(
    title: str,
    series: Mapping[str, Sequence[float] | Floats],
    facts: Facts = NO_FACTS,
    unit: str = "%",
    colours: Colours | None = None,
) -> Drawing:
    """The distribution of a metric: 50 bins, with lines for mean and median.

    Heights are shares of a run's own samples, so that runs of different sizes are comparable.
    """
    samples = {
        name: np.asarray(values, dtype=float) for name, values in series.items() if len(values)
    }
    paints = paint(series, colours)
    low = min(0.0, *(float(values.min()) for values in samples.values()))
    high = max(float(values.max()) for values in samples.values())
    if unit == "%" and high <= 1:
        high = 1.0
    if high <= low:
        high = low + 1.0
    edges = np.linspace(low, high, BINS + 1)
    shares = {
        name: np.histogram(values, bins=edges)[0] / len(values) for name, values in samples.items()
    }
    most = max(float(share.max()) for share in shares.values()) or 1.0
    means = {name: float(np.mean(values)) for name, values in samples.items()}
    medians = {name: float(np.median(values)) for name, values in samples.items()}
    figures = {
        name: f"mean {amount(means[name], unit)}, median {amount(medians[name], unit)}, "
        f"n = {len(values)}"
        for name, values in samples.items()
    }
    captions = {name: f"{name}: {figures[name]}" for name in samples}
    # A long name gets its own line, so that neither it nor its figures are cut.
    heads = {
        name: [text] if len(text) <= LINE else [short(name, LINE), figures[name]]
        for name, text in captions.items()
    }
    left, right = 40.0, WIDTH - 12
    over = Over(facts, unit, low, high, left, right, facts.marks)
    at = over.at
    above = 12 + 15.0 * sum(map(len, heads.values()))
    top = above + 14 + over.height
    bottom = top + 150
    label = f"Distribution of {title}. {'; '.join(captions.values())}{describe_facts(facts, unit)}"
    drawing = Drawing(WIDTH, bottom + 36 + key_height(facts.marks), label)
    over.behind(drawing, top, bottom)
    y = 11.0
    for name in samples:
        colour, tip = paints[name], captions[name]
        drawing.dot(8, y - 4, f"d{colour}")
        for text in heads[name]:
            drawing.text(17, y, text, tip=tip)
            y += 15
        ys = [bottom - (bottom - top) * float(share) / most for share in shares[name]]
        drawing.steps([at(float(edge)) for edge in edges], ys, bottom, f"f{colour}", tip)
        mean, middle = at(means[name]), at(medians[name])
        drawing.line(mean, top, mean, bottom, f"line s{colour}", f"{name}: mean")
        drawing.line(middle, top, middle, bottom, f"line dash s{colour}", f"{name}: median")
    over.before(drawing, top, bottom)
    drawing.line(left, bottom, right, bottom, "axis")
    drawing.text(4, above + 8, "share of samples, %", "muted")
    drawing.text(left - 5, top + 9, f"{100 * most:.3g}", "muted", "end")
    drawing.text(left - 5, bottom, "0", "muted", "end")
    for value in ticks(low, high):
        drawing.text(at(value), bottom + 14, tick_text(value, unit), "muted", "middle")
    named = f"{title}, {unit}" if unit else title
    drawing.text((left + right) / 2, bottom + 29, short(named, LINE), "muted", "middle", named)
    key(drawing, facts.marks, unit, bottom + 46, amounts=True)
    return drawing


def funnel(title: str, rows: Sequence[tuple[str, float, float]], colour: int = 0) -> Drawing:
    """How many pass each stage, all on the scale of the first.

    A stage that fewer could enter has a shorter background: `6 / 6` of 12 ends in the middle. A
    stage with a larger total counts something else: it is grey, on its own scale.
    """
    left, right = min(12 + max(wide(short(stage, 24)) for stage, _, _ in rows), 180), WIDTH - 84
    stages = ", ".join(f"{stage} {through:g} of {of:g}" for stage, through, of in rows)
    drawing = Drawing(WIDTH, 24.0 * len(rows) + 8, f"{title}: {stages}")
    first = rows[0][2]
    for i, (stage, through, of) in enumerate(rows):
        y, other = 4 + 24.0 * i, of > first
        scale = (right - left) / ((of if other else first) or 1.0)
        tip = f"{stage}: {through:g} of {of:g}"
        if of != first:
            tip += "; counts something else" if other else f"; {first:g} in all"
        end = left + scale * of
        drawing.text(left - 6, y + 14, short(stage, 24), anchor="end", tip=stage)
        drawing.line(end, y + 9, right, y + 9, "grid", tip)
        drawing.box(left, y, end - left, 18, "band" if other else "band odd", tip)
        kind = "muted" if other else f"d{colour}"
        drawing.box(left, y, scale * min(through, of), 18, kind, tip)
        drawing.text(right + 6, y + 14, f"{through:g} / {of:g}", tip=tip)
    return drawing


def matrix(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[tuple[float | None, str, str]]],
) -> Drawing:
    """Shaded cells; each is a share from 0 to 1, its text, and a tooltip."""
    left = min(18 + max(wide(short(row)) for row in rows), 165)
    size = max((WIDTH - left - 8) / len(columns), 34.0)
    lines = [_wrapped(column, size) for column in columns]
    slanted = any(len(parts) > 3 or wide(max(parts, key=wide)) > size for parts in lines)
    longest = max(len(short(column, 26)) for column in columns)
    head, tall = (18 + 5.0 * longest if slanted else 22 + 12.0 * max(map(len, lines))), 24.0
    width = left + size * len(columns) + (4.2 * longest if slanted else 8)
    description = f"{title}, {len(rows)} rows by {len(columns)} columns"
    drawing = Drawing(width, head + tall * len(rows) + 6, description)
    for j, column in enumerate(columns):
        x = left + size * (j + 0.5)
        if slanted:
            drawing.slanted(x, head - 6, short(column, 26), column)
            continue
        for i, part in enumerate(reversed(lines[j])):
            drawing.text(x, head - 8 - 12 * i, part, "", "middle", column)
    for i, row in enumerate(rows):
        y = head + tall * i
        drawing.text(left - 6, y + 16, short(row), anchor="end", tip=row)
        for j, (share, text, tip) in enumerate(cells[i]):
            x = left + size * j
            if share is not None:
                shade = round(0.04 + 0.5 * max(0.0, min(share, 1.0)), 3)
                drawing.box(x + 1, y + 1, size - 2, tall - 2, "heat", tip, shade)
            drawing.text(x + size / 2, y + 16, text, "", "middle", tip)
    return drawing


def _wrapped(text: str, room: float) -> list[str]:
    """The text in lines that fit, broken at spaces."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def square(
    title: str,
    across: str,
    up: str,
    curves: Mapping[str, Sequence[tuple[float, float, str]]],
    *,
    diagonal: bool = False,
    colours: Colours | None = None,
) -> Drawing:
    """Curves in the unit square: precision and recall, risk and coverage, reliability."""
    names = paint(curves, colours)
    left, top, side = 44.0, legend_height(names) + 22, 250.0
    bottom, right = top + side, 44.0 + side + 90
    description = "; ".join(
        f"{name}: " + ", ".join(f"({x:.2f}, {y:.2f})" for x, y, _ in points[:12])
        for name, points in curves.items()
    )
    drawing = Drawing(WIDTH, bottom + 36, f"{title}, {up} against {across}. {description}")
    legend(drawing, names, 12)

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (right - left) * x, bottom - side * y

    for i in range(5):
        drawing.line(*at(0, i / 4), *at(1, i / 4), "grid")
        drawing.text(left - 5, at(0, i / 4)[1] + 4, f"{i / 4:g}", "muted", "end")
        drawing.text(at(i / 4, 0)[0], bottom + 14, f"{i / 4:g}", "muted", "middle")
    if diagonal:
        drawing.line(*at(0, 0), *at(1, 1), "axis dash", "perfect calibration")
    for name, points in curves.items():
        if len(points) > 1:
            drawing.path([at(x, y) for x, y, _ in points], f"line s{names[name]}")
        for x, y, tip in points:
            drawing.dot(*at(x, y), f"d{names[name]}", f"{name}: {tip}", 3.5)
    drawing.text((left + right) / 2, bottom + 30, across, "muted", "middle")
    drawing.text(left, top - 9, short(up, 60), "muted")
    return drawing


def bar(
    data: Mapping[str, Json],
    ends: tuple[float, float],
    target: float | None = None,
    *,
    control: bool = False,
    mark: Mark | None = None,
) -> Drawing:
    """A figure of the leaderboard as a small bar with its interval.

    The bar starts at zero and goes left for negative values; `ends` are the ends of its axis. A
    published figure is a line, or a box if it is a range.
    """
    drawing = Drawing(BAR, 12, "")
    low, high = ends
    zero = min(max(0.0, low), high)

    def at(value: float) -> float:
        return BAR * (min(max(value, low), high) - low) / (high - low)

    drawing.box(0, 2, BAR, 8, "band")
    if mark is not None:
        drawing.box(at(mark.low), 2, at(mark.high) - at(mark.low), 8, "range")
        for edge in (mark.low, mark.high):
            drawing.line(at(edge), 0, at(edge), 12, "mark")
    elif data["value"] is not None:
        start, end = sorted((at(zero), at(data["value"])))
        drawing.box(start, 2, end - start, 8, "muted" if control else "d0", "", 0.55)
        if data.get("low") is not None:
            drawing.line(at(data["low"]), 6, at(data["high"]), 6, "whisker")
    if low < 0:
        drawing.line(at(zero), 0, at(zero), 12, "axis")
    if target is not None and low <= target <= high:
        drawing.line(at(target), 0, at(target), 12, "target", f"target {target:g}")
    return drawing
