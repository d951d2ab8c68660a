"""The reference filter of sast-triage with a language model that decides on what is retrieved."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import sha256_of
from acidtest.suites.sast_triage.filter import written
from acidtest.suites.sast_triage.filter.decide import Match
from acidtest.suites.sast_triage.filter.structured import ask, decide_structured
from acidtest.systems.model import ModelSystem
from acidtest.systems.sast_filter import SastFilter


@dataclass(frozen=True)
class SastModelFilter:
    """Asks a model whether a finding is one of the known false alarms retrieved for it.

    Where nothing is retrieved there is nothing to ask: the filter's own rule answers. An answer
    that cannot be read goes on as it is, and is scored as such.
    """

    retrieval: SastFilter
    model: ModelSystem
    _matches: dict[tuple[str, str], Sequence[Match]] = field(default_factory=dict, compare=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """As typed."""
        return self.retrieval.name

    @property
    def identity(self) -> Mapping[str, Json]:
        """What retrieves, what decides, and the words it is asked in."""
        words = sha256_of(ask({"issue_type": "", "trace": ""}, ()))
        return {**self.retrieval.identity, **self.model.identity, "prompt_sha256": words}

    @property
    def connections(self) -> int:
        """As many as the model takes."""
        return self.model.connections

    def prepare(self, questions: Sequence[Question]) -> None:
        """Retrieve for all findings at once, then open the model."""
        self._matches.update(self.retrieval.matches(questions))
        if any(self._matches.values()):
            self.model.prepare(questions)

    @property
    def asked(self) -> ModelSystem:
        """What decides."""
        return self.model

    def asking(self, model: ModelSystem) -> SastModelFilter:
        """With another model; raises `InputError` if that has a prompt: the words are its own."""
        if model.prompt != self.model.prompt and model.prompt.name != "default":
            raise InputError(f"--prompt: {self.name} asks in words of its own")
        return replace(self, model=replace(model, prompt=self.model.prompt))

    def message(self, question: Question) -> str | None:
        """What the model is sent; None where nothing was retrieved."""
        matches = self._retrieved(question)
        return ask(json.loads(question.text), matches) if matches else None

    def _retrieved(self, question: Question) -> Sequence[Match]:
        key = question.sample.id, question.form
        with self._lock:
            if key not in self._matches:
                self._matches.update(self.retrieval.matches([question]))
        return self._matches[key]

    def answer(self, question: Question) -> Answer:
        """The model's decision as a verdict of the suite, with what it took."""
        text = self.message(question)
        if text is None:
            return replace(self.retrieval.answer(question), tokens_in=0, tokens_out=0, cost_usd=0.0)
        given = self.model.answer(replace(question, read=lambda form: text))
        if given.text is None:
            return given
        decision = decide_structured(given.text, self._retrieved(question))
        return given if decision is None else replace(given, text=written(decision))

    def close(self) -> None:
        """Close the model."""
        self.model.close()
