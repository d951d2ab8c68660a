"""Pairs of runs of one section, compared for a page or a table."""

from __future__ import annotations

from itertools import combinations

from acidtest.model import Json
from acidtest.report.compare import Compared, compare
from acidtest.report.sections import Run, Section
from acidtest.suites import Metric

_PAIRS = 15


def pairs(section: Section, most: int = _PAIRS) -> list[tuple[int, int]]:
    """Places of runs to compare: all pairs, or each with the first if that is too many.

    Those of many samples come first: a page leads with what can tell something.
    """
    places = range(len(section.runs))
    every = list(combinations(places, 2))
    chosen = every if len(every) <= most else [(0, place) for place in places[1 : most + 1]]
    return sorted(chosen, key=lambda pair: -min(section.runs[place].loaded.n for place in pair))


def compare_pair(a: Run, b: Run, metrics: list[Metric]) -> dict[str, Json]:
    """The figures of a pair for a page, with a warning where their questions differ.

    `left` is how many samples only one of them has a score for.
    """
    found = compare(a.loaded, b.loaded, metrics)
    forms = [run.loaded.summary["question_form"] for run in (a, b)]
    warning = f"They were asked in different forms: {forms[0]} and {forms[1]}."
    return {
        "rows": [_row(one, a.label, b.label) for one in found],
        "warning": warning if forms[0] != forms[1] else "",
        "left": len(a.loaded.scores.scored_ids ^ b.loaded.scores.scored_ids),
    }


def _row(one: Compared, a: str, b: str) -> dict[str, Json]:
    data = one.to_json()
    del data["flips"]
    return {**data, "words": one.words(a, b)}
