"""Pairwise comparisons of the runs in one section, for a page or a table."""

from __future__ import annotations

from itertools import combinations

from acidtest.analysis.asked import questions_apart
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
    """The comparison of two runs for a page, with a warning if their questions differ.

    `shown` is the number of pairs on the page, over which everything is corrected. `left` is the
    number of samples that only one of the runs scored. A worst case that differs is a row of its
    own.
    """
    rows = compare(a, b, metrics, pairs=shown)
    apart = questions_apart(a, b)
    warning = f"The runs were asked different questions: {'; '.join(apart)}." if apart else ""
    return {
        "rows": [line for row in rows for line in _rows(row, a.label, b.label)],
        "warning": warning,
        "family": family(len(metrics), shown, worst=any(row.worst for row in rows)),
        "left": len(a.scored_ids ^ b.scored_ids),
    }


def _rows(one: Compared, a: str, b: str) -> list[dict[str, Json]]:
    """The comparison, and its worst case if that differs; one sentence says both."""
    return [
        _row(one, one.metric, one.words(a, b)),
        *([_row(one.worst, f"{one.metric}, worst case", "")] if one.worst else []),
    ]


def _row(one: Compared, name: str, words: str) -> dict[str, Json]:
    data = one.to_json()
    del data["flips"], data["worst"]
    return {**data, "metric": name, "words": words}
