"""The pictures of a report. Each takes plain numbers and says in words what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

import numpy as np

from acidtest.model import Json
from acidtest.report.svg import SERIES, Drawing, short, wide

BINS = 50
_W = 420.0


@dataclass(frozen=True)
class Band:
    """A published range of a metric and what its document calls it."""

    low: float
    high: float
    label: str


@dataclass(frozen=True)
class Picture:
    """A drawing with its caption; `name` is what its file is called."""

    name: str
    title: str
    drawing: Drawing


def amount(value: float | None, unit: str = "%") -> str:
    """A figure for people: percent, or its own unit."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if unit == "%" else f"{value:.3g}"


def _span(data: Mapping[str, Json], unit: str) -> str:
    return (
        f"{amount(data['value'], unit)} [{amount(data['low'], unit)}, {amount(data['high'], unit)}]"
        f", n = {data['n']}"
    )


def _top(values: Sequence[float | None], unit: str) -> float:
    """Where an axis ends."""
    return 1.0 if unit == "%" else max((v for v in values if v is not None), default=1.0) or 1.0


def _legend(drawing: Drawing, names: Sequence[str], y: float) -> None:
    if len(names) < 2:
        return
    for i, name in enumerate(names):
        row, place = divmod(i, 2)
        x = 8 + place * _W / 2
        drawing.dot(x, y + 15 * row - 4, f"d{i % SERIES}")
        drawing.text(x + 9, y + 15 * row, short(name, 28), tip=name)


