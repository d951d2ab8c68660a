"""What is kept of the scores of a run: sums, counts and causes, never the scores themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from acidtest.core.metric import Metric
from acidtest.core.records import Score
from acidtest.core.text import as_cause
from acidtest.store.columns import Columns

_CAUSES = 5


class Tally:
    """Scores reduced as they come, for a summary.

    `unscored` has sample and attempt of each answer without a score, and the sample's place among
    all; `reasons` says by metric why the first sample without a value has none.
    """

    def __init__(self, samples: int, metrics: Sequence[Metric]) -> None:
        self.columns = Columns(samples, metrics)
        self.samples = samples
        self.asked = 0
        self.unscored: dict[tuple[str, int], int] = {}
        self.reasons: dict[str, str] = {}
        self.causes = Counter[str]()
        self.error_causes = Counter[str]()

    @property
    def scored(self) -> int:
        """How many answers have a score."""
        return self.asked - len(self.unscored)

    @property
    def failed_ids(self) -> set[str]:
        """The samples with an answer that has no score."""
        return {identity for identity, _ in self.unscored}

    def add(self, place: int, score: Score) -> None:
        """Count the score of an answer to the sample at a place."""
        self.asked += 1
        self.columns.add(place, score)
        for name, reason in score.reasons.items():
            self.reasons.setdefault(name, reason)
        if score.cause:
            self.causes[as_cause(score.cause)] += 1
        if score.error is not None:
            self.unscored[score.id, score.attempt] = place
            if score.error:
                self.error_causes[as_cause(score.error)] += 1


def commonest(causes: Counter[str]) -> dict[str, int]:
    """The commonest causes, and how many share each."""
    return dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))[:_CAUSES])
