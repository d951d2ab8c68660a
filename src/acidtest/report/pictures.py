"""Which pictures a section has: decided by what its runs hold, for any suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np

from acidtest.engine.summarize import pooled_value
from acidtest.model import Json
from acidtest.report import charts
from acidtest.report.charts import Picture
from acidtest.report.cost import cost_against_quality
from acidtest.report.plot import Colours, Facts, amount
from acidtest.report.sections import Run, Section
from acidtest.report.svg import SERIES, Drawing
from acidtest.store.columns import has
from acidtest.suites import Metric

_GROUP_VALUES = 16
_HEAT_VALUES = 24
_HEATS = 2
_NAMED = 2
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

_ODD = (TypeError, ValueError, IndexError, KeyError, ZeroDivisionError)
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


def _colours(section: Section) -> Colours:
    """A run has one colour in all pictures of its section."""
    return {run.label: place for place, run in enumerate(section.systems)}


def _telling(section: Section) -> list[Metric]:
    """What is drawn by group: the lead, the next, and what there are published figures of."""
    rest = [metric for metric in section.headline if metric is not section.lead]
    named = [metric for metric in rest[1:] if section.published.named(metric.name)]
    return [section.lead, *rest[:1], *named[:_NAMED]]


def _facts(section: Section, metric: str, group: str = "") -> Facts:
    """What was published about a metric; of a group's values, if there is that."""
    told = section.published
    marks = (told.marks(metric, group) if group else []) or told.marks(metric)
    return Facts(told.bands(metric), told.target(metric), marks)


def _rates(section: Section) -> Iterable[Picture]:
    for group, values in section.groups.items():
        if not 2 <= len(values) <= _GROUP_VALUES:
            continue
        for metric in _telling(section):
            series = {
                run.label: [
                    run.loaded.summary["groups"].get(group, {}).get(value, {}).get(metric.name)
                    for value in values
                ]
                for run in _shown(section)
            }
            if all(not data or data["value"] is None for row in series.values() for data in row):
                continue
            title = f"{metric.name} by {group}"
            facts = _facts(section, metric.name, group)
            drawing = charts.by_group(title, values, series, metric.unit, facts, _colours(section))
            yield Picture(f"{metric.name}_by_{group}", title, drawing)


def _counted(section: Section) -> Iterable[Picture]:
    """Pictures of the tables whose names say what they are."""
    yield from _curves(section)
    for colour, run in enumerate(_shown(section)):
        for name, table in run.tables.items():
            try:
                found = _of_table(name, table, run.label, colour)
            except _ODD:
                continue
            if found is not None:
                whose = f": {run.label}" if len(section.systems) > 1 else ""
                yield Picture(f"{name}_{run.label}", f"{table['title']}{whose}", found)


def _of_table(name: str, table: Mapping[str, Json], label: str, colour: int) -> Drawing | None:
    columns, rows = [str(column) for column in table["columns"]], table["rows"]
    title = f"{table['title']}, {label}"
    if not rows or len(rows) > _TABLE_ROWS:
        return None
    if name == "funnel":
        stages = [(str(row[0]), float(row[1]), float(row[2])) for row in rows]
        return charts.funnel(title, stages, colour)
    if name.startswith("heat"):
        return _shares(title, columns, rows)
    return _confusion(title, columns, rows) if name.startswith("confusion") else None


def _shares(title: str, columns: list[str], rows: list[list[Json]]) -> Drawing:
    """Cells are `3 of 4`, or empty."""
    cells = []
    for row in rows:
        line: list[tuple[float | None, str, str]] = []
        for column, told in zip(columns[1:], row[1:], strict=True):
            if not told:
                line.append((None, "", ""))
                continue
            part, _, whole = str(told).partition(" of ")
            share = float(part) / float(whole)
            line.append((share, f"{100 * share:.0f}", f"{row[0]}, {column}: {told}"))
        cells.append(line)
    return charts.matrix(title, [str(row[0]) for row in rows], columns[1:], cells)


def _curves(section: Section) -> Iterable[Picture]:
    """All runs in one square."""
    for name, (x, y) in _CURVES.items():
        tables = {run.label: run.tables[name] for run in _shown(section) if name in run.tables}
        curves = {label: _points(table, x, y) for label, table in tables.items()}
        curves = {label: points for label, points in curves.items() if points}
        if curves:
            table = tables[next(iter(curves))]
            across, up = str(table["columns"][x]), str(table["columns"][y])
            title, colours = str(table["title"]), _colours(section)
            drawing = charts.square(title, across, up, curves, diagonal=x < 0, colours=colours)
            yield Picture(name, title, drawing)


