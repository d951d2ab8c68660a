"""A section as a short leaderboard: who is best by the lead metric, and what was published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acidtest.analysis.sections import Section
from acidtest.analysis.soundness import PUBLISHED
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.core.text import counted
from acidtest.store import Run

Figure = Mapping[str, Json]


@dataclass(frozen=True)
class Standing:
    """One row of a board. `rank` is None for controls, and for runs that cannot be ranked.

    `published` is the figure of the board's published metric; `cost_usd` is for one answer.
    """

    label: str
    control: bool
    figure: Figure
    published: Figure
    rank: int | None = None
    cost_usd: float | None = None
    notes: Sequence[str] = ()
    run: Run | None = None

    @property
    def value(self) -> float | None:
        """The lead metric, with unscored answers counted as failed."""
        return _value(self.figure, worst=True)


@dataclass(frozen=True)
class Board:
    """The systems of a section, best first, then its controls. `more` counts further controls."""

    section: Section
    lead: Metric
    published: Metric | None
    systems: Sequence[Standing]
    controls: Sequence[Standing]
    more: int = 0

    @property
    def standings(self) -> list[Standing]:
        """All rows."""
        return [*self.systems, *self.controls]


def ranked(section: Section) -> list[Run]:
    """Systems before controls, the best first by the worst case of the lead metric.

    By the plain figure, a system could rise by not being scored.
    """
    metric = section.lead
    up = 1 if metric.better == "lower" else -1

    def rank(run: Run) -> tuple[bool, bool, float]:
        value = _value(run.figures.get(metric.name, {}), worst=True)
        return run.control, value is None, up * (value or 0.0)

    return sorted(section.runs, key=rank)


def make_board(section: Section) -> Board:
    """Ranks are given to systems that were asked the same questions about the same samples.

    If that splits the systems, those of the largest part are ranked; the others say what differs.
    """
    lead, published = section.lead, _published(section)
    core = {control.name for control in section.suite.controls if control.core}
    runs = ranked(section)
    systems = [run for run in runs if not run.control]
    alike = _alike(section, systems)
    first = [run for run in systems if run in alike]
    rest = [run for run in systems if run not in alike]
    values = [_value(run.figures.get(lead.name, {}), worst=True) for run in first]
    standings = [
        _standing(section, run, published, None if value is None else 1 + values.index(value))
        for run, value in zip(first, values, strict=True)
    ]
    standings += [_standing(section, run, published, None, apart=True) for run in rest]
    controls = [_standing(section, run, published, None) for run in runs if run.control]
    for name, own in section.controls.items():
        figure, other = ({"value": own.get(metric.name if metric else "")}
                         for metric in (lead, published))  # fmt: skip
        controls.append(Standing(name, True, figure, other))
    known = [one for one in controls if _name(one) in core or not systems]
    up = 1 if lead.better == "lower" else -1
    known.sort(key=lambda one: (one.value is None, up * (one.value or 0.0)))
    return Board(section, lead, published, standings, known, len(controls) - len(known))


def _name(standing: Standing) -> str:
    return standing.run.system if standing.run else standing.label


def _published(section: Section) -> Metric | None:
    """The published metric that is shown beside the lead."""
    named = (metric for metric in section.headline if metric.name.startswith(PUBLISHED))
    return next((metric for metric in named if metric is not section.lead), None)


def _alike(section: Section, systems: Sequence[Run]) -> list[Run]:
    """The largest part of these that was asked the same; if parts are equal, the first."""

    def asked(run: Run) -> tuple[frozenset[str], ...]:
        return frozenset(run.ids), frozenset(section.asked(run))

    keys = [asked(run) for run in systems]
    sizes = Counter(keys)
    largest = max(keys, key=lambda key: (sizes[key], len(key[0])), default=None)
    return [run for run, key in zip(systems, keys, strict=True) if key == largest]


def _standing(
    section: Section, run: Run, published: Metric | None, rank: int | None, *, apart: bool = False
) -> Standing:
    notes = [*section.asked(run)] if apart else []
    if apart and run.n < len(section.ids):
        notes.append(counted(run.n, "sample"))
    if unscored := run.asked - run.scored_answers:
        notes.append(f"{unscored} of {run.asked} not scored")
    effort = run.summary.get("effort", {})
    cost = effort["cost_usd"] / effort.get("answers", run.n) if "cost_usd" in effort else None
    other = run.figures.get(published.name, {}) if published else {}
    figure = run.figures.get(section.lead.name, {})
    return Standing(run.label, run.control, figure, other, rank, cost, notes, run)


def _value(figure: Figure, *, worst: bool = False) -> float | None:
    value: float | None = (figure.get("worst", figure) if worst else figure).get("value")
    return value
