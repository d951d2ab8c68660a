"""Two language models, one after the other: the second is given the answer of the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.protocols import System
from acidtest.core.records import Answer, Json, Question
from acidtest.systems.models.model import ModelSystem

_SUMMED = ("time_s", "tokens_in", "tokens_out", "cost_usd")


@dataclass(frozen=True)
class TwoModels:
    """Its answer is the second model's; time, tokens and cost are those of both."""

    first: ModelSystem
    second: ModelSystem

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.first.name} then {self.second.model}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """That of the first, with the second's inside."""
        return {**self.first.identity, "then": dict(self.second.identity)}

    @property
    def form(self) -> str | None:
        """What the first one is asked."""
        return self.first.form

    @property
    def connections(self) -> int:
        """As many as the first one allows."""
        return self.first.connections

    @property
    def asked(self) -> ModelSystem:
        """The first model."""
        return self.first

    @property
    def followed_by(self) -> Sequence[ModelSystem]:
        """The models that are asked after it, for an estimate of the cost."""
        return (self.second,)

    def asking(self, model: ModelSystem) -> System:
        """Two models are made from a preset, which has been applied by then."""
        raise InputError(f"{self.name}: cannot be changed to {model.name}")

    def message(self, question: Question) -> str:
        """The message to the first model."""
        return self.first.message(question)

    def prepare(self, questions: Sequence[Question]) -> None:
        """Open both, to report problems before the first question."""
        self.first.prepare(questions)
        self.second.prepare(questions)

    def answer(self, question: Question) -> Answer:
        """The second model's answer to the first one's; the first one's if that is empty."""
        skeleton = self.first.answer(question)
        text = (skeleton.text or "").strip()
        if not text:
            return skeleton
        last = self.second.answer(replace(question, read=lambda form: text))
        if last.error is not None:
            return last
        both: dict[str, Any] = {
            name: _sum(getattr(skeleton, name), getattr(last, name)) for name in _SUMMED
        }
        first_note = f"the first model: {skeleton.note}" if skeleton.note else None
        notes = "; ".join(filter(None, (first_note, last.note)))
        models = f"{skeleton.model} then {last.model}"
        return replace(last, **both, model=models, note=notes or None, logprob=None)

    def close(self) -> None:
        """Close both."""
        try:
            self.first.close()
        finally:
            self.second.close()


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
