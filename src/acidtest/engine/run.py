"""One system on one suite, from questions to summary; started again, it goes on."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from acidtest._version import __version__
from acidtest.engine.effort import effort
from acidtest.engine.grade import Grader
from acidtest.engine.live import following
from acidtest.engine.plan import Plan
from acidtest.engine.pool import map_unordered
from acidtest.engine.progress import Progress
from acidtest.engine.repair import PREFIX as REPAIRED
from acidtest.engine.repair import ask_for_repairs, with_repairs
from acidtest.engine.signature import signature
from acidtest.engine.summarize import mean_metrics, plain_figures, summarize
from acidtest.errors import AcidtestError, InputError
from acidtest.model import Answer, Figures, Json, Program, Question, Sample, Score, Summary
from acidtest.store import ObservationCache, RunFolder, read_manifest, write_scores
from acidtest.suites import Control, Observer, ProgramObserver, Tabulated, pooled_counts
from acidtest.systems import ControlSystem, OpenSystem, PreparedSystem, System, WaitingSystem


def run(plan: Plan, folder: Path, progress: Progress) -> Summary:
    """Ask what has not been answered, score everything, write the summary."""
    workers = plan.workers or os.cpu_count() or 1
    with (
        RunFolder(folder, plan.asked) as store,
        plan.suite.observer(bare=plan.bare) as observer,
    ):
        if plan.stripped and not isinstance(observer, ProgramObserver):
            raise InputError(f"--stripped: {plan.suite.name} has no programs with symbols")
        store.write_manifest(_manifest(plan, observer, folder))
        try:
            with following(plan, store, observer, progress) as live:
                _ask(plan, store, observer, workers, progress)
                live.asking = False
                return _finish(plan, store, observer, workers, progress, ask=True)
        finally:
            if isinstance(plan.system, OpenSystem):
                plan.system.close()


def rescore(folder: Path, plan: Plan, progress: Progress) -> Summary:
    """Score the answers of an existing run anew, asking nothing."""
    manifest = read_manifest(folder)
    before, now = str(manifest["suite_version"]), plan.suite.version
    if before.split("-")[0] != now.split("-")[0]:
        progress.note(
            f"{folder}: was scored with {plan.suite.name} {before}; this is {now}: "
            "the new figures cannot be compared with those of before"
        )
    workers = plan.workers or os.cpu_count() or 1
    with (
        RunFolder(folder, manifest["asked"]) as store,
        plan.suite.observer(bare=plan.bare) as observer,
    ):
        store.write_manifest(_manifest(plan, observer, folder))
        return _finish(plan, store, observer, workers, progress, ask=False)


def _manifest(plan: Plan, observer: Observer, folder: Path) -> dict[str, Json]:
    created = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    if (folder / "manifest.json").exists():
        created = read_manifest(folder).get("created", created)
    return {
        "acidtest": __version__,
        "created": created,
        "suite": plan.suite.name,
        "suite_version": plan.suite.version,
        "signature": signature(plan.suite, plan.dataset, observer),
        "data": {
            "name": plan.dataset.name,
            "paths": list(plan.data_paths),
            "sha256": plan.dataset.sha256,
            "samples": len(plan.dataset.samples),
            "selected": len(plan.samples),
        },
        "system": {"name": plan.system.name, "identity": dict(plan.system.identity)},
        "question_form": plan.form,
        "toolchain": dict(observer.toolchain),
        "options": {
            "attempts": plan.attempts,
            "limit": plan.limit,
            "groups": {name: list(values) for name, values in plan.groups.items()},
            "controls": plan.controls,
            "bare": plan.bare,
            "stripped": plan.stripped,
            "repair": plan.repair,
        },
        "seed": plan.seed,
        "host": {
            "system": platform.system(),
            "release": platform.release(),
            "machine": platform.machine(),
            "python": platform.python_version(),
            "cpus": os.cpu_count(),
        },
    }


def questions(plan: Plan, observer: Observer) -> Iterator[Question]:
    """All questions of a run, in order; texts are made when they are read."""
    for sample in plan.samples:
        for attempt in range(plan.attempts):
            yield _question(plan, sample, attempt, observer)


def _question(plan: Plan, sample: Sample, attempt: int, observer: Observer) -> Question:
    return Question(
        sample,
        plan.form,
        attempt,
        partial(observer.question, sample),
        partial(_program, observer, sample, plan.stripped),
    )


def _program(observer: Observer, sample: Sample, stripped: bool) -> Program | None:
    if isinstance(observer, ProgramObserver):
        return observer.program(sample, stripped=stripped)
    data = observer.binary(sample)
    return None if data is None else Program(data)


def _ask(
    plan: Plan, store: RunFolder, observer: Observer, workers: int, progress: Progress
) -> None:
    known = store.answers.answers
    todo = [
        question
        for question in questions(plan, observer)
        if (answer := known.get((question.sample.id, question.attempt))) is None
        or answer.error is not None
    ]
    if not todo:
        return
    if isinstance(plan.system, WaitingSystem):
        workers = plan.system.connections

    def ask(question: Question) -> None:
        store.answers.append(_answer(plan.system, question))

    if isinstance(plan.system, PreparedSystem):
        with progress.stage("preparing", 1) as advance:
            plan.system.prepare(todo)
            advance()
    with progress.stage("asking", len(todo)) as advance:
        for _ in map_unordered(ask, todo, workers):
            advance()


def _answer(system: System, question: Question) -> Answer:
    """The system's answer, under the question's id; what it raises is an error, not an answer."""
    try:
        answer = system.answer(question)
    except AcidtestError:
        raise
    except Exception as error:
        text = f"the system raised {type(error).__name__}: {error}"
        return Answer(question.sample.id, None, question.attempt, error=text)
    problem = answer.error
    if answer.text is None and problem is None:
        problem = "the system gave neither an answer nor an error"
    return replace(answer, id=question.sample.id, attempt=question.attempt, error=problem)


def _finish(
    plan: Plan,
    store: RunFolder,
    observer: Observer,
    workers: int,
    progress: Progress,
    *,
    ask: bool,
) -> Summary:
    by_id = {sample.id: sample for sample in plan.samples}
    answers = [
        store.answers.answers[sample.id, attempt]
        for sample in plan.samples
        for attempt in range(plan.attempts)
        if (sample.id, attempt) in store.answers.answers
    ]
    metrics = plan.suite.metrics
    cache = ObservationCache()
    try:
        grader = Grader(plan.suite, observer, cache, workers)
        if plan.repair and ask:
            ask_for_repairs(
                plan,
                store.repaired,
                answers,
                grader,
                lambda a: _question(plan, by_id[a.id], a.attempt, observer),
                partial(_answer, plan.system),
                progress,
                workers,
            )
        scores = grader.grade(by_id, answers, progress, "scoring")
        mended = with_repairs(answers, store.repaired) if plan.repair else []
        repaired = grader.grade(by_id, mended, progress, "scoring repaired answers")
        controls = _controls(plan, observer, grader, by_id, progress)
    finally:
        cache.close()
    names, counts = mean_metrics(metrics), pooled_counts(metrics)
    write_scores(store.path / "scores.parquet", scores, by_id, names, counts)
    if plan.repair:
        write_scores(store.path / "repaired.parquet", repaired, by_id, names, counts)
    if isinstance(plan.suite, Tabulated):
        store.write_tables([t.to_json() for t in plan.suite.tables(plan.samples, scores)])
    overall, groups = summarize(scores, plan.samples, metrics, plan.suite.pass_metric, plan.seed)
    if plan.repair:
        again = [metric for metric in metrics if metric.headline]
        after, by_group = summarize(repaired, plan.samples, again, None, plan.seed)
        overall = {**overall, **_named(after)}
        groups = {
            name: {value: {**own, **_named(by_group[name][value])} for value, own in parts.items()}
            for name, parts in groups.items()
        }
    summary = Summary(
        suite=plan.suite.name,
        system=plan.system.name,
        signature=signature(plan.suite, plan.dataset, observer),
        question_form=plan.form,
        n=len(plan.samples),
        errors=_errors([*scores, *repaired]),
        metrics=overall,
        groups=groups,
        controls=controls,
        identity=dict(plan.system.identity),
        effort=effort(answers, overall, metrics),
    )
    store.write_summary(summary.to_json())
    return summary


def _named(figures: Figures) -> Figures:
    return {REPAIRED + name: figure for name, figure in figures.items()}


def _errors(scores: Sequence[Score]) -> int:
    return len({score.id for score in scores if score.error is not None})


def _controls(
    plan: Plan,
    observer: Observer,
    grader: Grader,
    samples: Mapping[str, Sample],
    progress: Progress,
) -> dict[str, dict[str, float | None]]:
    """Figures of the controls on the same samples; the cache makes them a one-time cost."""
    chosen: list[Control] = [c for c in plan.suite.controls if plan.controls == "all" or c.core]
    if plan.controls == "none":
        return {}
    result = {}
    for control in chosen:
        system = ControlSystem(control)
        answers = [system.answer(_question(plan, sample, 0, observer)) for sample in plan.samples]
        scores = grader.grade(samples, answers, progress, f"control {control.name}")
        if failed := _errors(scores):
            first = next(score.error for score in scores if score.error is not None)
            progress.note(
                f"control {control.name}: {failed} of {len(plan.samples)} samples could not be "
                f"scored because of an error on our side: {first}"
            )
        result[control.name] = plain_figures(scores, plan.suite.metrics)
    return result
