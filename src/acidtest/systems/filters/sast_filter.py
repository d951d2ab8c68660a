"""The reference filter of sast-triage as a system: similarity to known false alarms."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from acidtest.core.errors import InputError
from acidtest.core.records import Answer, Json, Question
from acidtest.suites.sast_triage.filter import Filter
from acidtest.suites.sast_triage.filter.decide import RULES, KnownMatch, Settings
from acidtest.suites.sast_triage.filter.embed import Embedder
from acidtest.suites.sast_triage.known import Store
from acidtest.suites.sast_triage.record import Case

# `acidtest sast-calibrate --groups split=calibration --loss 0.2` on all labelled findings: with
# findings.jsonl, unasked.jsonl and known_issues.err of the shipped corpus as --data
DEFAULTS = {
    "threshold": Settings(threshold=0.985, review=0.0, slope=1.751, offset=-1.186, k=5),
    "knn": Settings(threshold=0.985, review=0.0, slope=1.751, offset=-1.186, k=3),
}
_BATCH = 1000


@dataclass
class SastFilter:
    """Drops a finding that is similar to a known false alarm of its type."""

    typed: str
    rule: str
    settings: Settings
    store: Store | None
    embedder: Embedder
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _filters: dict[str, Filter] = field(default_factory=dict)
    _ready: dict[tuple[str, str], Answer] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name as typed."""
        return f"sast-filter:{self.typed}" if self.typed else "sast-filter"

    @property
    def identity(self) -> Mapping[str, Json]:
        """Rule, settings, model, and the store unless it comes with the data."""
        settings = {each.name: getattr(self.settings, each.name) for each in fields(Settings)}
        store = "with the data" if self.store is None else self.store.sha256
        return {"rule": self.rule, **settings, "store": store, **self.embedder.identity}

    def prepare(self, questions: Sequence[Question]) -> None:
        """Answer all questions, in batches."""
        for members in self._by_store(questions):
            self._answer(members)

    def _by_store(self, questions: Sequence[Question]) -> Iterator[list[Question]]:
        """Questions grouped by store, in batches."""
        by_store: dict[str, list[Question]] = {}
        for question in questions:
            by_store.setdefault(self._store_of(question).sha256, []).append(question)
        for members in by_store.values():
            for start in range(0, len(members), _BATCH):
                yield members[start : start + _BATCH]

    def matches(self, questions: Sequence[Question]) -> dict[tuple[str, str], list[KnownMatch]]:
        """The known issues retrieved for each question, by sample and question form."""
        matches: dict[tuple[str, str], list[KnownMatch]] = {}
        for members in self._by_store(questions):
            near = self._filter(members[0]).matches([question.text for question in members])
            matches.update(zip(map(_key, members), near, strict=True))
        return matches

    def answer(self, question: Question) -> Answer:
        """The prepared answer, or a new one."""
        with self._lock:
            if _key(question) not in self._ready:
                self._answer([question])
            return replace(self._ready[_key(question)], attempt=question.attempt)

    def _answer(self, questions: Sequence[Question]) -> None:
        start = time.perf_counter()
        said = self._filter(questions[0]).answers([question.text for question in questions])
        each = (time.perf_counter() - start) / len(questions)
        for question, text in zip(questions, said, strict=True):
            self._ready[_key(question)] = Answer(question.sample.id, text, time_s=each)

    def _filter(self, question: Question) -> Filter:
        store = self._store_of(question)
        if store.sha256 not in self._filters:
            rule, settings = RULES[self.rule], self.settings
            self._filters[store.sha256] = Filter(
                store, self.embedder, lambda matches: rule(matches, settings), settings.k
            )
        return self._filters[store.sha256]

    def _store_of(self, question: Question) -> Store:
        case: Case = question.sample.truth
        store = self.store or case.known
        if store is None:
            raise InputError(
                f"{self.name}: no store of known issues; add --data FILE.err, or "
                "use --system 'sast-filter:threshold?store=FILE.err'"
            )
        return store


def _key(question: Question) -> tuple[str, str]:
    return question.sample.id, question.form
