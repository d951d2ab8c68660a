"""Figures of a run while it goes: what is answered is scored beside the asking.

`RUN/live` is a run folder like any other, of the samples answered so far; its system's name says
that it is partial. It goes when the run is finished; after a stop it tells how far the run came.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from acidtest.engine.effort import effort
from acidtest.engine.grade import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.progress import Progress, Silent
from acidtest.engine.signature import signature
from acidtest.engine.summarize import mean_metrics, summarize
from acidtest.model import Answer, Json, Sample, Score, Summary
from acidtest.store import ObservationCache, RunFolder, write_json, write_scores
from acidtest.suites import Observer, Tabulated, pooled_counts

LIVE = "live"
FIRST_S = 10.0
"""A run that is done before this is not worth looking at while it goes."""
EVERY_S = 5.0
_TOGETHER = 8

Key = tuple[str, int]


class Live:
    """Scores the answers of a run that is going. `asking` ends when all are there."""

    def __init__(
        self,
        plan: Plan,
        store: RunFolder,
        observer: Observer,
        progress: Progress,
    ) -> None:
        self._plan, self._store, self._observer = plan, store, observer
        self._progress = progress
        self._samples = {sample.id: sample for sample in plan.samples}
        self._scored: dict[Key, tuple[Answer, Score]] = {}
        self.asking = True
        self.stop = threading.Event()

    def follow(self) -> None:
        """Until `stop`, in a thread of its own. Whatever fails here, the run goes on."""
        wait = FIRST_S
        try:
            cache = ObservationCache()
            try:
                grader = Grader(self._plan.suite, self._observer, cache, 1)
                while not self.stop.wait(wait):
                    began = time.monotonic()
                    if self._score_new(grader):
                        self._write()
                    # Half of the time at most: the run itself comes first.
                    wait = max(EVERY_S, time.monotonic() - began)
            finally:
                cache.close()
        except Exception as error:  # nobody waits for this thread's result
            self._progress.note(f"the figures so far cannot be shown: {error}")

    def _score_new(self, grader: Grader) -> bool:
        """Whether there was anything new."""
        before = len(self._scored)
        known = self._store.answers.answers.copy()
        new = [
            answer
            for key, answer in known.items()
            if answer.id in self._samples
            and (key not in self._scored or self._scored[key][0] is not answer)
        ]
        for start in range(0, len(new), _TOGETHER):
            some = new[start : start + _TOGETHER]
            if self.stop.is_set():
                break
            if self.asking:
                scores = grader.grade(self._samples, some, Silent(), "")
            else:  # the run observes what is left; seeing it twice would slow it down
                scores = grader.graded(self._samples, some)
            by_key = {(answer.id, answer.attempt): answer for answer in some}
            for score in scores:
                key = score.id, score.attempt
                self._scored[key] = by_key[key], score
        return len(self._scored) > before and not self.stop.is_set()

    def _write(self) -> None:
        plan, suite = self._plan, self._plan.suite
        scores: list[Score] = []
        samples: list[Sample] = []
        for sample in plan.samples:
            given = [
                self._scored[sample.id, attempt][1]
                for attempt in range(plan.attempts)
                if (sample.id, attempt) in self._scored
            ]
            scores += given
            samples += [sample] if given else []
        figures, groups = summarize(scores, samples, suite.metrics, suite.pass_metric, plan.seed)
        name = f"{plan.system.name} (partial: {len(samples)} of {len(plan.samples)} samples)"
        summary = Summary(
            suite=suite.name,
            system=name,
            signature=signature(suite, plan.dataset, self._observer),
            question_form=plan.form,
            n=len(samples),
            errors=len({score.id for score in scores if score.error is not None}),
            metrics=figures,
            groups=groups,
            controls={},
            identity=dict(plan.system.identity),
            effort=effort([answer for answer, _ in self._scored.values()], figures, suite.metrics),
        )
        tables = suite.tables(samples, scores) if isinstance(suite, Tabulated) else []
        self._put(samples, scores, summary, [table.to_json() for table in tables])

    def _put(
        self,
        samples: Sequence[Sample],
        scores: Sequence[Score],
        summary: Summary,
        tables: Sequence[Mapping[str, Json]],
    ) -> None:
        folder = self._store.path / LIVE
        if not folder.exists():
            folder.mkdir()
            shutil.copy(folder.parent / "manifest.json", folder)
            (folder / "answers.jsonl").symlink_to(Path("..") / "answers.jsonl")
        metrics = self._plan.suite.metrics
        by_id = {sample.id: sample for sample in samples}
        names, counts = mean_metrics(metrics), pooled_counts(metrics)
        write_scores(folder / "scores.parquet", scores, by_id, names, counts)
        write_json(folder / "tables.json", {"tables": list(tables)})
        write_json(folder / "summary.json", summary.to_json())


@contextmanager
def following(
    plan: Plan,
    store: RunFolder,
    observer: Observer,
    progress: Progress,
) -> Iterator[Live]:
    """Score beside the run; `live` stays only where the run does not come to its end."""
    shutil.rmtree(store.path / LIVE, ignore_errors=True)
    live = Live(plan, store, observer, progress)
    thread = threading.Thread(target=live.follow, name="live", daemon=True)
    thread.start()
    try:
        yield live
    finally:
        live.stop.set()
        thread.join()
    shutil.rmtree(store.path / LIVE, ignore_errors=True)
