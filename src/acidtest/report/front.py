"""What a report opens with: a short board for each suite, then published against sound."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from acidtest.analysis.boards import Board, Standing
from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.core.text import breakable, counted, shown
from acidtest.report.board import Ends, ends_of, interval
from acidtest.report.plot import amount

_GAPS = 8
_TELLING, _SMALL = 0.2, 0.01

Address = Callable[[str], str]
"""Where the details of a section are, by its key."""


def here(key: str) -> str:
    """The details are on the same page."""
    return f"#{key}"


def findings(boards: Sequence[Board]) -> str:
    """The control that each published metric rewards most, in words; empty if none rewards any."""
    lines = []
    for board in boards:
        gaps = [gap for gap in _gaps(board) if gap.standing.control]
        worst = max(gaps, key=lambda gap: gap.size, default=None)
        if worst is not None and worst.size >= _TELLING:
            lines.append(_sentence(worst))
    return f'<ul class="findings">{"".join(lines)}</ul>' if lines else ""


def _sentence(gap: _Gap) -> str:
    suite, name = gap.board.section.suite, gap.standing.label
    texts = {control.name: control.description for control in suite.controls}
    what = f" ({shown(texts[name])})" if name in texts else ""
    return (
        f"<li><b>{shown(suite.name)}</b>: the control <b>{shown(name)}</b>{what} gets "
        f'<b class="bad">{gap.published_text}</b> by the published metric, '
        f"<b>{gap.sound_text}</b> by the sound one.</li>"
    )


def boards_html(boards: Sequence[Board], address: Address = here) -> str:
    """A card for each section."""
    cards = "".join(_card(board, address) for board in boards)
    return f'<div class="boards">{cards}</div>'


def _card(board: Board, address: Address) -> str:
    section = board.section
    key, name = shown(section.key), shown(section.suite.name)
    costs = any(one.cost_usd for one in board.systems)
    heads = [
        '<th scope="col" data-sort="rank"><span class="unseen">rank</span>'
        '<span aria-hidden="true">#</span></th>',
        '<th scope="col" data-sort="system">system</th>',
        f'<th scope="col" data-sort="lead" colspan="2">{_head(board.lead)}</th>',
    ]
    if board.published:
        heads.append(
            '<th scope="col" data-sort="published" class="number beside">'
            f"{_head(board.published)}</th>"
        )
    if costs:
        heads.append('<th scope="col" data-sort="cost" class="number">$ an answer</th>')
    ends = ends_of(section, board.lead)
    wide = len(heads) + 1
    lines = [_line(board, one, ends, costs=costs) for one in board.systems]
    if board.controls:
        lines.append(_rest("controls, whose results are known in advance", wide, "apart"))
        lines += [_line(board, one, ends, costs=costs) for one in board.controls]
    if board.more:
        lines.append(_rest(f"{counted(board.more, 'further control')} in the details", wide))
    data = f": {shown(section.data)}" if section.data != "shipped corpus" else ""
    return (
        f'<article class="card" aria-labelledby="board-{key}"><h2 id="board-{key}">'
        f'<a href="{shown(address(section.key))}">{name}{data}</a></h2>'
        f'<p class="muted">{shown(section.suite.description)}; {_samples(section)}</p>'
        f'<table class="standings{" costs" if costs and board.published else ""}">'
        f"<thead><tr>{''.join(heads)}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></article>"
    )


def _samples(section: Section) -> str:
    """How many samples, and of how many."""
    whole = max(int(run.manifest["data"].get("samples", 0)) for run in section.runs)
    n = len(section.ids)
    return f"{n:,} of {counted(whole, 'sample')}" if n < whole else counted(n, "sample")


def _named(label: str) -> str:
    """A system's name, which may break where it has a mark."""
    return re.sub(r"([:/._-])(?=\w)", r"\1<wbr>", shown(label))


def _head(metric: Metric) -> str:
    unit = f", {metric.unit}" if metric.unit else ""
    lower = ", lower is better" if metric.better == "lower" else ""
    return (
        f'<span title="{shown(metric.words)}">{breakable(metric.name)}{shown(unit + lower)}</span>'
    )