def _legend_height(names: Sequence[str]) -> float:
    return 15.0 * ((len(names) + 1) // 2) + 4 if len(names) > 1 else 0


def _axis(drawing: Drawing, left: float, right: float, y: float, top: float, unit: str) -> None:
    for i in range(5):
        x = left + (right - left) * i / 4
        drawing.text(x, y + 14, amount(top * i / 4, unit).removesuffix(".0"), "muted", "middle")


def by_group(
    title: str,
    values: Sequence[str],
    series: Mapping[str, Sequence[Mapping[str, Json] | None]],
    unit: str = "%",
) -> Drawing:
    """For each value of a group a point with its interval, a colour for each run."""
    names = list(series)
    left = min(14 + max(wide(short(value)) for value in values), 165)
    right, step = _W - 14, 12.0 * len(names) + 8
    head = _legend_height(names) + 8
    bottom = head + step * len(values)
    found = [figure for row in series.values() for figure in row if figure]
    top = _top([figure["high"] for figure in found], unit)
    drawing = Drawing(_W, bottom + 22, f"{title}. {_said(values, series, unit)}")
    _legend(drawing, names, 12)
    for i in range(5):
        x = left + (right - left) * i / 4
        drawing.line(x, head, x, bottom, "grid")
    _axis(drawing, left, right, bottom, top, unit)
    for row, value in enumerate(values):
        middle = head + step * (row + 0.5)
        drawing.text(left - 6, middle + 4, short(value), anchor="end", tip=value)
        for i, name in enumerate(names):
            data = series[name][row]
            if data is None or data["value"] is None:
                continue
            y = middle + 12.0 * (i - (len(names) - 1) / 2)
            at = [left + (right - left) * data[key] / top for key in ("low", "value", "high")]
            tip = f"{name}, {value}: {_span(data, unit)}"
            drawing.line(at[0], y, at[2], y, f"line s{i % SERIES}", tip)
            drawing.dot(at[1], y, f"d{i % SERIES}", tip)
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
    series: Mapping[str, Sequence[float]],
    bands: Sequence[Band] = (),
    target: float | None = None,
) -> Drawing:
    """How a metric is distributed: 50 bins, mean and median as lines, the mean written."""
    series = {name: values for name, values in series.items() if len(values)}
    numbers = [value for values in series.values() for value in values]
    low = min(0.0, *numbers)
    high = max(1.0, *numbers) if max(numbers) <= 1 else max(numbers)
    edges = np.linspace(low, high, BINS + 1)
    left, right, top = 40.0, _W - 12, 22 + 15.0 * len(series)
    bottom = top + 150
    told = [
        f"{name}: mean {fmean(values):.3f}, median {median(values):.3f}, n = {len(values)}"
        for name, values in series.items()
    ]
    drawing = Drawing(_W, bottom + 22, f"Distribution of {title}. {'; '.join(told)}")

    def at(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    for band in bands:
        x, end = at(max(band.low, low)), at(min(band.high, high))
        tip = f"{band.label}: {band.low:g} to {band.high:g}"
        drawing.box(x, top, end - x, bottom - top, "band", tip)
        if wide(band.label) < end - x:
            drawing.text((x + end) / 2, top - 4, band.label, "muted", "middle", tip)
    counts = {name: np.histogram(values, bins=edges)[0] for name, values in series.items()}
    most = max(int(found.max()) for found in counts.values()) or 1
    for i, (name, values) in enumerate(series.items()):
        drawing.dot(8, 11 + 15 * i - 4, f"d{i % SERIES}")
        told_short = told[i].replace(name, short(name, 24), 1)
        drawing.text(17, 11 + 15 * i, told_short, tip=told[i])
        ys = [bottom - (bottom - top) * int(count) / most for count in counts[name]]
        drawing.steps([at(float(edge)) for edge in edges], ys, bottom, f"f{i % SERIES}", told[i])
        mean, middle = at(fmean(values)), at(median(values))
        drawing.line(mean, top, mean, bottom, f"line s{i % SERIES}", f"{name}: mean")
        drawing.line(middle, top, middle, bottom, f"line dash s{i % SERIES}", f"{name}: median")
    if target is not None and low <= target <= high:
        drawing.line(at(target), top, at(target), bottom, "target", f"target {target:g}")
    drawing.line(left, bottom, right, bottom, "axis")
    drawing.text(left - 5, top + 9, str(most), "muted", "end")
    drawing.text(left - 5, bottom, "0", "muted", "end")
    for i in range(5):
        value = low + (high - low) * i / 4
        drawing.text(at(value), bottom + 14, f"{value:.3g}", "muted", "middle")
    return drawing


def funnel(title: str, rows: Sequence[tuple[str, float, float]]) -> Drawing:
    """How many come through each stage."""
    left, right = 130.0, _W - 84
    told = ", ".join(f"{stage} {through:g} of {of:g}" for stage, through, of in rows)
    drawing = Drawing(_W, 24.0 * len(rows) + 8, f"{title}: {told}")
    for i, (stage, through, of) in enumerate(rows):
        y, share = 4 + 24.0 * i, through / of if of else 0.0
        tip = f"{stage}: {through:g} of {of:g}"
        drawing.text(left - 6, y + 14, short(stage, 18), anchor="end", tip=stage)
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
    left = min(14 + max(wide(short(row)) for row in rows), 165)
    size = max((_W - left - 8) / len(columns), 34.0)
    slanted = any(wide(column) > size for column in columns)
    head, tall = (100.0 if slanted else 34.0), 24.0
    width = left + size * len(columns) + (60 if slanted else 8)
    told = f"{title}, {len(rows)} rows by {len(columns)} columns"
    drawing = Drawing(width, head + tall * len(rows) + 6, told)
    for j, column in enumerate(columns):
        x = left + size * (j + 0.5)
        if slanted:
            drawing.slanted(x, head - 6, short(column, 18), column)
        else:
            drawing.text(x, head - 8, column, "", "middle", column)
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
    left, top, side = 44.0, _legend_height(names) + 22, 250.0
    bottom, right = top + side, 44.0 + side + 90
    told = "; ".join(
        f"{name}: " + ", ".join(f"({x:.2f}, {y:.2f})" for x, y, _ in points[:12])
        for name, points in curves.items()
    )
    drawing = Drawing(_W, bottom + 36, f"{title}, {up} against {across}. {told}")
    _legend(drawing, names, 12)

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
    title: str, unit: str, points: Sequence[tuple[str, float, Mapping[str, Json]]]
) -> Drawing:
    """What an answer costs and how good it is, a point for each run."""
    left, right, top, bottom = 44.0, _W - 16, 10.0, 220.0
    most = max(cost for _, cost, _ in points) * 1.1 or 1.0
    told = ", ".join(
        f"{name} {amount(figure['value'])} % at {cost:.3g} {unit}" for name, cost, figure in points
    )
    drawing = Drawing(_W, bottom + 36, f"{title}. {told}")
    for i in range(5):
        y = bottom - (bottom - top) * i / 4
        drawing.line(left, y, right, y, "grid")
        drawing.text(left - 5, y + 4, f"{25 * i}", "muted", "end")
        x = left + (right - left) * i / 4
        drawing.text(x, bottom + 14, f"{most * i / 4:.2g}", "muted", "middle")
    for i, (name, cost, figure) in enumerate(points):
        x = left + (right - left) * cost / most
        ys = [bottom - (bottom - top) * figure[key] for key in ("low", "value", "high")]
        tip = f"{name}: {_span(figure, '%')}, {cost:.3g} {unit}"
        drawing.line(x, ys[0], x, ys[2], f"line s{i % SERIES}", tip)
        drawing.dot(x, ys[1], f"d{i % SERIES}", tip)
        end = x + 8 + wide(short(name)) > right
        drawing.text(
            x + (-7 if end else 7), ys[1] + 4, short(name), "", "end" if end else "start", tip
        )
    drawing.text((left + right) / 2, bottom + 30, f"{unit} for an answer", "muted", "middle")
    return drawing


def bar(
    data: Mapping[str, Json], unit: str, top: float, target: float | None, *, control: bool
) -> Drawing:
    """A figure of the leaderboard as a small bar with its interval; the figure stands beside."""
    drawing = Drawing(120, 12, "")
    drawing.box(0, 2, 120, 8, "band")
    if data["value"] is not None:
        scale = 120 / (top or 1.0)
        kind = "muted" if control else "d0"
        drawing.box(0, 2, min(scale * data["value"], 120), 8, kind, "", 0.55)
        if data.get("low") is not None:
            drawing.line(scale * data["low"], 6, scale * data["high"], 6, "whisker")
    if target is not None and target <= top:
        drawing.line(120 * target / top, 0, 120 * target / top, 12, "target", f"target {target:g}")
    return drawing
