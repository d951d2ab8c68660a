"""Live figures of a running run: answers are scored while others are still being asked for.

`RUN/live` is a normal run folder with the samples answered so far; its system's name says that it
is partial. It is deleted when the run finishes; if the run is stopped, it shows the last state.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from acidtest.core.children import Stopped
from acidtest.core.metric import mean_metrics, pooled_counts
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Json, Sample, Score, Summary
from acidtest.engine.effort import effort
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.pool import PATIENCE_S
from acidtest.engine.signature import signature
from acidtest.engine.summarise import commonest, summarise, tables_of
from acidtest.store import SCORES, ObservationCache, RunWriter, write_json, write_scores

LIVE = "live"
FIRST_S = 10.0
"""Seconds. Shorter runs get no live figures."""
EVERY_S = 5.0
_TOGETHER = 8

Key = tuple[str, int]


class Live:
    """Scores the answers of a running run. `asking` ends when all answers are there."""

    def __init__(
        self,
        plan: Plan,
        store: RunWriter,
        judge: Judge,
        progress: Progress,
    ) -> None:
        self._plan, self._store, self._judge = plan, store, judge
        self._progress = progress
        self._samples = {sample.id: sample for sample in plan.samples}
        self._scored: dict[Key, tuple[Answer, Score]] = {}
        self.asking = True
        self.stop = threading.Event()

    def follow(self) -> None:
        """Run in a thread of its own until `stop`. A failure here does not affect the run."""
        wait = FIRST_S
        try:
            cache = ObservationCache()
            try:
                grader = Grader(self._plan.suite, self._judge, cache, 1)
                while not self.stop.wait(wait):
                    began = time.monotonic()
                    if self._score_new(grader):
                        self._write()
                    # At most half of the time: the run itself has priority.
                    wait = max(EVERY_S, time.monotonic() - began)
            finally:
                cache.close()
        except Stopped:
            pass
        except Exception as error:  # nobody reads this thread's result
            self._progress.note(f"live figures are not available: {error}")

    def _score_new(self, grader: Grader) -> bool:
        """Update the live figures; returns whether there was anything new."""
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
            else:  # the run itself observes the rest; doing it twice would slow it down
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
        figures, groups = summarise(scores, samples, suite.metrics, suite.pass_metric)
        name = f"{plan.system.name} (partial: {len(samples)} of {len(plan.samples)} samples)"
        summary = Summary(
            suite=suite.name,
            system=name,
            signature=signature(suite, plan.dataset, self._judge),
            question_form=plan.form,
            n=len(samples),
            asked=len(scores),
            scored=sum(score.error is None for score in scores),
            errors=len({score.id for score in scores if score.error is not None}),
            metrics=figures,
            groups=groups,
            controls={},
            identity=dict(plan.system.identity),
            effort=effort([answer for answer, _ in self._scored.values()], figures, suite.metrics),
            sampled=plan.sampled,
            causes=commonest(score.cause for score in scores),
            error_causes=commonest(score.error for score in scores),
            failed=sum(answer.failed for answer, _ in self._scored.values()),
        )
        tables = [table.to_json() for table in tables_of(suite, self._samples, scores)]
        self._put(samples, scores, summary, tables)

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
        write_scores(folder / SCORES, scores, by_id, names, counts)
        write_json(folder / "tables.json", {"tables": list(tables)})
        write_json(folder / "summary.json", summary.to_json())


@contextmanager
def following(
    plan: Plan,
    store: RunWriter,
    judge: Judge,
    progress: Progress,
) -> Iterator[Live]:
    """Score during the run; `live` is kept only if the run does not finish."""
    shutil.rmtree(store.path / LIVE, ignore_errors=True)
    live = Live(plan, store, judge, progress)
    thread = threading.Thread(target=live.follow, name="live", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # a limit on memory or processes: no live figures
        yield live
        return
    patience = None
    try:
        yield live
    except Exception:
        raise
    except BaseException:  # interrupted: its last look at the answers is not waited for
        patience = PATIENCE_S
        raise
    finally:
        live.stop.set()
        thread.join(patience)
    shutil.rmtree(store.path / LIVE, ignore_errors=True)