def _rest(text: str, wide: int, kind: str = "") -> str:
    return f'<tr class="{kind or "rest"}"><td colspan="{wide}">{shown(text)}</td></tr>'


def _line(board: Board, one: Standing, ends: Ends, *, costs: bool) -> str:
    notes = "".join(f' <span class="tag">{shown(note)}</span>' for note in one.notes)
    rank = "" if one.control else one.rank or "–"
    cells = [
        f'<td class="rank">{rank}</td>',
        f'<th scope="row">{_named(one.label)}{notes}</th>',
        f'<td class="bar">{_bar(one.figure, ends, control=one.control)}</td>',
        f'<td class="figure">{_figure(one.figure, board.lead)}</td>',
    ]
    if board.published:
        value = _value(one.published)
        text = "–" if value is None else amount(value, board.published.unit)
        text += _worst(one.published, board.published)
        over = any(gap.standing is one and gap.size >= _TELLING for gap in _gaps(board))
        cells.append(f'<td class="number beside{" bad" if over else ""}">{text}</td>')
    if costs:
        cost = "" if one.cost_usd is None else f"{one.cost_usd:.2g}"
        cells.append(f'<td class="number">{cost}</td>')
    order = {
        "rank": one.rank,
        "system": one.label,
        "lead": one.value,
        "published": _value(one.published),
        "cost": one.cost_usd,
    }
    sorts = "".join(f' data-{k}="{shown(v)}"' for k, v in order.items() if v is not None)
    return f'<tr class="{"control" if one.control else "system"}"{sorts}>{"".join(cells)}</tr>'


def _figure(figure: Mapping[str, Json], metric: Metric) -> str:
    if _value(figure) is None:
        text = '<b>–</b> <span class="muted">not defined</span>'
    else:
        text = f"<b>{amount(figure['value'], metric.unit)}</b>{interval(figure, metric)}"
    return text + _worst(figure, metric)


def _worst(figure: Mapping[str, Json], metric: Metric) -> str:
    """The figure with unscored answers counted as failed, if that differs."""
    if "worst" not in figure:
        return ""
    worst = amount(figure["worst"]["value"], metric.unit)
    return f'<div class="bad worst">worst case <b>{worst}</b></div>'


def _value(figure: Mapping[str, Json], *, worst: bool = False) -> float | None:
    value: float | None = (figure.get("worst", figure) if worst else figure).get("value")
    return value


def _bar(figure: Mapping[str, Json], ends: Ends, *, control: bool) -> str:
    """A bar as wide as its cell, with the interval; positions are percent of the width."""
    low, high = ends

    def at(value: float) -> float:
        return 100 * (min(max(value, low), high) - low) / (high - low)

    parts = ['<rect class="band" y="4" width="100%" height="10"></rect>']
    if (value := _value(figure)) is not None:
        start, end = sorted((at(0.0), at(value)))
        kind = "muted" if control else "d0"
        parts.append(
            f'<rect class="{kind}" x="{start:.2f}%" y="4" width="{end - start:.2f}%" height="10">'
            "</rect>"
        )
        if figure.get("low") is not None:
            ends_at = at(figure["low"]), at(figure["high"])
            parts.append(_stroke("whisker", *ends_at, 9, 9))
            parts += [_stroke("whisker", x, x, 6, 12) for x in ends_at]
    if low < 0:
        parts.append(_stroke("axis", at(0.0), at(0.0), 0, 18))
    return f'<svg class="wide" width="100%" height="18" aria-hidden="true">{"".join(parts)}</svg>'


def _stroke(kind: str, x1: float, x2: float, y1: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.2f}%" x2="{x2:.2f}%" y1="{y1}" y2="{y2}"></line>'


