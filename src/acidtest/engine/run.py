"""Runs one system on one suite, from questions to summary; continues if started again."""

from __future__ import annotations

import contextlib
import datetime
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from acidtest.core.metric import Metric, mean_metrics, pooled_counts
from acidtest.core.places import origin
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge, OpenSystem, Questions, Tabulated, Tabulator
from acidtest.core.records import Answer, Figures, Json, Sample, Summary
from acidtest.core.systems import ControlSystem
from acidtest.core.text import counted
from acidtest.core.version import __version__
from acidtest.engine.ask import answer_of, ask, longest, make_question, open_questions
from acidtest.engine.effort import Effort
from acidtest.engine.executor import Executor
from acidtest.engine.executors import open_executor, tool_of
from acidtest.engine.guess import guesses
from acidtest.engine.judge import Grader, unknown
from acidtest.engine.live import Live, following
from acidtest.engine.plan import Plan
from acidtest.engine.ray_executor import RemoteTool
from acidtest.engine.repair import PREFIX as REPAIRED
from acidtest.engine.repair import ask_for_repairs, with_repairs
from acidtest.engine.signature import signature
from acidtest.engine.summarise import figures_of, summary_of
from acidtest.engine.tally import Tally, commonest
from acidtest.store import SCORES, AnswerLog, ObservationCache, RunWriter, read_manifest
from acidtest.store.score_writer import ScoreWriter, groups_of
from acidtest.store.scores import REPAIRED as REPAIRED_SCORES
from acidtest.store.scores import UNSCORED
from acidtest.store.worst import write_guesses

_UNANSWERED = "the run has no answer to this sample"


def run(plan: Plan, folder: Path, progress: Progress) -> Summary:
    """Ask the open questions, score everything, write the summary."""
    with (
        RunWriter(folder, plan.asked) as store,
        plan.suite.judge(plan.options) as judge,
        plan.suite.questions(plan.options) as builder,
        _executor(plan, judge, progress, tool_of(plan, builder)) as executor,
    ):
        reused = _asked(plan) - open_questions(plan, store.answers)
        _begin(plan, store, judge, progress, reused)
        if reused:
            progress.note(f"reused {reused} of {_asked(plan)} answers from {folder}")
        try:
            with following(plan, store, judge, progress) as live:
                ask(plan, store.answers, builder, executor, progress)
                live.asking = False
                return _finish(plan, store, judge, builder, executor, progress, live)
        finally:
            if isinstance(plan.system, OpenSystem):
                plan.system.close()


def rescore(folder: Path, plan: Plan, progress: Progress) -> Summary:
    """Rescore the answers of an existing run without asking anything."""
    manifest = read_manifest(folder)
    before, now = str(manifest["suite_version"]), plan.suite.version
    if before.split("-")[0] != now.split("-")[0]:
        progress.note(
            f"{folder}: was scored with {plan.suite.name} {before}, and this is {now}: "
            "the new figures cannot be compared with the old ones"
        )
    with (
        RunWriter(folder, manifest["asked"]) as store,
        plan.suite.judge(plan.options) as judge,
        plan.suite.questions(plan.options) as builder,
        _executor(plan, judge, progress) as executor,
    ):
        reused = manifest.get("answers", {}).get("reused", 0)  # when it was last asked
        _begin(plan, store, judge, progress, reused)
        return _finish(plan, store, judge, builder, executor, progress)


def _begin(plan: Plan, store: RunWriter, judge: Judge, progress: Progress, reused: int) -> None:
    for note in store.notes:
        progress.note(note)
    for note in plan.dataset.notes:
        progress.note(note)
    for reason, count in plan.dataset.left_out.items():
        progress.note(f"left out {counted(count, 'sample')}: {reason}")
    store.write_manifest(_manifest(plan, judge, store.before, reused))


def _asked(plan: Plan) -> int:
    return len(plan.samples) * plan.attempts


def _given(plan: Plan, log: AnswerLog) -> Iterator[tuple[Sample, Answer]]:
    """One answer per sample and attempt; where the run has none, one that says so."""
    for sample in plan.samples:
        for attempt, answer in enumerate(log.answers.of_sample(sample.id, plan.attempts)):
            yield sample, answer or Answer(sample.id, None, attempt, error=_UNANSWERED)


