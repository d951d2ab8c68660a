"""An earlier run once more: the plan behind its folder, to score or to judge its answers again."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress
from acidtest.core.records import Json
from acidtest.core.registry import find_suite
from acidtest.core.systems import CallableSystem
from acidtest.core.text import counted
from acidtest.engine.plan import Plan, make_plan
from acidtest.store import SCORES, AnswerLog, read_manifest, read_scores


def plan_again(folder: Path, progress: Progress, now: RunOptions | None = None) -> Plan:
    """The plan of an earlier run; of `now`, what does not change its questions is heeded.

    Its samples are those of the run. If they cannot be selected again, because the data has
    changed or the run had only a part of it, they are those with an answer or an earlier score.
    """
    manifest = read_manifest(folder)
    before, now = RunOptions.from_manifest(manifest), now or RunOptions()
    past = manifest["system"]
    system = CallableSystem(lambda text: "", name=past["name"], identity=past["identity"])
    settings = before.replace(
        data=now.data or before.data,
        workers=now.workers,
        executor=now.executor,
        address=now.address,
        controls=now.controls,
        bare=now.bare,
    )
    plan = make_plan(find_suite(str(manifest["suite"])), system, settings)
    if plan.dataset.sha256 != manifest["asked"].get("data_sha256"):
        progress.note(
            f"{folder}: the data has changed since the answers were given; "
            "the new figures cannot be compared with the old ones"
        )
    if plan.asked["samples_sha256"] == manifest["asked"].get("samples_sha256"):
        return plan
    return _with_known_samples(plan, manifest, folder, progress)


def _with_known_samples(
    plan: Plan, manifest: Mapping[str, Json], folder: Path, progress: Progress
) -> Plan:
    known = {name for name, _ in AnswerLog(folder / "answers.jsonl", skip_damaged=True).answers}
    with contextlib.suppress(InputError):  # damaged, or not scored yet
        known |= {str(row["id"]) for row in read_scores(folder / SCORES)}
    samples = [sample for sample in plan.dataset.samples if sample.id in known]
    if not samples:
        raise InputError(f"{folder}: none of its answers is to a sample of the data")
    if gone := sorted(known - {sample.id for sample in samples}):
        progress.note(
            f"{folder}: {counted(len(gone), 'answered sample')} {_are(gone)} no longer in the "
            f"data, such as '{gone[0]}'; left out"
        )
    changed = plan.dataset.sha256 != manifest["asked"].get("data_sha256")
    new = [sample.id for sample in plan.samples if sample.id not in known]
    if new and changed:
        progress.note(
            f"{folder}: {counted(len(new), 'sample')} of the data {_are(new)} not part of this "
            f"run, such as '{new[0]}'; left out. To ask all of them, start a new run"
        )
    once = manifest.get("data", {}).get("selected")
    lost = once - len(samples) - len(gone) if isinstance(once, int) else 0
    if lost > 0:
        progress.note(
            f"{folder}: {lost} of the {once} samples of this run have no answer, and the data no "
            f"longer says which: the figures are of the other {len(samples)}"
        )
    return replace(plan, samples=samples, sampled=None)


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"
