"""Time, tokens and money that a run's answers took, and the quality per dollar and second."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Figures, Json
from acidtest.core.text import as_cause
from acidtest.engine.tally import commonest

_DISTINCT = 1000
"""How many different notes are counted."""
_SAID = re.compile("[:;] ")
_SUMMED = ("time_s", "tokens_in", "tokens_out", "cost_usd")


class Effort:
    """Sums over answers, added up as they come: the attempts at one sample after each other."""

    def __init__(self) -> None:
        self._sums: dict[str, Json] = dict.fromkeys(_SUMMED, 0)
        self._models: set[str] = set()
        self._stops = Counter[str]()
        self._notes = Counter[str]()
        self._logprob, self._with_logprob = 0.0, 0
        self._answers = self._samples = 0
        self._last: str | None = None

    def add(self, answer: Answer) -> None:
        """Count an answer; one with an error took nothing that is known."""
        if answer.error is not None:
            return
        for name in list(self._sums):
            value = getattr(answer, name)
            if value is None:  # the sum would be too low
                del self._sums[name]
            else:
                self._sums[name] += value
        if answer.model:
            self._models.add(answer.model)
        if answer.stop:
            self._stops[answer.stop] += 1
            self._note(answer)
        if answer.logprob is not None:
            self._logprob += answer.logprob
            self._with_logprob += 1
        self._answers += 1
        self._samples += answer.id != self._last
        self._last = answer.id

    def _note(self, answer: Answer) -> None:
        """Count what a server said or ignored; what ended an answer alone is in its `stop`."""
        if not answer.note or not (answer.stop == "stop" or _SAID.search(answer.note)):
            return
        note = as_cause(answer.note)
        if note in self._notes or len(self._notes) < _DISTINCT:
            self._notes[note] += 1

    def to_json(self, figures: Figures, metrics: Sequence[Metric]) -> dict[str, Json]:
        """The sums; one is left out if some answer lacks the value.

        `per_usd` and `per_s` help to choose between systems: the sum of a headline metric over the
        samples (for `passes`, how many pass) per dollar or second.
        """
        totals: dict[str, Json] = dict(self._sums) if self._answers else {}
        if totals:
            totals["answers"] = self._answers
        if self._models:
            totals["models"] = sorted(self._models)
        if self._stops:
            totals["stops"] = dict(sorted(self._stops.items()))
        if self._notes:
            totals["notes"] = commonest(self._notes)
        if self._answers and self._with_logprob == self._answers:
            totals["logprob"] = self._logprob / self._answers
        if not self._models:  # other systems only have a time, which depends on the machine
            return totals
        attempts = self._answers / max(1, self._samples)
        worth = {
            metric.name: value * figures[metric.name].n
            for metric in metrics
            if metric.headline and metric.better == "higher" and metric.unit == "%"
            if (value := figures[metric.name].value) is not None
        }
        for name, total in (("per_usd", totals.get("cost_usd")), ("per_s", totals.get("time_s"))):
            if total:
                totals[name] = {metric: value * attempts / total for metric, value in worth.items()}
        return totals
