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
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from acidtest.core.children import Stopped
from acidtest.core.metric import mean_metrics, pooled_counts
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Json, Sample, Score, Summary
from acidtest.core.text import described
from acidtest.engine.effort import Effort
from acidtest.engine.judge import Grader
from acidtest.engine.plan import Plan
from acidtest.engine.pool import PATIENCE_S
from acidtest.engine.signature import signature
from acidtest.engine.summarise import summary_of, tables_of, tally_of
from acidtest.engine.tally import commonest
from acidtest.store import SCORES, ObservationCache, RunWriter, write_json, write_scores

LIVE = "live"
FIRST_S = 10.0
"""Seconds. Shorter runs get no live figures."""
EVERY_S = 5.0
MOST = 10_000
"""Samples, and answers, that live figures are made of: the first ones. A larger run has more."""
_TOGETHER = 8

Key = tuple[str, int]


@dataclass(frozen=True)
class _Scored:
    """An answer, with its score, and where its line ends."""

    end: int
    answer: Answer
    score: Score


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
        self._samples = {sample.id: sample for sample in islice(plan.samples, MOST)}
        self._scored: dict[Key, _Scored] = {}
        self._done = 0  # up to here, all that the file of answers has is scored
        self.asking = True
        self.stop = threading.Event()

    def score_of(self, answer: Answer) -> Score | None:
        """The score of an answer, so that nobody makes it again; None if there is none yet."""
        one = self._scored.get((answer.id, answer.attempt))
        return one.score if one and one.answer == answer and one.score.error is None else None

    def follow(self) -> None:
        """Run in a thread of its own until `stop`. A failure here does not affect the run."""
        wait = FIRST_S
        try:
            cache = ObservationCache()
            try:
                grader = Grader(self._plan.suite, self._judge, cache, 1)
                while len(self._scored) < MOST and not self.stop.wait(wait):
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
            self._progress.note(f"live figures are not available: {described(error)}")

    def _score_new(self, grader: Grader) -> bool:
        """Update the live figures; returns whether there was anything new."""
        before, gap = len(self._scored), False
        new = self._store.answers.since(self._done)
        while (some := list(islice(new, _TOGETHER))) and not self.stop.is_set():
            given = {
                (answer.id, answer.attempt): (end, answer)
                for end, answer in some
                if answer.id in self._samples
            }
            known = self._scored.keys() & given.keys()
            for key in [key for key in known if self._scored[key].end == given[key][0]]:
                del given[key]
            answers = [answer for _, answer in given.values()]
            if self.asking:
                scores = grader.grade(self._samples, answers, Silent(), "")
            else:  # the run itself observes the rest; doing it twice would slow it down
                scores = grader.graded(self._samples, answers)
            for score in scores:
                end, answer = given[score.id, score.attempt]
                self._scored[score.id, score.attempt] = _Scored(end, answer, score)
            gap = gap or len(scores) < len(answers)
            if not gap:
                self._done = some[-1][0]
            if len(self._scored) >= MOST:
                break
        return len(self._scored) > before and not self.stop.is_set()

    def _write(self) -> None:
        plan, suite = self._plan, self._plan.suite
        scores: list[Score] = []
        samples: list[Sample] = []
        spent, failed = Effort(), 0
        for sample in self._samples.values():
            given = [
                self._scored[sample.id, attempt]
                for attempt in range(plan.attempts)
                if (sample.id, attempt) in self._scored
            ]
            for one in given:
                spent.add(one.answer)
                failed += one.answer.failed
            scores += [one.score for one in given]
            samples += [sample] if given else []
        tally = tally_of(scores, samples, suite.metrics)
        figures, groups = summary_of(tally, samples, suite.metrics, suite.pass_metric)
        name = f"{plan.system.name} (partial: {len(samples)} of {len(plan.samples)} samples)"
        summary = Summary(
            suite=suite.name,
            system=name,
            signature=signature(suite, plan.dataset, self._judge),
            question_form=plan.form,
            n=len(samples),
            asked=tally.asked,
            scored=tally.scored,
            errors=len(tally.failed_ids),
            metrics=figures,
            groups=groups,
            controls={},
            identity=dict(plan.system.identity),
            effort=spent.to_json(figures, suite.metrics),
            sampled=plan.sampled,
            causes=commonest(tally.causes),
            error_causes=commonest(tally.error_causes),
            failed=failed,
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
