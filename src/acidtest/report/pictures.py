"""Which pictures a section has: decided by what its runs hold, for any suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from statistics import fmean

from acidtest.model import Json
from acidtest.report import charts
from acidtest.report.charts import Picture
from acidtest.report.sections import Run, Section
from acidtest.report.svg import SERIES, Drawing
from acidtest.suites import Metric

_GROUP_VALUES = 16
_HEAT_VALUES = 40
_HEATS = 2
_TABLE_ROWS = 30
_CURVE_POINTS = 500
_CURVES = {
    "precision_recall": (0, 1),
    "risk_coverage": (0, 1),
    "roc": (0, 1),
    "reliability": (-2, -1),
    "calibration": (-2, -1),
}
"""Tables that are curves: which columns lie across and up."""

_ODD = (TypeError, ValueError, IndexError, KeyError)
"""A plug-in's table may only look like one of these; then it is shown as a table."""


def pictures(section: Section) -> Iterable[tuple[str, list[Picture]]]:
    """Pictures under the headings they stand under; empty headings are left out."""
    for heading, drawn in (
        ("Rates by group", _rates(section)),
        ("What the suite counts", _counted(section)),
        ("Cost against quality", _cost(section)),
        ("Two groups at once", _heat(section)),
        ("Distributions", _distributions(section)),
    ):
        found = list(drawn)
        if found:
            yield heading, found


def _shown(section: Section) -> list[Run]:
    return section.systems[:SERIES]


def _rates(section: Section) -> Iterable[Picture]:
    metrics = section.headline[:2]
    for group, values in section.groups.items():
        if not 2 <= len(values) <= _GROUP_VALUES:
            continue
        for metric in metrics:
            series = {
                run.label: [
                    run.loaded.summary["groups"].get(group, {}).get(value, {}).get(metric.name)
                    for value in values
                ]
                for run in _shown(section)
            }
            title = f"{metric.name} by {group}"
            drawing = charts.by_group(title, values, series, metric.unit)
            yield Picture(f"{metric.name}_by_{group}", title, drawing)


def _counted(section: Section) -> Iterable[Picture]:
    """Pictures of the tables whose names say what they are."""
    yield from _curves(section)
    for run in _shown(section):
        for name, table in run.tables.items():
            try:
                found = _of_table(name, table, run.label)
            except _ODD:
                continue
            if found is not None:
                whose = f": {run.label}" if len(section.systems) > 1 else ""
                yield Picture(f"{name}_{run.label}", f"{table['title']}{whose}", found)


def _of_table(name: str, table: Mapping[str, Json], label: str) -> Drawing | None:
    columns, rows = [str(column) for column in table["columns"]], table["rows"]
    title = f"{table['title']}, {label}"
    if not rows or len(rows) > _TABLE_ROWS:
        return None
    if name == "funnel":
        return charts.funnel(title, [(str(row[0]), float(row[1]), float(row[2])) for row in rows])
    return _confusion(title, columns, rows) if name.startswith("confusion") else None


def _curves(section: Section) -> Iterable[Picture]:
    """All runs in one square."""
    for name, (x, y) in _CURVES.items():
        tables = {run.label: run.tables[name] for run in _shown(section) if name in run.tables}
        curves = {label: _points(table, x, y) for label, table in tables.items()}
        curves = {label: points for label, points in curves.items() if points}
        if curves:
            table = tables[next(iter(curves))]
            across, up = str(table["columns"][x]), str(table["columns"][y])
            drawing = charts.square(str(table["title"]), across, up, curves, diagonal=x < 0)
            yield Picture(name, str(table["title"]), drawing)


def _points(table: Mapping[str, Json], x: int, y: int) -> list[tuple[float, float, str]]:
    try:
        return [
            (float(row[x]), float(row[y]), f"{row[x]:.3g}, {row[y]:.3g}")
            for row in table["rows"][:_CURVE_POINTS]
            if len(table["columns"]) > 1
        ]
    except _ODD:
        return []


