"""The reference filter of sast-triage, with a language model that makes the decision."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.records import Answer, Json, Question
from acidtest.core.untrusted import load_json
from acidtest.suites.sast_triage.filter import written
from acidtest.suites.sast_triage.filter.decide import KnownMatch
from acidtest.suites.sast_triage.filter.structured import ask, decide_structured
from acidtest.systems.filters.sast_filter import SastFilter
from acidtest.systems.models.model import ModelSystem


@dataclass(frozen=True)
class SastModelFilter:
    """Asks a model whether a finding is one of the known false alarms retrieved for it.

    If nothing is retrieved, the model is not asked: the filter's own rule answers. An answer that
    cannot be parsed is passed on unchanged and scored as such.
    """

    retrieval: SastFilter
    model: ModelSystem
    _matches: dict[tuple[str, str], Sequence[KnownMatch]] = field(
        default_factory=dict, compare=False
    )
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The name as typed."""
        return self.retrieval.name

    @property
    def identity(self) -> Mapping[str, Json]:
        """The retriever, the model, and the prompt."""
        words = sha256_of(ask({"issue_type": "", "trace": ""}, ()))
        return {**self.retrieval.identity, **self.model.identity, "prompt_sha256": words}

    @property
    def connections(self) -> int:
        """As many as the model allows."""
        return self.model.connections

    def prepare(self, questions: Sequence[Question]) -> None:
        """Retrieve for all findings at once, then open the model."""
        self._matches.update(self.retrieval.matches(questions))
        if any(self._matches.values()):
            self.model.prepare(questions)

    @property
    def asked(self) -> ModelSystem:
        """The model."""
        return self.model

    def asking(self, model: ModelSystem) -> SastModelFilter:
        """With another model; raises `InputError` if that has a prompt: the filter uses its own."""
        if model.prompt != self.model.prompt and model.prompt.name != "default":
            raise InputError(f"--prompt: not supported by {self.name}, which has its own prompt")
        return replace(self, model=replace(model, prompt=self.model.prompt))

    def message(self, question: Question) -> str | None:
        """The message to the model; None if nothing was retrieved."""
        matches = self._retrieved(question)
        return ask(load_json(question.text), matches) if matches else None

    def _retrieved(self, question: Question) -> Sequence[KnownMatch]:
        key = question.sample.id, question.form
        with self._lock:
            if key not in self._matches:
                self._matches.update(self.retrieval.matches([question]))
        return self._matches[key]

    def answer(self, question: Question) -> Answer:
        """The model's decision as a verdict, with its time and tokens."""
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
