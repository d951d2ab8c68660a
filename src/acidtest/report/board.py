"""The leaderboard of a section: runs and controls with their headline figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from acidtest.analysis.boards import ranked
from acidtest.analysis.published import Mark
from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.core.text import breakable, shown
from acidtest.report.charts import bar
from acidtest.report.plot import amount
from acidtest.store import Run

Figure = Mapping[str, Json]
Ends = tuple[float, float]


def overview(sections: Sequence[Section]) -> str:
    """Systems by suites, with the lead metric of each suite; empty for a single section."""
    if len(sections) < 2:
        return ""
    names = list(dict.fromkeys(r.label for s in sections for r in s.systems if not r.control))
    if not names:
        return ""
    heads = "".join(
        f'<th scope="col"><a href="#{shown(s.key)}">{shown(s.key)}</a>'
        f'<br><span class="muted">{shown(s.lead.name)}'
        f"{', lower is better' if s.lead.better == 'lower' else ''}</span></th>"
        for s in sections
    )
    lines = []
    for name in names:
        cells = []
        for section in sections:
            run = next((run for run in section.systems if run.label == name), None)
            cell = ""
            if run:
                metric = section.lead
                ends = ends_of(section, metric)
                cell = _cell(run.figures.get(metric.name), metric, ends, section, False)
                cell += f'<div class="muted"><small>scored {scored_of(run)}</small></div>'
            cells.append(f'<td data-name="{shown(section.key)}">{cell}</td>')
        lines.append(f'<tr><th scope="row">{shown(name)}</th>{"".join(cells)}</tr>')
    return (
        '<div class="scroll" role="region" aria-label="All suites">'
        f'<table class="board cards"><thead><tr><th scope="col">system</th>{heads}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def board(section: Section) -> str:
    """The leaderboard as an HTML table, with a bar next to each figure.

    Controls that are not core (further cheats) are collapsed. If runs have different samples, a
    notice says that their order is not a ranking.
    """
    tops = {metric.name: ends_of(section, metric) for metric in section.headline}
    core = {control.name for control in section.suite.controls if control.core}
    lines: list[str] = []
    further: list[str] = []
    for run in ranked(section):
        errors = run.summary["errors"]
        note = "".join(f' <span class="tag">{shown(text)}</span>' for text in section.asked(run))
        if errors:
            why = "an error in the answer or in judging"
            note += f' <span class="bad">{errors} of {run.n} not scored: {why}</span>'
        line = _line(section, run.label, run.control, run.figures, tops, scored_of(run), note)
        folds = run.control and run.system not in core
        (further if folds and run not in section.systems else lines).append(line)
    for name, values in section.controls.items():
        figures = {
            metric.name: {"value": values.get(metric.name)}
            for metric in section.headline
            if metric.name in values
        }
        line = _line(section, name, True, figures, tops, "", "")
        (lines if name in core else further).append(line)
    others = _others(section, tops)
    note = "; controls run along with a system have none" if section.controls else ""
    note += "; published figures as published" if others else ""
    if any("worst" in figure for run in section.runs for figure in run.figures.values()):
        note += "; the worst case counts answers without a score as failed, and decides the order"
    whole = (
        _apart(section)
        + _asked_apart(section)
        + _table(section, lines + others, "Leaderboard", note)
    )
    if further:
        more = _table(section, further, "Further controls")
        label = f"{len(further)} further controls"
        whole += f"<details><summary>{label}</summary>{more}</details>"
    return whole


def _apart(section: Section) -> str:
    if len({frozenset(run.ids) for run in section.runs}) < 2:
        return ""
    return (
        '<p class="notice">These runs have different samples (see n), so their order is not a '
        "ranking. Compare pairs instead: that uses the samples both have.</p>"
    )


def _asked_apart(section: Section) -> str:
    if not section.apart:
        return ""
    return (
        '<p class="notice">These runs were asked different questions '
        f"({shown(', '.join(section.apart))}), so their order is not a ranking.</p>"
    )


def scored_of(run: Run) -> str:
    """How many answers were scored, of how many that were asked for."""
    return f"{run.scored_answers} / {run.asked}"


def _others(section: Section, tops: Mapping[str, Ends]) -> list[str]:
    """Published figures and targets, as rows of the table."""
    metrics = {metric.name: metric for metric in section.headline}
    lines = []
    for name, marks in section.published.others(list(metrics)).items():
        cells = "".join(
            f'<td data-name="{shown(metric.name)}">'
            f"{_mark(marks[metric.name], metric, tops[metric.name])}</td>"
            if metric.name in marks
            else "<td></td>"
            for metric in section.headline
        )
        head = f'{shown(name)} <span class="tag">published</span>'
        lines.append(
            f'<tr class="control"><th scope="row">{head}</th><td class="number"></td>{cells}</tr>'
        )
    return lines


def _mark(mark: Mark, metric: Metric, ends: Ends) -> str:
    value = mark.amount(lambda v: amount(v, metric.unit))
    return f'<span class="figure"><b>{value}</b></span>{bar({}, ends, mark=mark).svg()}'


def _table(section: Section, lines: Sequence[str], label: str, note: str = "") -> str:
    heads = "".join(
        f'<th scope="col" title="{shown(m.words)}">{breakable(m.name)}{_unit(m)}</th>'
        for m in section.headline
    )
    return (
        f'<div class="scroll" role="region" aria-label="{label} of {shown(section.key)}">'
        f'<table class="board cards"><caption>Each figure with its 95 % interval{note}</caption>'
        '<thead><tr><th scope="col">system</th>'
        f'<th scope="col" class="number">scored / asked</th>{heads}'
        f"</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _line(
    section: Section,
    name: str,
    control: bool,
    figures: Mapping[str, Figure],
    tops: Mapping[str, Ends],
    scored: str,
    note: str,
) -> str:
    tag = ' <span class="tag">control</span>' if control else ""
    cells = "".join(
        f'<td data-name="{shown(metric.name)}">'
        f"{_cell(figures.get(metric.name), metric, tops[metric.name], section, control)}</td>"
        for metric in section.headline
    )
    return (
        f'<tr class="{"control" if control else "system"}"><th scope="row">{shown(name)}{tag}{note}'
        f'</th><td class="number" data-name="scored / asked">{scored}</td>{cells}</tr>'
    )


def _cell(data: Figure | None, metric: Metric, ends: Ends, section: Section, control: bool) -> str:
    worst = _worst(data or {}, metric)
    if data is None or data.get("value") is None:
        reason = (data or {}).get("reason")
        if not reason:
            return f'<span class="muted" title="no figure">–</span>{worst}'
        # A tooltip alone would need a mouse.
        return f'<span class="muted">– <small>{shown(reason)}</small></span>{worst}'
    drawing = bar(data, ends, section.published.target(metric.name), control=control)
    value = amount(data["value"], metric.unit)
    figure = f'<span class="figure"><b>{value}</b>{interval(data, metric)}</span>'
    return f"{figure}{drawing.svg()}{worst}"


def interval(data: Figure, metric: Metric) -> str:
    """The ends of a figure's interval."""
    if data.get("low") is None:
        return ""
    low, high = amount(data["low"], metric.unit), amount(data["high"], metric.unit)
    return f' <span class="muted">[{low}, {high}]</span>'


