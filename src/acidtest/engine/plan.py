"""The plan of a run, made from the user's options."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from acidtest.core.agents import AGENT, agent_of
from acidtest.core.digest import RunningHash, sha256_of
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Control, Dataset, FormChecking, FormedSystem, Suite, System
from acidtest.core.records import Json, Sample, Sampled
from acidtest.core.redact import learn_fields, redact, redacted
from acidtest.core.registry import read_dataset
from acidtest.core.systems import ControlSystem
from acidtest.engine.sampling import take


@dataclass(frozen=True)
class Plan:
    """Everything about a run except its folder."""

    suite: Suite
    system: System
    dataset: Dataset
    samples: Sequence[Sample]
    form: str
    options: RunOptions = field(default_factory=RunOptions)
    sampled: Sampled | None = None

    @property
    def attempts(self) -> int:
        """Answers per sample."""
        return self.options.attempts

    @property
    def asked(self) -> dict[str, Json]:
        """Everything that affects the answers; a run folder belongs to exactly one of these.

        Secrets are left out rather than hashed: a weak password can be guessed from its hash.
        """
        asked: dict[str, Json] = {
            "suite": self.suite.name,
            "data_sha256": self.dataset.sha256,
            "samples_sha256": self._samples_sha256,
            "system": self.system.name,
            "identity": json.loads(json.dumps(self.system.identity)),
            "question_form": self.form,
            **self.options.asked(),
        }
        return redacted(asked)

    @cached_property
    def _samples_sha256(self) -> str:
        whole = RunningHash()
        for sample in self.samples:
            whole.add(sample.id)
        return whole.hexdigest()

    @property
    def default_folder(self) -> Path:
        """`runs/SUITE/SYSTEM-<hash of what was asked>`: the same command finds its own folder."""
        digest = sha256_of(json.dumps(self.asked, sort_keys=True))[:10]
        name = (
            re.sub(r"[^A-Za-z0-9._-]+", "-", redact(self.system.name)).strip("-.")[:60] or "system"
        )
        return Path("runs") / self.suite.name / f"{name}-{digest}"


def make_plan(
    suite: Suite,
    system: System,
    options: RunOptions | None = None,
    *,
    dataset: Dataset | None = None,
) -> Plan:
    """Read the data, select the samples, and check as much as possible before anything runs.

    `dataset` is the result of `read_dataset`, if that was already done.
    """
    options = options or RunOptions()
    learn_fields(system.identity)
    if left := options.unsupported(getattr(suite, "supports", ())):
        raise InputError(f"{left[0].flag}: {suite.name} does not support this option")
    dataset = dataset or read_dataset(suite, options)
    form = options.form
    if form is None and isinstance(system, FormedSystem):
        form = system.form
    form = form or suite.default_form(dataset)
    if form not in suite.question_forms:
        raise InputError(
            f"unknown question form '{form}'; {suite.name} has: {', '.join(suite.question_forms)}"
        )
    if options.agent_limits and not options.agent:
        raise InputError("--agent-limits: only applies with --agent")
    if options.agent and AGENT not in system.identity:  # that of an earlier run is one already
        system = agent_of(system, suite, options)
    if isinstance(system, ControlSystem):
        dataset = answerable(dataset, system.control)
    samples, sampled = take(in_groups(dataset.samples, options.groups), options.limit)
    if isinstance(suite, FormChecking):
        suite.check_form(samples, form)
    return Plan(suite, system, dataset, samples, form, options, sampled)


def answerable(dataset: Dataset, control: Control) -> Dataset:
    """The data without what a control cannot answer, which is counted by reason."""
    if control.cannot is None:
        return dataset
    kept, left_out = [], Counter(dataset.left_out)
    for sample in dataset.samples:
        if why := control.cannot(sample):
            left_out[f"{control.name} cannot answer: {why}"] += 1
        else:
            kept.append(sample)
    return replace(dataset, samples=tuple(kept), left_out=left_out) if kept else dataset


def select(
    samples: Iterable[Sample], groups: Mapping[str, Sequence[str]], limit: int | None
) -> list[Sample]:
    """Samples in the selected groups; with a limit, the part of them that `take` gives."""
    return list(take(in_groups(samples, groups), limit)[0])


def in_groups(samples: Iterable[Sample], groups: Mapping[str, Sequence[str]]) -> Sequence[Sample]:
    """The samples that are in all of these groups; raises `InputError` if there are none.

    If no group is chosen, a sequence stays what it is: it may make its samples when they are read.
    """
    every = samples if isinstance(samples, Sequence) else list(samples)
    if every and not groups:
        return every
    for name, values in groups.items():
        present = {s.groups[name] for s in every if name in s.groups}
        if not present:
            known = ", ".join(sorted({group for s in every for group in s.groups}))
            raise InputError(f"unknown group '{name}'; this data has: {known}")
        if missing := [value for value in values if value not in present]:
            raise InputError(
                f"group '{name}' has no value '{missing[0]}'; it has: {', '.join(sorted(present))}"
            )
    chosen = [
        s for s in every if all(s.groups.get(name) in values for name, values in groups.items())
    ]
    if not chosen:
        raise InputError("no sample is in all of the selected groups; drop one of --groups")
    return chosen
