"""A section as a short leaderboard: who is best by the lead metric, and what was published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
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

    `published` and `sound` are the figures of the board's metrics of these names; `cost_usd` is
    for one answer.
    """

    label: str
    control: bool
    figure: Figure
    published: Figure
    sound: Figure
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
    """The systems of a section, best first, then its controls. `more` counts further controls.

    `sound` is what the published metric can be held against: the lead metric, or one of the same
    name, in the same unit.
    """

    section: Section
    lead: Metric
    published: Metric | None
    sound: Metric | None
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
    lead = section.lead
    published = published_beside(section.headline, lead)
    sound = _sound_beside(section.headline, lead, published)
    beside = published, sound
    core = {control.name for control in section.suite.controls if control.core}
    runs = ranked(section)
    systems = [run for run in runs if not run.control]
    keys = [(frozenset(run.ids), frozenset(section.asked(run))) for run in systems]
    values = [_value(run.figures.get(lead.name, {}), worst=True) for run in systems]
    alike, ranks = rank_alike(
        [(len(ids), ids, asked) for ids, asked in keys], values, lower=lead.better == "lower"
    )
    first = [place for place in range(len(systems)) if alike[place]]
    rest = [place for place in range(len(systems)) if not alike[place]]
    standings = [
        _standing(section, systems[place], beside, ranks[place], apart=not alike[place])
        for place in [*first, *rest]
    ]
    controls = [_standing(section, run, beside, None) for run in runs if run.control]
    for name, own in section.controls.items():
        a, b, c = ({"value": own.get(metric.name if metric else "")} for metric in (lead, *beside))
        controls.append(Standing(name, True, a, b, c))
    known = [one for one in controls if _name(one) in core or not systems]
    up = 1 if lead.better == "lower" else -1
    known.sort(key=lambda one: (one.value is None, up * (one.value or 0.0)))
    return Board(section, lead, *beside, standings, known, len(controls) - len(known))


def _name(standing: Standing) -> str:
    return standing.run.system if standing.run else standing.label


def published_beside(metrics: Iterable[Metric], lead: Metric) -> Metric | None:
    """The published one of some metrics that is shown beside the lead."""
    named = (metric for metric in metrics if metric.name.startswith(PUBLISHED))
    return next((metric for metric in named if metric is not lead), None)


def _sound_beside(
    metrics: Iterable[Metric], lead: Metric, published: Metric | None
) -> Metric | None:
    """The lead metric, or else the one of the same name, if it is in the published one's unit."""
    if published is None:
        return None
    sound = [lead, *(m for m in metrics if m.name == published.name.removeprefix(PUBLISHED))]
    alike = (published.unit, published.better)
    return next((metric for metric in sound if (metric.unit, metric.better) == alike), None)


def cost_of(summary: Mapping[str, Json]) -> float | None:
    """Dollars for an answer, if the run reports them."""
    effort = summary.get("effort", {})
    return (
        effort["cost_usd"] / effort.get("answers", summary["n"]) if "cost_usd" in effort else None
    )


def rank_alike(
    keys: Sequence[tuple[int, Hashable, Hashable]],
    values: Sequence[float | None],
    *,
    lower: bool,
) -> tuple[list[bool], list[int | None]]:
    """Who belongs to the largest part with equal keys, and the ranks in it; equals share one.

    The first part of a key is the number of samples, which decides between parts of equal size.
    """
    sizes = Counter(keys)
    largest = max(keys, key=lambda key: (sizes[key], key[0]), default=None)
    alike = [key == largest for key in keys]
    known = [value for value, same in zip(values, alike, strict=True) if same and value is not None]
    known.sort(reverse=not lower)
    ranks = [
        1 + known.index(value) if same and value is not None else None
        for value, same in zip(values, alike, strict=True)
    ]
    return alike, ranks


def _standing(
    section: Section,
    run: Run,
    beside: tuple[Metric | None, Metric | None],
    rank: int | None,
    *,
    apart: bool = False,
) -> Standing:
    notes = [*section.asked(run)] if apart else []
    if apart and run.n < len(section.ids):
        notes.append(counted(run.n, "sample"))
    if unscored := run.asked - run.scored_answers:
        notes.append(f"{unscored} of {run.asked} not scored")
    a, b, c = (run.figures.get(m.name, {}) if m else {} for m in (section.lead, *beside))
    return Standing(run.label, run.control, a, b, c, rank, cost_of(run.summary), notes, run)


def _value(figure: Figure, *, worst: bool = False) -> float | None:
    value: float | None = (figure.get("worst", figure) if worst else figure).get("value")
    return value
