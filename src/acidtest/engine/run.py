"""Runs one system on one suite, from questions to summary; continues if started again."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from acidtest.core.metric import mean_metrics, pooled_counts
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge, OpenSystem, Questions, Tabulated
from acidtest.core.records import Answer, Figures, Json, Sample, Score, Summary
from acidtest.core.systems import ControlSystem
from acidtest.core.text import counted
from acidtest.core.version import __version__
from acidtest.engine.ask import answer_of, ask, make_question
from acidtest.engine.effort import effort
from acidtest.engine.guess import guesses
from acidtest.engine.judge import Grader
from acidtest.engine.live import following
from acidtest.engine.plan import Plan
from acidtest.engine.repair import PREFIX as REPAIRED
from acidtest.engine.repair import ask_for_repairs, with_repairs
from acidtest.engine.signature import signature
from acidtest.engine.summarise import commonest, plain_figures, summarise, tables_of
from acidtest.store import (
    SCORES,
    AnswerLog,
    ObservationCache,
    RunWriter,
    read_manifest,
    write_scores,
)
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
    ):
        reused = sum(answer.error is None for answer in _given(plan, store.answers))
        _begin(plan, store, judge, progress, reused)
        if reused:
            progress.note(f"reused {reused} of {_asked(plan)} answers from {folder}")
        try:
            with following(plan, store, judge, progress) as live:
                ask(plan, store.answers, builder, _workers(plan), progress)
                live.asking = False
                return _finish(plan, store, judge, builder, progress, asking=True)
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
    ):
        reused = manifest.get("answers", {}).get("reused", 0)  # when it was last asked
        _begin(plan, store, judge, progress, reused)
        return _finish(plan, store, judge, builder, progress, asking=False)


def _begin(plan: Plan, store: RunWriter, judge: Judge, progress: Progress, reused: int) -> None:
    for note in store.notes:
        progress.note(note)
    for reason, count in plan.dataset.left_out.items():
        progress.note(f"left out {counted(count, 'sample')}: {reason}")
    store.write_manifest(_manifest(plan, judge, store.before, reused))


def _asked(plan: Plan) -> int:
    return len(plan.samples) * plan.attempts


def _given(plan: Plan, log: AnswerLog) -> Iterable[Answer]:
    """The answers of the run so far, in order."""
    for sample in plan.samples:
        for attempt in range(plan.attempts):
            if (sample.id, attempt) in log.answers:
                yield log.answers[sample.id, attempt]


def _workers(plan: Plan) -> int:
    return plan.options.workers or os.cpu_count() or 1


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
            "paths": [str(path.resolve()) for path in plan.options.data],
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
    progress: Progress,
    *,
    asking: bool,
) -> Summary:
    repair = plan.options.repair
    by_id = {sample.id: sample for sample in plan.samples}
    answers = _answers(plan, store, progress)
    metrics = plan.suite.metrics
    cache = ObservationCache()
    try:
        grader = Grader(plan.suite, judge, cache, _workers(plan))
        if repair and asking:
            ask_for_repairs(
                plan,
                store.repaired,
                answers,
                grader,
                lambda a: make_question(plan.form, by_id[a.id], a.attempt, builder),
                partial(answer_of, plan.system),
                progress,
                _workers(plan),
            )
        scores = grader.grade(by_id, answers, progress, "scoring")
        mended = with_repairs(answers, store.repaired) if repair else []
        repaired = grader.grade(by_id, mended, progress, "scoring repaired answers")
        controls = _controls(plan, builder, grader, by_id, progress)
        guessed, guessed_again = (
            guesses(plan, builder, grader, given, own, progress)
            for given, own in ((answers, scores), (mended, repaired))
        )
    finally:
        cache.close()
    names, counts = mean_metrics(metrics), pooled_counts(metrics)
    write_scores(store.path / SCORES, scores, by_id, names, counts)
    write_guesses(store.path / UNSCORED, guessed, by_id, names, counts)
    if repair:
        write_scores(store.path / REPAIRED_SCORES, repaired, by_id, names, counts)
    if isinstance(plan.suite, Tabulated):
        store.write_tables([table.to_json() for table in tables_of(plan.suite, by_id, scores)])
    overall, groups = summarise(scores, plan.samples, metrics, plan.suite.pass_metric, guessed)
    if repair:
        again = [metric for metric in metrics if metric.headline]
        after, by_group = summarise(repaired, plan.samples, again, None, guessed_again)
        overall = {**overall, **_named(after)}
        groups = {
            name: {value: {**own, **_named(by_group[name][value])} for value, own in parts.items()}
            for name, parts in groups.items()
        }
    summary = Summary(
        suite=plan.suite.name,
        system=plan.system.name,
        signature=signature(plan.suite, plan.dataset, judge),
        question_form=plan.form,
        n=len(plan.samples),
        asked=len(scores),
        scored=sum(score.error is None for score in scores),
        errors=_errors([*scores, *repaired]),
        metrics=overall,
        groups=groups,
        controls=controls,
        identity=dict(plan.system.identity),
        effort=effort(answers, overall, metrics),
        sampled=plan.sampled,
        causes=commonest(score.cause for score in scores),
        error_causes=commonest(score.error for score in [*scores, *repaired]),
        failed=sum(answer.failed for answer in answers),
    )
    store.write_summary(summary.to_json())
    return summary


def _answers(plan: Plan, store: RunWriter, progress: Progress) -> list[Answer]:
    """One answer per sample and attempt; where the run has none, one that says so."""
    given = store.answers.answers
    keys = [(sample.id, attempt) for sample in plan.samples for attempt in range(plan.attempts)]
    missing = list(dict.fromkeys(key[0] for key in keys if key not in given))
    if missing:
        progress.note(
            f"{store.path}: no answer to {len(missing)} of {len(plan.samples)} samples, such as "
            f"'{missing[0]}': not scored. The command that began the run asks again for them"
        )
    return [given.get((i, n), Answer(i, None, n, error=_UNANSWERED)) for i, n in keys]


def _named(figures: Figures) -> Figures:
    return {REPAIRED + name: figure for name, figure in figures.items()}


def _errors(scores: Sequence[Score]) -> int:
    return len({score.id for score in scores if score.error is not None})


def _controls(
    plan: Plan,
    builder: Questions,
    grader: Grader,
    samples: Mapping[str, Sample],
    progress: Progress,
) -> dict[str, dict[str, float | None]]:
    """Figures of the controls on the same samples; cached, so they cost time only once."""
    chosen = plan.options.controls
    result: dict[str, dict[str, float | None]] = {}
    for control in plan.suite.controls if chosen != "none" else ():
        if not (control.core or chosen == "all"):
            continue
        system = ControlSystem(control)
        able = [s for s in plan.samples if not (control.cannot and control.cannot(s))]
        asked = (make_question(plan.form, sample, 0, builder) for sample in able)
        answers = [system.answer(question) for question in asked]
        scores = grader.grade(samples, answers, progress, f"control {control.name}")
        if failed := _errors(scores):
            first = next(score.error for score in scores if score.error is not None)
            progress.note(
                f"control {control.name}: {failed} of {len(plan.samples)} samples were not "
                f"scored: {first}"
            )
        result[control.name] = plain_figures(scores, plan.suite.metrics)
    return result
