"""The content of what `acidtest serve` shows: pages and their data, by address."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from acidtest.analysis import samples
from acidtest.analysis.compare import check_comparable
from acidtest.analysis.pairs import compare_pair, pairs
from acidtest.analysis.sections import Section
from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.core.redact import redacted
from acidtest.core.untrusted import load_json
from acidtest.engine.live import LIVE
from acidtest.report.enclosed import described
from acidtest.report.html import fill, page
from acidtest.report.paged import page_of
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.search import AnswerIndex

_PAIRS = 400
_KEPT = 16
_PARTIAL = (
    " Partial: a run here is not finished. Its figures cover the samples answered so far, which "
    "are not a random selection. Reload the page to update them."
)

Values = Mapping[str, list[str]]
T = TypeVar("T")


@dataclass
class Site:
    """The content of the pages; thread-safe. Raises `InputError` for missing ones."""

    folder: RunsFolder
    token: str | None = None
    _made: dict[tuple[str, ...], tuple[object, Any]] = field(default_factory=dict)
    _index: AnswerIndex | None = None
    _making: threading.Lock = field(default_factory=threading.Lock)
    _opening: threading.Lock = field(default_factory=threading.Lock)
    calls: ClassVar[Mapping[str, str]] = {
        "/": "index",
        "/answers": "answers",
        "/report": "report",
        "/api/runs": "runs",
        "/api/samples": "rows",
        "/api/sample": "sample",
        "/api/compare": "compared",
        "/api/answers": "matching",
    }
    heavy: ClassVar[frozenset[str]] = frozenset({"/report", "/api/compare"})
    """Pages that can take seconds the first time."""

    def answer(self, path: str, values: Values) -> tuple[str, bytes]:
        """Content type and body of an existing page."""
        content = getattr(self, self.calls[path])(values)
        if isinstance(content, bytes):
            return "text/html; charset=utf-8", content
        return "application/json", json.dumps(redacted(content)).encode()

    def index(self, values: Values) -> bytes:
        """The list of runs."""
        lead = "The best systems first. The list updates while runs are in progress."
        return fill(
            title="acidtest runs",
            lead=lead,
            nav='<a href="answers">Search answers</a>',
            body='<div id="runs" aria-live="off"></div>',
            foot="",
            data="{}",
            scripts=("common.js", "standings.js", "boards.js", "index.js"),
            connect=True,
        ).encode()

    def answers(self, values: Values) -> bytes:
        """The page that searches answers."""
        return fill(
            title="acidtest answers",
            lead="Search questions and answers, see why answers are wrong, and read two of them "
            "side by side.",
            nav='<a href="./">Runs</a>',
            body='<div id="answers"></div>',
            foot="",
            data="{}",
            scripts=("common.js", "differences.js", "answers.js"),
            connect=True,
        ).encode()

    def matching(self, values: Values) -> Json:
        """A page of answers that fit a query."""
        with self._opening:
            if self._index is None:
                self._index = AnswerIndex(self.folder)
        return self._index.search(_query(values))

    def close(self) -> None:
        """Drop the index of answers."""
        if self._index is not None:
            self._index.close()

    def runs(self, values: Values) -> Json:
        """The list of runs as JSON."""
        return self.folder.listed()

    def report(self, values: Values) -> bytes:
        """The report about some runs; samples are loaded page by page."""
        return self._kept("report", values, self._page)

    def _kept(self, what: str, values: Values, make: Callable[[Values], T]) -> T:
        """The cached result for these runs, unless they have changed; made once, not by each of
        the visitors who ask for it at the same time.
        """
        key = what, *_runs(values)
        with self._making:
            sections = self.folder.sections(_runs(values))
            before = self._made.get(key)
            if before is None or before[0] is not sections:
                while len(self._made) >= _KEPT:
                    self._made.pop(next(iter(self._made)), None)
                before = self._made[key] = sections, make(values)
        made: T = before[1]
        return made

    def _page(self, values: Values) -> bytes:
        sections = self.folder.sections(_runs(values))
        data = {"served": True, "sections": [self._described(section) for section in sections]}
        partial = any(run.folder.name == LIVE for s in sections for run in s.runs)
        text = page(sections, data, connect=True, note=_PARTIAL if partial else "")
        return text.encode("utf-8", "backslashreplace")

    def _described(self, section: Section) -> dict[str, Json]:
        data = described(section)
        for run, row in zip(section.runs, data["runs"], strict=True):
            row["folder"] = self.folder.name_of(run.folder)
        return {**data, "pairs": [f"{a},{b}" for a, b in pairs(section, _PAIRS)]}

    def _section(self, values: Values) -> Section:
        sections = self.folder.sections(_runs(values))
        if len(sections) != 1:
            raise InputError("these runs are not comparable")
        return sections[0]

    def rows(self, values: Values) -> Json:
        """A page of samples."""
        return page_of(self._section(values), _query(values))

    def sample(self, values: Values) -> Json:
        """One sample with its texts."""
        section, identity = self._section(values), _one(values, "id")
        if identity not in section.ids:
            raise InputError("no such sample")
        return samples.texts(section, [identity])[identity]

    def compared(self, values: Values) -> Json:
        """The comparison of two runs."""
        return self._kept(f"compared {_pairs(values)}", values, self._compared)

    def _compared(self, values: Values) -> Json:
        section = self._section(values)
        if len(section.runs) != 2:
            raise InputError("expected two runs")
        check_comparable(section.runs)
        by_name = {self.folder.name_of(run.folder): run for run in section.runs}
        a, b = (by_name[name] for name in _runs(values))
        return compare_pair(a, b, section.headline, _pairs(values))


def _runs(values: Values) -> list[str]:
    return list(dict.fromkeys(values.get("run", [])))


def _query(values: Values) -> Mapping[str, Json]:
    try:
        query = load_json(_one(values, "query"))
    except ValueError as error:
        raise InputError(f"invalid query: {error}") from error
    if not isinstance(query, dict):
        raise InputError("invalid query: not an object")
    return query


def _pairs(values: Values) -> int:
    """The number of pairs on the page that asks, over which a comparison is corrected."""
    text = _one(values, "pairs") if "pairs" in values else "1"
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) > 0):
        raise InputError("expected a number of pairs from 1 to 999999")
    return int(text)


def _one(values: Values, name: str) -> str:
    if len(values.get(name, [])) != 1:
        raise InputError(f"expected exactly one '{name}'")
    return values[name][0]