def _executor(
    plan: Plan, judge: Judge, progress: Progress, tool: RemoteTool | None = None
) -> AbstractContextManager[Executor]:
    return open_executor(plan.suite, plan.options, judge, progress, tool)


def _manifest(plan: Plan, judge: Judge, before: Mapping[str, Json], reused: int) -> dict[str, Json]:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return {
        "acidtest": __version__,
        "created": before.get("created", now),
        "suite": plan.suite.name,
        "suite_version": plan.suite.version,
        "signature": signature(plan.suite, plan.dataset, judge),
        "data": {
            "name": plan.dataset.name,
            "paths": [origin(path) for path in plan.options.data],
            "sha256": plan.dataset.sha256,
            "samples": sum(1 for _ in plan.dataset.samples),
            "selected": len(plan.samples),
            **({"sampled": plan.sampled.to_json()} if plan.sampled else {}),
            **({"left_out": dict(plan.dataset.left_out)} if plan.dataset.left_out else {}),
        },
        "system": {"name": plan.system.name, "identity": dict(plan.system.identity)},
        "question_form": plan.form,
        "toolchain": dict(judge.toolchain),
        "options": plan.options.to_manifest(),
        "answers": {"asked": _asked(plan), "reused": reused},
        "seed": plan.options.seed,
        "host": {
            "system": platform.system(),
            "release": platform.release(),
            "machine": platform.machine(),
            "python": platform.python_version(),
            "cpus": os.cpu_count(),
        },
    }


def _finish(
    plan: Plan,
    store: RunWriter,
    judge: Judge,
    builder: Questions,
    executor: Executor,
    progress: Progress,
    live: Live | None = None,
) -> Summary:
    """Score, with what `live` has scored; without it, the run's answers are older than this."""
    repair, asking = plan.options.repair, live is not None
    metrics = plan.suite.metrics
    headline = [metric for metric in metrics if metric.headline]
    names, counts = mean_metrics(metrics), pooled_counts(metrics)
    if not asking:
        _note_missing(plan, store, progress)
    cache = ObservationCache()
    with contextlib.ExitStack() as files:
        files.callback(cache.close)
        known = live.score_of if live else unknown
        grader = Grader(plan.suite, judge, cache, executor, known)
        if repair and asking:
            ask_for_repairs(
                plan,
                store.repaired,
                _given(plan, store.answers),
                grader,
                lambda sample, attempt: make_question(plan.form, sample, attempt, builder),
                partial(answer_of, plan.system, most=longest(plan.suite)),
                progress,
                plan.options.workers or os.cpu_count() or 1,
            )
        groups_of_all = groups_of(plan.samples)
        scores = files.enter_context(ScoreWriter(store.path / SCORES, groups_of_all, names, counts))
        tabulator = plan.suite.tabulator() if isinstance(plan.suite, Tabulated) else None
        first = _Scoring(plan, metrics, scores, tabulator)
        first.score(grader, _given(plan, store.answers), progress, "scoring")
        if not asking:
            reused = _asked(plan) - open_questions(plan, store.answers)
            progress.note(
                f"reused {reused} of {_asked(plan)} answers from {store.path}; "
                f"{counted(grader.made, 'observation')} made anew"
            )
        again = None
        if repair:
            mended = files.enter_context(
                ScoreWriter(store.path / REPAIRED_SCORES, groups_of_all, names, counts)
            )
            again = _Scoring(plan, headline, mended)
            given = with_repairs(_given(plan, store.answers), store.repaired)
            again.score(grader, given, progress, "scoring repaired answers")
        controls = _controls(plan, builder, grader, progress)
        guessed = guesses(plan, builder, grader, first.lost, progress)
        guessed_again = guesses(plan, builder, grader, again.lost, progress) if again else []
        scores.keep()
        lost = {sample.id: sample for sample, _ in first.lost}
        write_guesses(store.path / UNSCORED, guessed, lost, groups_of_all, names, counts)
        if again:
            mended.keep()
    if tabulator is not None:
        store.write_tables([table.to_json() for table in tabulator.tables()])
    tally, pass_metric = first.tally, plan.suite.pass_metric
    overall, groups = summary_of(tally, plan.samples, metrics, pass_metric, guessed)
    errors, error_causes = tally.failed_ids, tally.error_causes
    if again:
        after, by_group = summary_of(again.tally, plan.samples, headline, None, guessed_again)
        overall = {**overall, **_named(after)}
        groups = {
            name: {value: {**own, **_named(by_group[name][value])} for value, own in parts.items()}
            for name, parts in groups.items()
        }
        errors, error_causes = (
            errors | again.tally.failed_ids,
            error_causes + again.tally.error_causes,
        )
    summary = Summary(
        suite=plan.suite.name,
        system=plan.system.name,
        signature=signature(plan.suite, plan.dataset, judge),
        question_form=plan.form,
        n=len(plan.samples),
        asked=tally.asked,
        scored=tally.scored,
        errors=len(errors),
        metrics=overall,
        groups=groups,
        controls=controls,
        identity=dict(plan.system.identity),
        effort=first.effort.to_json(overall, metrics),
        sampled=plan.sampled,
        causes=commonest(tally.causes),
        error_causes=commonest(error_causes),
        failed=first.failed,
    )
    store.write_summary(summary.to_json())
    return summary