def _confusion(title: str, columns: list[str], rows: list[list[Json]]) -> Drawing:
    cells = []
    for row in rows:
        total = sum(row[1:]) or 1
        cells.append(
            [
                (count / total, f"{count:g}", f"{row[0]}, {column}: {count:g} of {total:g}")
                for column, count in zip(columns[1:], row[1:], strict=True)
            ]
        )
    return charts.matrix(title, [str(row[0]) for row in rows], columns[1:], cells)


def _cost(section: Section) -> Iterable[Picture]:
    metric = next((m for m in section.headline if m.unit == "%"), None)
    for field, unit in (
        ("cost_usd", "US dollars"),
        ("time_s", "seconds"),
        ("tokens_out", "tokens"),
    ):
        points = []
        for run in section.runs:
            known = [v for a in run.answers.values() if (v := getattr(a, field)) is not None]
            figure = run.figures.get(metric.name) if metric else None
            if known and figure and figure["value"] is not None and not run.control:
                points.append((run.label, fmean(known), figure))
        if metric and len(points) > 1 and any(cost for _, cost, _ in points):
            title = f"{metric.name} against {unit}"
            drawing = charts.cost_against_quality(title, unit, points)
            yield Picture(f"{metric.name}_against_{field}", title, drawing)
            return


def _heat(section: Section) -> Iterable[Picture]:
    if not section.by_sample:
        return
    metric = section.by_sample[0]
    drawn = 0
    for run in _shown(section)[:2]:
        values = run.values(metric)
        for across, down in combinations(section.groups, 2):
            if drawn >= _HEATS:
                return
            pairs = _crossed(run, values, across, down)
            columns = [
                v
                for v in section.groups[across]
                if any((v, d) in pairs for d in section.groups[down])
            ]
            rows = [
                v
                for v in section.groups[down]
                if any((a, v) in pairs for a in section.groups[across])
            ]
            if len(columns) > len(rows):
                pairs = {(d, a): found for (a, d), found in pairs.items()}
                columns, rows, across, down = rows, columns, down, across
            # Groups that follow from one another have one filled cell in each row: no picture.
            if min(len(columns), len(rows)) < 2 or len(rows) > _HEAT_VALUES:
                continue
            if len(pairs) < 1.5 * max(len(columns), len(rows)):
                continue
            drawn += 1
            title = f"{metric.name} by {down} and {across}: {run.label}"
            cells = [[_cell(pairs.get((a, d)), f"{d}, {a}", metric) for a in columns] for d in rows]
            name = f"{metric.name}_by_{down}_and_{across}_{run.label}"
            yield Picture(name, title, charts.matrix(title, rows, columns, cells))


def _crossed(
    run: Run, values: Mapping[str, float], across: str, down: str
) -> dict[tuple[str, str], list[float]]:
    pairs: dict[tuple[str, str], list[float]] = defaultdict(list)
    for identity, value in values.items():
        groups = run.loaded.groups.get(identity, {})
        if across in groups and down in groups:
            pairs[groups[across], groups[down]].append(value)
    return pairs


def _cell(found: list[float] | None, where: str, metric: Metric) -> tuple[float | None, str, str]:
    if not found:
        return None, "", ""
    mean = fmean(found)
    text = f"{100 * mean:.0f}" if metric.unit == "%" else f"{mean:.2g}"
    return mean, text, f"{where}: {charts.amount(mean, metric.unit)}, n = {len(found)}"


def _distributions(section: Section) -> Iterable[Picture]:
    for metric in section.by_sample:
        series = {run.label: list(run.values(metric).values()) for run in _shown(section)}
        if all(value in (0, 1) for values in series.values() for value in values):
            continue
        drawing = charts.histogram(
            metric.name, series, section.bands(metric.name), section.target(metric.name)
        )
        yield Picture(f"{metric.name}_distribution", metric.name, drawing)