def _points(table: Mapping[str, Json], x: int, y: int) -> list[tuple[float, float, str]]:
    try:
        return [
            (float(row[x]), float(row[y]), f"{row[x]:.3g}, {row[y]:.3g}{_behind(row, x)}")
            for row in table["rows"][:_CURVE_POINTS]
            if len(table["columns"]) > 1
        ]
    except _ODD:
        return []


def _behind(row: list[Json], x: int) -> str:
    """Of how many a point is, where a whole number stands before it."""
    count = row[x - 1] if x < 0 and len(row) > -x else None
    return f", n = {count}" if isinstance(count, int) else ""


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
    metric = section.lead
    for field, unit in (
        ("cost_usd", "US dollars"),
        ("time_s", "seconds"),
        ("tokens_out", "tokens"),
    ):
        points = []
        for run in section.runs:
            cost = _mean_effort(run, field)
            figure = run.figures.get(metric.name)
            if cost is not None and figure and figure["low"] is not None and not run.control:
                points.append((run.label, cost, figure))
        if len(points) > 1 and any(cost for _, cost, _ in points):
            title = f"{metric.name} against {unit}"
            drawing = cost_against_quality(title, unit, points, metric.unit, _colours(section))
            yield Picture(f"{metric.name}_against_{field}", title, drawing)


def _mean_effort(run: Run, field: str) -> float | None:
    """What an answer took, where all of them tell it."""
    told = run.loaded.summary.get("effort", {})
    return told[field] / told.get("answers", run.loaded.n) if field in told else None


def _heat(section: Section) -> Iterable[Picture]:
    """The lead by two groups that cross, where most of their combinations occur."""
    metric = section.lead if section.lead.unit == "%" else _plain(section)
    if metric is None:
        return
    drawn = 0
    for run in _shown(section)[:2]:
        for across, down in combinations(section.groups, 2):
            if drawn >= _HEATS:
                return
            cells = _crossed(run, metric, across, down)
            columns, rows = (
                [v for v in section.groups[name] if any(pair[side] == v for pair in cells)]
                for side, name in enumerate((across, down))
            )
            if len(columns) > len(rows):
                cells = {(d, a): found for (a, d), found in cells.items()}
                columns, rows, across, down = rows, columns, down, across
            # Groups that follow from one another leave most cells empty: no picture.
            sparse = len(cells) < len(columns) * len(rows) / 2
            if len(columns) < 2 or len(rows) > _HEAT_VALUES or sparse:
                continue
            drawn += 1
            title = f"{metric.name} by {down} and {across}: {run.label}"
            drawing = charts.matrix(
                title,
                rows,
                columns,
                [[_cell(cells.get((a, d)), f"{d}, {a}") for a in columns] for d in rows],
            )
            yield Picture(f"{metric.name}_by_{down}_and_{across}_{run.label}", title, drawing)


def _plain(section: Section) -> Metric | None:
    """The first headline that is a share and better when higher."""
    shares = (m for m in section.headline if m.unit == "%" and m.better == "higher")
    return next(shares, None)


def _crossed(
    run: Run, metric: Metric, across: str, down: str
) -> dict[tuple[str, str], tuple[float, int]]:
    """By a value of each group: the figure there, and of how many samples."""
    column, groups = run.loaded.column(metric), run.loaded.scores.groups
    members: dict[tuple[str, str], list[int]] = defaultdict(list)
    if across in groups and down in groups:
        pairs = zip(groups[across], groups[down], has(column), strict=True)
        for place, (a, d, known) in enumerate(pairs):
            if known and a is not None and d is not None:
                members[a, d].append(place)
    found = {}
    for pair, places in members.items():
        part = column[places]
        value = pooled_value(part, metric.pooled) if metric.pooled else float(part.mean())
        if value is not None:
            found[pair] = value, len(places)
    return found


def _cell(found: tuple[float, int] | None, where: str) -> tuple[float | None, str, str]:
    if found is None:
        return None, "", ""
    value, n = found
    return value, f"{100 * value:.0f}", f"{where}: {amount(value)}, n = {n}"


def _distributions(section: Section) -> Iterable[Picture]:
    for metric in section.by_sample:
        series = {run.label: run.values(metric) for run in _shown(section)}
        if all(np.isin(values, (0, 1)).all() for values in series.values()):
            continue
        facts = _facts(section, metric.name)
        drawing = charts.histogram(metric.name, series, facts, metric.unit, _colours(section))
        yield Picture(f"{metric.name}_distribution", metric.name, drawing)
