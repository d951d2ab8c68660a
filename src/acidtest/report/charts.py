"""The pictures of a report. Each takes plain numbers and says in words what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from acidtest.model import Json
from acidtest.report.plot import (
    NO_FACTS,
    WIDTH,
    Facts,
    Over,
    amount,
    axis_end,
    key,
    key_height,
    legend,
    legend_height,
    span,
    ticks,
    told_facts,
)
from acidtest.report.published import Mark, lettered
from acidtest.report.svg import SERIES, Drawing, short, wide
from acidtest.suites._base import Floats

BINS = 50
BAR = 104.0


@dataclass(frozen=True)
class Picture:
    """A drawing with its caption; `name` is what its file is called."""

    name: str
    title: str
    drawing: Drawing


def by_group(
    title: str,
    values: Sequence[str],
    series: Mapping[str, Sequence[Mapping[str, Json] | None]],
    unit: str = "%",
    facts: Facts = NO_FACTS,
) -> Drawing:
    """For each value of a group a point with its interval, a colour for each run.

    Published figures of a value stand in its row, those over all samples go through all rows.
    """
    names = list(series)
    rows_of_marks = [mark for mark in facts.marks if mark.value]
    through = [mark for mark in facts.marks if not mark.value and not rows_of_marks]
    left = min(14 + max(wide(short(value)) for value in values), 165)
    right, step = WIDTH - 14, 12.0 * len(names) + (18 if rows_of_marks else 8)
    found = [figure for row in series.values() for figure in row if figure]
    most = [figure["high"] for figure in found] + [mark.high for mark in facts.marks]
    least: list[float] = [figure["low"] for figure in found if figure["low"] is not None]
    low, high = min([0.0, *least]), axis_end(most, unit)
    shown_marks = rows_of_marks or through
    over = Over(facts, low, high, left, right, through)
    at = over.at
    head = legend_height(names) + over.height
    bottom = head + step * len(values)
    told = f"{title}. {_said(values, series, unit)}{told_facts(facts, unit)}"
    drawing = Drawing(WIDTH, bottom + 22 + key_height(shown_marks), told)
    legend(drawing, names, 12)
    over.behind(drawing, head, bottom)
    for tick in ticks(low, high):
        drawing.line(at(tick), head, at(tick), bottom, "grid")
        text = f"{100 * tick:g}" if unit == "%" else f"{tick:g}"
        drawing.text(at(tick), bottom + 14, text, "muted", "middle")
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
        for i, name in enumerate(names):
            data = series[name][row]
            if data is None or data["value"] is None:
                continue
            y = middle + 12.0 * (i - (len(names) - 1) / 2)
            tip = f"{name}, {value}: {span(data, unit)}"
            if data["low"] is not None:
                drawing.line(at(data["low"]), y, at(data["high"]), y, f"line s{i % SERIES}", tip)
            drawing.dot(at(data["value"]), y, f"d{i % SERIES}", tip)
    key(drawing, shown_marks, unit, bottom + 32, amounts=not rows_of_marks)
    return drawing


def _said(
    values: Sequence[str], series: Mapping[str, Sequence[Mapping[str, Json] | None]], unit: str
) -> str:
    parts = []
    for name, row in series.items():
        told = [
            f"{value} {amount(data['value'], unit)}"
            for value, data in zip(values, row, strict=True)
            if data and data["value"] is not None
        ]
        parts.append(f"{name}: {', '.join(told[:12])}")
    return "; ".join(parts)


def histogram(
    title: str,
    series: Mapping[str, Sequence[float] | Floats],
    facts: Facts = NO_FACTS,
    unit: str = "%",
) -> Drawing:
    """How a metric is distributed: 50 bins, mean and median as lines, the mean written."""
    found = {
        name: np.asarray(values, dtype=float) for name, values in series.items() if len(values)
    }
    low = min(0.0, *(float(values.min()) for values in found.values()))
    high = max(float(values.max()) for values in found.values())
    means = {name: float(np.mean(values)) for name, values in found.items()}
    medians = {name: float(np.median(values)) for name, values in found.items()}
    if unit == "%" and high <= 1:
        high = 1.0
    if high <= low:
        high = low + 1.0
    edges = np.linspace(low, high, BINS + 1)
    left, right = 40.0, WIDTH - 12
    over = Over(facts, low, high, left, right, facts.marks)
    at = over.at
    top = 12 + 15.0 * len(found) + over.height
    bottom = top + 150
    told = [
        f"{name}: mean {means[name]:.3f}, median {medians[name]:.3f}, n = {len(values)}"
        for name, values in found.items()
    ]
    label = f"Distribution of {title}. {'; '.join(told)}{told_facts(facts, '')}"
    drawing = Drawing(WIDTH, bottom + 22 + key_height(facts.marks), label)
    over.behind(drawing, top, bottom)
    counts = {name: np.histogram(values, bins=edges)[0] for name, values in found.items()}
    most = max(int(count.max()) for count in counts.values()) or 1
    for i, name in enumerate(found):
        drawing.dot(8, 11 + 15 * i - 4, f"d{i % SERIES}")
        told_short = told[i].replace(name, short(name, 24), 1)
        drawing.text(17, 11 + 15 * i, told_short, tip=told[i])
        ys = [bottom - (bottom - top) * int(count) / most for count in counts[name]]
        drawing.steps([at(float(edge)) for edge in edges], ys, bottom, f"f{i % SERIES}", told[i])
        mean, middle = at(means[name]), at(medians[name])
        drawing.line(mean, top, mean, bottom, f"line s{i % SERIES}", f"{name}: mean")
        drawing.line(middle, top, middle, bottom, f"line dash s{i % SERIES}", f"{name}: median")
    over.before(drawing, top, bottom)
    drawing.line(left, bottom, right, bottom, "axis")
    drawing.text(left - 5, top + 9, str(most), "muted", "end")
    drawing.text(left - 5, bottom, "0", "muted", "end")
    for value in ticks(low, high):
        drawing.text(at(value), bottom + 14, f"{value:g}", "muted", "middle")
    key(drawing, facts.marks, "", bottom + 32, amounts=True)
    return drawing


def funnel(title: str, rows: Sequence[tuple[str, float, float]]) -> Drawing:
    """How many come through each stage."""
    left, right = min(12 + max(wide(short(stage, 24)) for stage, _, _ in rows), 180), WIDTH - 84
    told = ", ".join(f"{stage} {through:g} of {of:g}" for stage, through, of in rows)
    drawing = Drawing(WIDTH, 24.0 * len(rows) + 8, f"{title}: {told}")
    for i, (stage, through, of) in enumerate(rows):
        y, share = 4 + 24.0 * i, through / of if of else 0.0
        tip = f"{stage}: {through:g} of {of:g}"
        drawing.text(left - 6, y + 14, short(stage, 24), anchor="end", tip=stage)
        drawing.box(left, y, right - left, 18, "band", tip)
        drawing.box(left, y, (right - left) * share, 18, "d0", tip)
        drawing.text(right + 6, y + 14, f"{through:g} / {of:g}", tip=tip)
    return drawing


def matrix(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[tuple[float | None, str, str]]],
) -> Drawing:
    """Shaded cells; each is a share from 0 to 1, what is written in it, and a tooltip."""
    left = min(18 + max(wide(short(row)) for row in rows), 165)
    size = max((WIDTH - left - 8) / len(columns), 34.0)
    lines = [_wrapped(column, size) for column in columns]
    slanted = any(len(parts) > 3 or wide(max(parts, key=wide)) > size for parts in lines)
    longest = max(len(short(column, 26)) for column in columns)
    head, tall = (18 + 5.0 * longest if slanted else 22 + 12.0 * max(map(len, lines))), 24.0
    width = left + size * len(columns) + (4.2 * longest if slanted else 8)
    told = f"{title}, {len(rows)} rows by {len(columns)} columns"
    drawing = Drawing(width, head + tall * len(rows) + 6, told)
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
    """In lines that fit, broken at spaces."""
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
) -> Drawing:
    """Curves in the unit square: precision and recall, risk and coverage, reliability."""
    names = list(curves)
    left, top, side = 44.0, legend_height(names) + 22, 250.0
    bottom, right = top + side, 44.0 + side + 90
    told = "; ".join(
        f"{name}: " + ", ".join(f"({x:.2f}, {y:.2f})" for x, y, _ in points[:12])
        for name, points in curves.items()
    )
    drawing = Drawing(WIDTH, bottom + 36, f"{title}, {up} against {across}. {told}")
    legend(drawing, names, 12)

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (right - left) * x, bottom - side * y

    for i in range(5):
        drawing.line(*at(0, i / 4), *at(1, i / 4), "grid")
        drawing.text(left - 5, at(0, i / 4)[1] + 4, f"{i / 4:g}", "muted", "end")
        drawing.text(at(i / 4, 0)[0], bottom + 14, f"{i / 4:g}", "muted", "middle")
    if diagonal:
        drawing.line(*at(0, 0), *at(1, 1), "axis dash", "where it would be exact")
    for i, (name, points) in enumerate(curves.items()):
        if len(points) > 1:
            drawing.path([at(x, y) for x, y, _ in points], f"line s{i % SERIES}")
        for x, y, tip in points:
            drawing.dot(*at(x, y), f"d{i % SERIES}", f"{name}: {tip}", 3.5)
    drawing.text((left + right) / 2, bottom + 30, across, "muted", "middle")
    drawing.text(left, top - 9, short(up, 60), "muted")
    return drawing


def cost_against_quality(
    title: str,
    unit: str,
    points: Sequence[tuple[str, float, Mapping[str, Json]]],
    quality: str = "%",
) -> Drawing:
    """What an answer costs and how good it is, a point for each run."""
    left, right, top, bottom = 44.0, WIDTH - 24, 10.0, 220.0
    most = max(cost for _, cost, _ in points) * 1.1 or 1.0
    low: float = min([0.0, *(figure["low"] for _, _, figure in points)])
    high = axis_end([figure["high"] for _, _, figure in points], quality)
    told = ", ".join(
        f"{name} {amount(figure['value'], quality)} at {cost:.3g} {unit}"
        for name, cost, figure in points
    )
    drawing = Drawing(WIDTH, bottom + 36, f"{title}. {told}")

    def up(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    for value in ticks(low, high):
        drawing.line(left, up(value), right, up(value), "grid")
        text = f"{100 * value:g}" if quality == "%" else f"{value:g}"
        drawing.text(left - 5, up(value) + 4, text, "muted", "end")
    for value in ticks(0.0, most):
        x = left + (right - left) * value / most
        drawing.text(x, bottom + 14, f"{value:g}", "muted", "middle")
    for i, (name, cost, figure) in enumerate(points):
        x = left + (right - left) * cost / most
        y = up(figure["value"])
        tip = f"{name}: {span(figure, quality)}, {cost:.3g} {unit}"
        drawing.line(x, up(figure["low"]), x, up(figure["high"]), f"line s{i % SERIES}", tip)
        drawing.dot(x, y, f"d{i % SERIES}", tip)
        end = x + 8 + wide(short(name)) > right
        drawing.text(x + (-7 if end else 7), y + 4, short(name), "", "end" if end else "start", tip)
    drawing.text((left + right) / 2, bottom + 30, f"{unit} for an answer", "muted", "middle")
    return drawing


def bar(
    data: Mapping[str, Json],
    unit: str,
    top: float,
    target: float | None = None,
    *,
    control: bool = False,
    mark: Mark | None = None,
) -> Drawing:
    """A figure of the leaderboard as a small bar with its interval; the figure stands beside.

    A published figure is a line, or a box where it is a range.
    """
    drawing = Drawing(BAR, 12, "")
    scale = BAR / (top or 1.0)
    drawing.box(0, 2, BAR, 8, "band")
    if mark is not None:
        drawing.box(scale * mark.low, 2, scale * (mark.high - mark.low), 8, "range")
        for edge in (mark.low, mark.high):
            drawing.line(scale * edge, 0, scale * edge, 12, "mark")
    elif data["value"] is not None:
        kind = "muted" if control else "d0"
        drawing.box(0, 2, min(scale * data["value"], BAR), 8, kind, "", 0.55)
        if data.get("low") is not None:
            low, high = max(scale * data["low"], 0.0), min(scale * data["high"], BAR)
            drawing.line(low, 6, high, 6, "whisker")
    if target is not None and target <= top:
        drawing.line(scale * target, 0, scale * target, 12, "target", f"target {target:g}")
    return drawing