@dataclass(frozen=True)
class _Gap:
    """What was published and what is sound, for one row of a board."""

    board: Board
    standing: Standing
    published: float
    sound: float

    @property
    def size(self) -> float:
        """How much more the published metric gives."""
        return self.published - self.sound

    @property
    def published_text(self) -> str:
        assert self.board.published is not None
        return _with_unit(self.published, self.board.published)

    @property
    def sound_text(self) -> str:
        assert self.board.sound is not None
        return _with_unit(self.sound, self.board.sound)


def _with_unit(value: float, metric: Metric) -> str:
    return f"{amount(value, metric.unit)} %" if metric.unit == "%" else amount(value, metric.unit)


def _gaps(board: Board) -> list[_Gap]:
    """The rows with both figures, the largest gap first; unscored answers count as failed."""
    if board.sound is None:
        return []
    rows = [
        (one, _value(one.published, worst=True), _value(one.sound, worst=True))
        for one in board.standings
    ]
    gaps = [_Gap(board, one, p, s) for one, p, s in rows if p is not None and s is not None]
    return sorted(gaps, key=lambda gap: -abs(gap.size))


def _drawn(gaps: Sequence[_Gap]) -> list[_Gap]:
    """Those worth a line: systems, gaps, and controls with full marks in both."""
    return [g for g in gaps if not g.standing.control or abs(g.size) > _SMALL or g.sound > 0][
        :_GAPS
    ]


def against_html(boards: Sequence[Board]) -> str:
    """Published against sound, for all suites that have both; empty if none has."""
    panels = "".join(_panel(board, gaps) for board in boards if (gaps := _gaps(board)))
    if not panels:
        return ""
    return (
        '<section id="published-against-sound" aria-labelledby="title-against">'
        '<h2 id="title-against">Published against sound</h2>'
        '<p class="muted">Each line goes from what the published metric gives to what the sound '
        "metric gives for the same answers. Red: the published metric gives more than was earned. "
        "Green: it gives less. Answers without a score count as failed.</p>"
        '<p class="key"><svg width="12" height="12" aria-hidden="true">'
        '<circle class="open" cx="6" cy="6" r="4.5"></circle></svg> published '
        '<svg width="12" height="12" aria-hidden="true">'
        '<circle class="shut" cx="6" cy="6" r="5"></circle></svg> sound</p>'
        f'<div class="boards">{panels}</div></section>'
    )


def _panel(board: Board, gaps: Sequence[_Gap]) -> str:
    assert board.published is not None
    assert board.sound is not None
    section = board.section
    top = max([1.0, *(gap.published for gap in gaps), *(gap.sound for gap in gaps)])
    lines = []
    for gap in _drawn(gaps):
        one = gap.standing
        kind = "control" if one.control else "system"
        partly = "worst" in one.published or "worst" in one.sound
        note = ' <span class="tag">worst case</span>' if partly else ""
        lines.append(
            f'<tr class="{kind}"><th scope="row">{_named(one.label)}{note}</th>'
            f'<td class="bar">{_line_between(gap, top)}</td>'
            f'<td class="number">{gap.published_text}</td>'
            f'<td class="number"><b>{gap.sound_text}</b></td></tr>'
        )
    return (
        f'<table class="against"><caption>{shown(section.key)} <span class="muted">'
        f"{breakable(board.published.name)} and {breakable(board.sound.name)}</span></caption>"
        '<thead><tr><th scope="col">system</th><td></td>'
        '<th scope="col" class="number">published</th>'
        '<th scope="col" class="number">sound</th></tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _line_between(gap: _Gap, top: float) -> str:
    published, sound = (100 * max(value, 0.0) / top for value in (gap.published, gap.sound))
    kind, (start, end) = "over" if gap.size > 0 else "under", sorted((published, sound))
    return (
        '<svg class="wide dumbbell" width="100%" height="18" aria-hidden="true">'
        + _stroke("grid", 0, 100, 9, 9)
        + _stroke(f"gap {kind}", start, end, 9, 9)
        + f'<circle class="open" cx="{published:.2f}%" cy="9" r="4.5"></circle>'
        + f'<circle class="shut" cx="{sound:.2f}%" cy="9" r="5"></circle></svg>'
    )