class _Scoring:
    """The answers of a run, scored one after another: written, tabulated and summed up.

    `lost` are the answers without a score, and `failed` counts those that a tool failed to give.
    """

    def __init__(
        self,
        plan: Plan,
        metrics: Sequence[Metric],
        file: ScoreWriter,
        tabulator: Tabulator | None = None,
    ) -> None:
        self._plan, self._file, self._tabulator = plan, file, tabulator
        self.tally = Tally(len(plan.samples), metrics)
        self.effort = Effort()
        self.lost: list[tuple[Sample, Answer]] = []
        self.failed = 0

    def score(
        self,
        grader: Grader,
        given: Iterable[tuple[Sample, Answer]],
        progress: Progress,
        stage: str,
    ) -> None:
        """Score the answers, which are in the order of the samples."""
        attempts = self._plan.attempts
        scored = grader.grade_each(given, _asked(self._plan), progress, stage)
        for nth, (sample, answer, score) in enumerate(scored):
            self._file.add(sample, score)
            self.tally.add(nth // attempts, score)
            self.effort.add(answer)
            if self._tabulator is not None:
                self._tabulator.add(sample, score)
            if score.error is not None:
                self.lost.append((sample, answer))
            self.failed += answer.failed


def _note_missing(plan: Plan, store: RunWriter, progress: Progress) -> None:
    """Say that the run has no answer to some samples."""
    asked, count, first = set(range(plan.attempts)), 0, ""
    for sample in plan.samples:
        if not asked <= store.answers.answers.attempts(sample.id):
            count, first = count + 1, first or sample.id
    if count:
        progress.note(
            f"{store.path}: no answer to {count} of {len(plan.samples)} samples, such as "
            f"'{first}': not scored. The command that began the run asks again for them"
        )


def _named(figures: Figures) -> Figures:
    return {REPAIRED + name: figure for name, figure in figures.items()}


def _controls(
    plan: Plan,
    builder: Questions,
    grader: Grader,
    progress: Progress,
) -> dict[str, dict[str, float | None]]:
    """Figures of the controls on the same samples; cached, so they cost time only once."""
    chosen = plan.options.controls
    result: dict[str, dict[str, float | None]] = {}
    for control in plan.suite.controls if chosen != "none" else ():
        if not (control.core or chosen == "all"):
            continue
        system, first = ControlSystem(control), ""
        able = partial(filter, lambda s, own=control: not (own.cannot and own.cannot(s)))
        total = sum(1 for _ in able(plan.samples))
        given = (
            (sample, system.answer(make_question(plan.form, sample, 0, builder)))
            for sample in able(plan.samples)
        )
        tally = Tally(total, plan.suite.metrics)
        for place, (_, _, score) in enumerate(
            grader.grade_each(given, total, progress, f"control {control.name}")
        ):
            tally.add(place, score)
            first = first or score.error or ""
        if failed := len(tally.failed_ids):
            progress.note(
                f"control {control.name}: {failed} of {len(plan.samples)} samples were not "
                f"scored: {first}"
            )
        result[control.name] = figures_of(tally.columns, plan.suite.metrics)
    return result