def _worst(data: Figure, metric: Metric) -> str:
    """The figure with unscored answers counted as failed, if it differs."""
    if "worst" not in data:
        return ""
    worst = data["worst"]
    return (
        f'<div class="figure bad">worst case <b>{amount(worst["value"], metric.unit)}</b>'
        f"{interval(worst, metric)}</div>"
    )


def _unit(metric: Metric) -> str:
    arrow = {"higher": "", "lower": ", lower is better", "neither": ", describes"}[metric.better]
    unit = f", {metric.unit}" if metric.unit not in ("%", "") else ""
    return f'<span class="muted">{shown(unit + arrow)}</span>' if unit or arrow else ""


def ends_of(section: Section, metric: Metric) -> Ends:
    """The range of a metric's bars: includes zero, all drawn values, and 100 for percent."""
    figures = [run.figures.get(metric.name, {}) for run in section.runs]
    values = [data.get(end) for data in figures for end in ("low", "value", "high")]
    values += [control.get(metric.name) for control in section.controls.values()]
    for mark in section.published.marks(metric.name):
        values += [mark.low, mark.high]
    numbers = [float(value) for value in values if value is not None]
    low, high = min([0.0, *numbers]), max([0.0, *numbers])
    if metric.unit == "%":
        return low, max(1.0, high)
    return low, high if high > low else low + 1.0
