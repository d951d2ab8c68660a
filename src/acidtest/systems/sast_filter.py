"""The reference filter of sast-triage as a system: similarity to known false alarms."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from urllib.parse import parse_qsl

from acidtest.errors import InputError
from acidtest.model import Answer, Json, Question
from acidtest.suites import Suite
from acidtest.suites._prompts import PLACE, Prompt
from acidtest.suites.sast_triage.filter import Filter
from acidtest.suites.sast_triage.filter.decide import RULES, Match, Settings
from acidtest.suites.sast_triage.filter.embed import Embedder, MiniLM
from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder
from acidtest.suites.sast_triage.filter.index import faiss_module
from acidtest.suites.sast_triage.filter.structured import SCHEMA
from acidtest.suites.sast_triage.known import Store, read_known
from acidtest.suites.sast_triage.record import Case
from acidtest.systems._base import System

# `acidtest sast-calibrate --groups split=calibration --loss 0.2` on the shipped corpus
DEFAULTS = {
    "threshold": Settings(threshold=0.985, review=0.0, slope=1.751, offset=-1.186, k=5),
    "knn": Settings(threshold=0.985, review=0.0, slope=1.751, offset=-1.186, k=3),
}
_BATCH = 1000


@dataclass
class SastFilter:
    """Drops a finding that is like a known false alarm of its type."""

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
        """As typed."""
        return f"sast-filter:{self.typed}" if self.typed else "sast-filter"

    @property
    def identity(self) -> Mapping[str, Json]:
        """Rule, settings, model, and the store unless it comes with the data."""
        settings = {each.name: getattr(self.settings, each.name) for each in fields(Settings)}
        store = "with the data" if self.store is None else self.store.sha256
        return {"rule": self.rule, **settings, "store": store, **self.embedder.identity}

    def prepare(self, questions: Sequence[Question]) -> None:
        """Answer all questions, a batch at a time."""
        for members in self._by_store(questions):
            self._answer(members)

    def _by_store(self, questions: Sequence[Question]) -> Iterator[list[Question]]:
        """Questions that one store answers, not too many at a time."""
        by_store: dict[str, list[Question]] = {}
        for question in questions:
            by_store.setdefault(self._store_of(question).sha256, []).append(question)
        for members in by_store.values():
            for start in range(0, len(members), _BATCH):
                yield members[start : start + _BATCH]

    def matches(self, questions: Sequence[Question]) -> dict[tuple[str, str], list[Match]]:
        """The known issues retrieved for each question, by sample and question form."""
        found: dict[tuple[str, str], list[Match]] = {}
        for members in self._by_store(questions):
            near = self._filter(members[0]).matches([question.text for question in members])
            found.update(zip(map(_key, members), near, strict=True))
        return found

    def answer(self, question: Question) -> Answer:
        """The answer prepared, or made now."""
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
        truth = question.sample.truth
        if not isinstance(truth, Case):
            raise InputError(
                f"{self.name}: judges findings, and {question.sample.id} is a justification"
            )
        store = self.store or truth.known
        if store is None:
            raise InputError(
                f"{self.name}: there is no store of known issues; give one as --data FILE.err, or "
                "as --system 'sast-filter:threshold?store=FILE.err'"
            )
        return store


def _key(question: Question) -> tuple[str, str]:
    return question.sample.id, question.form


def make(argument: str, suite: Suite) -> System:
    """sast-filter[:threshold|:knn|:model/PROVIDER/NAME][?threshold=T&k=K&store=FILE&embedder=NAME@URL]:
    drops what is a known alarm.
    """
    kind, _, query = argument.partition("?")
    kind, _, model = (kind or "threshold").partition("/")
    if kind not in (*RULES, "model") or bool(model) != (kind == "model"):
        raise InputError(
            f"sast-filter: decides by {', '.join(RULES)} or model/PROVIDER/NAME, not by "
            f"'{argument.partition('?')[0]}'"
        )
    rule = "threshold" if model else kind
    settings, store, embedder = DEFAULTS[rule], None, ""
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name == "store":
            store = Store(read_known(Path(value)))
        elif name == "embedder":
            embedder = value
        elif name in ("k", "threshold", "review", "slope", "offset"):
            settings = _changed(settings, name, _number(name, value))
        else:
            raise InputError(
                f"sast-filter: there is no option '{name}'; there are: store, embedder, threshold, "
                "review, slope, offset, k"
            )
    if embedder and not model and "threshold=" not in query:
        raise InputError(
            f"sast-filter: the shipped threshold is for MiniLM; find one for {embedder} with "
            f"`acidtest sast-calibrate --embedder {embedder}` and give it as threshold=…"
        )
    faiss_module()  # what is missing is said before anything is asked
    made = SastFilter(
        argument, rule, settings, store, ApiEmbedder(embedder) if embedder else MiniLM()
    )
    if not model:
        return made
    from acidtest.systems.model import make as make_model
    from acidtest.systems.sast_model import SastModelFilter

    asked = replace(make_model(model, suite), prompt=Prompt("sast-filter", PLACE), schema=SCHEMA)
    return SastModelFilter(made, asked)


def _changed(settings: Settings, name: str, value: float) -> Settings:
    known = {each.name: getattr(settings, each.name) for each in fields(Settings)}
    return Settings(**{**known, name: int(value) if name == "k" else value})


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InputError(f"sast-filter: option {name}={value} is not a number") from None
    low, high = {"k": (1, 1000), "threshold": (-1, 1), "review": (0, 2)}.get(name, (-1e6, 1e6))
    if not low <= number <= high or (name == "k" and number % 1):
        raise InputError(
            f"sast-filter: option {name}={value} is no such number from {low} to {high}"
        )
    return number


make.suites = ("sast-triage",)  # type: ignore[attr-defined]
