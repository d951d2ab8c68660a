"""Pairwise comparisons of the runs in one section, for a page or a table."""

from __future__ import annotations

from itertools import combinations

from acidtest.analysis.compare import Compared, compare, family
from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.store import Run

_PAIRS = 15


def pairs(section: Section, most: int = _PAIRS) -> list[tuple[int, int]]:
    """Indexes of the runs to compare: all pairs, or each run with the first if that is too many.

    Pairs with the most samples come first: those comparisons are the most informative.
    """
    places = range(len(section.runs))
    every = list(combinations(places, 2))
    chosen = every if len(every) <= most else [(0, place) for place in places[1 : most + 1]]
    return sorted(chosen, key=lambda pair: -min(section.runs[place].n for place in pair))


def compare_pair(a: Run, b: Run, metrics: list[Metric], shown: int = 1) -> dict[str, Json]:
    """The comparison of two runs for a page, with a warning if their question forms differ.

    `shown` is the number of pairs on the page, over which everything is corrected. `left` is the
    number of samples that only one of the runs scored.
    """
    rows = compare(a, b, metrics, pairs=shown)
    forms = [run.summary["question_form"] for run in (a, b)]
    warning = f"The runs used different question forms: {forms[0]} and {forms[1]}."
    return {
        "rows": [_row(row, a.label, b.label) for row in rows],
        "warning": warning if forms[0] != forms[1] else "",
        "family": family(len(metrics), shown),
        "left": len(a.scored_ids ^ b.scored_ids),
    }


def _row(one: Compared, a: str, b: str) -> dict[str, Json]:
    data = one.to_json()
    del data["flips"]
    return {**data, "words": one.words(a, b)}
