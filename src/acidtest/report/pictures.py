"""Chooses the pictures of a section from the data in its runs, for any suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np

from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric, with_partners
from acidtest.core.records import Json
from acidtest.engine.summarise import pooled_value
from acidtest.report import charts
from acidtest.report.charts import Picture
from acidtest.report.cost import ATTEMPTS, budget_curves, cost_against_quality
from acidtest.report.plot import Colours, Facts, amount
from acidtest.report.svg import SERIES, Drawing
from acidtest.store import Run
from acidtest.store.columns import has

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
"""Tables that are drawn as curves, with their x and y columns."""

_ODD = (TypeError, ValueError, IndexError, KeyError, ZeroDivisionError)
"""Raised if a plug-in's table only looks like one of these; it is then shown as a table."""


def pictures(section: Section) -> Iterable[tuple[str, list[Picture]]]:
    """Pictures by heading; empty headings are left out."""
    for heading, drawn in (
        ("Rates by group", _rates(section)),
        ("What the suite counts", _counted(section)),
        ("Cost against quality", _cost(section)),
        ("What more attempts buy", _budget(section)),
        ("Two groups at once", _heat(section)),
        ("Distributions", _distributions(section)),
    ):
        drawings = list(drawn)
        if drawings:
            yield heading, drawings


def _shown(section: Section) -> list[Run]:
    return section.systems[:SERIES]


def _colours(section: Section) -> Colours:
    """A run has one colour in all pictures of its section."""
    return {run.label: place for place, run in enumerate(section.systems)}


def _telling(section: Section) -> list[Metric]:
    """The metrics drawn by group: the lead, the next, and those with published figures."""
    rest = [metric for metric in section.headline if metric is not section.lead]
    named = [metric for metric in rest[1:] if section.published.named(metric.name)]
    return with_partners([section.lead, *rest[:1], *named[:_NAMED]], section.metrics)


def _facts(section: Section, metric: str, group: str = "") -> Facts:
    """Published facts about a metric; those for the values of a group, if there are any."""
    published = section.published
    marks = (published.marks(metric, group) if group else []) or published.marks(metric)
    return Facts(published.bands(metric), published.target(metric), marks)


def _rates(section: Section) -> Iterable[Picture]:
    for group, values in section.groups.items():
        if not 2 <= len(values) <= _GROUP_VALUES:
            continue
        for metric in _telling(section):
            series = {
                run.label: [
                    run.summary["groups"].get(group, {}).get(value, {}).get(metric.name)
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
    """Pictures of the tables with known names."""
    yield from _curves(section)
    for colour, run in enumerate(_shown(section)):
        for name, table in run.tables.items():
            try:
                drawing = _of_table(name, table, run.label, colour)
            except _ODD:
                continue
            if drawing is not None:
                whose = f": {run.label}" if len(section.systems) > 1 else ""
                yield Picture(f"{name}_{run.label}", f"{table['title']}{whose}", drawing)


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
    """A matrix of shares; cells are `3 of 4`, or empty."""
    cells = []
    for row in rows:
        line: list[tuple[float | None, str, str]] = []
        for column, count in zip(columns[1:], row[1:], strict=True):
            if not count:
                line.append((None, "", ""))
                continue
            part, _, whole = str(count).partition(" of ")
            share = float(part) / float(whole)
            line.append((share, f"{100 * share:.0f}", f"{row[0]}, {column}: {count}"))
        cells.append(line)
    return charts.matrix(title, [str(row[0]) for row in rows], columns[1:], cells)


def _curves(section: Section) -> Iterable[Picture]:
    """Curves of all runs in one picture."""
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
    """The n of a point, if the column before it is a whole number."""
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
            if cost is not None and figure and figure["value"] is not None and not run.control:
                points.append((run.label, cost, figure))
        if len(points) > 1 and any(cost for _, cost, _ in points):
            title = f"{metric.name} against {unit}"
            drawing = cost_against_quality(title, unit, points, metric.unit, _colours(section))
            yield Picture(f"{metric.name}_against_{field}", title, drawing)


def _mean_effort(run: Run, field: str) -> float | None:
    """The mean effort per answer, if all answers report it."""
    effort = run.summary.get("effort", {})
    return effort[field] / effort.get("answers", run.n) if field in effort else None


def _budget(section: Section) -> Iterable[Picture]:
    """What k attempts reach, against what they take, if a run has more than one."""
    runs = [run for run in _shown(section) if not run.control]
    metric = next(
        (m for m in section.metrics if any(f"{m.name}@2" in r.figures for r in runs)), None
    )
    if metric is None:
        return
    for unit, name, fields in (
        (ATTEMPTS, ATTEMPTS, ()),
        ("tokens", "tokens", ("tokens_in", "tokens_out")),
        ("US dollars", "cost_usd", ("cost_usd",)),
    ):
        curves = {}
        for run in runs:
            each = [_mean_effort(run, field) for field in fields]
            reached = _reached(run, metric.name)
            if reached and None not in each:
                spent = sum(part or 0.0 for part in each) if fields else 1.0
                curves[run.label] = [(k * spent, data) for k, data in enumerate(reached, 1)]
        if any(points[-1][0] and len(points) > 1 for points in curves.values()):
            title = f"{metric.name}@k against {unit}"
            drawing = budget_curves(title, unit, curves, _colours(section))
            yield Picture(f"{metric.name}_at_k_against_{name}", title, drawing)


def _reached(run: Run, metric: str) -> list[Mapping[str, Json]]:
    """The figures of a metric at 1, 2, 3 … attempts; of one attempt the plain one."""
    figures: list[Mapping[str, Json]] = []
    while (figure := run.figures.get(f"{metric}@{len(figures) + 1}")) and _known(figure):
        figures.append(figure)
    plain = run.figures.get(metric)
    return figures or ([plain] if plain and _known(plain) else [])


def _known(figure: Mapping[str, Json]) -> bool:
    return figure["value"] is not None


def _heat(section: Section) -> Iterable[Picture]:
    """The lead metric by two groups, if most of their combinations occur."""
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
                cells = {(d, a): figure for (a, d), figure in cells.items()}
                columns, rows, across, down = rows, columns, down, across
            # If one group determines the other, most cells are empty: draw nothing.
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
    """The figure and number of samples for each pair of group values."""
    column, groups = run.column(metric), run.groups
    members: dict[tuple[str, str], list[int]] = defaultdict(list)
    if across in groups and down in groups:
        pairs = zip(groups[across], groups[down], has(column), strict=True)
        for place, (a, d, known) in enumerate(pairs):
            if known and a is not None and d is not None:
                members[a, d].append(place)
    figures = {}
    for pair, places in members.items():
        part = column[places]
        value = pooled_value(part, metric.pooled) if metric.pooled else float(part.mean())
        if value is not None:
            figures[pair] = value, len(places)
    return figures


def _cell(figure: tuple[float, int] | None, where: str) -> tuple[float | None, str, str]:
    if figure is None:
        return None, "", ""
    value, n = figure
    return value, f"{100 * value:.0f}", f"{where}: {amount(value)}, n = {n}"


def _distributions(section: Section) -> Iterable[Picture]:
    for metric in section.by_sample:
        series = {run.label: run.values(metric) for run in _shown(section)}
        if all(np.isin(values, (0, 1)).all() for values in series.values()):
            continue
        facts = _facts(section, metric.name)
        drawing = charts.histogram(metric.name, series, facts, metric.unit, _colours(section))
        yield Picture(f"{metric.name}_distribution", metric.name, drawing)
