"""What a run is, put together from what the user wants."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.errors import InputError
from acidtest.model import Json, Sample
from acidtest.suites import Dataset, Repairing, Suite, sha256_of
from acidtest.systems import FormedSystem, System


@dataclass(frozen=True)
class Plan:
    """What a run is: everything but where it goes and how fast."""

    suite: Suite
    system: System
    dataset: Dataset
    samples: Sequence[Sample]
    form: str
    attempts: int = 1
    seed: int = 0
    controls: str = "core"
    data_paths: Sequence[str] = ()
    limit: int | None = None
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    workers: int = 0
    bare: bool = False
    stripped: bool = False
    repair: bool = False

    @property
    def asked(self) -> dict[str, Json]:
        """What decides the answers; a run folder belongs to exactly one of these."""
        return {
            "suite": self.suite.name,
            "data_sha256": self.dataset.sha256,
            "samples_sha256": sha256_of(*(sample.id for sample in self.samples)),
            "system": self.system.name,
            "identity": json.loads(json.dumps(self.system.identity)),
            "question_form": self.form,
            "attempts": self.attempts,
            "seed": self.seed,
            **({"stripped": True} if self.stripped else {}),
            **({"repair": True} if self.repair else {}),
        }

    @property
    def default_folder(self) -> Path:
        """`runs/SUITE/SYSTEM-<hash of what was asked>`: the same command finds its own folder."""
        digest = sha256_of(json.dumps(self.asked, sort_keys=True))[:10]
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self.system.name).strip("-.")[:60] or "system"
        return Path("runs") / self.suite.name / f"{name}-{digest}"


def make_plan(
    suite: Suite,
    system: System,
    *,
    data: Sequence[Path] = (),
    dataset: Dataset | None = None,
    limit: int | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    form: str | None = None,
    attempts: int = 1,
    seed: int = 0,
    controls: str = "core",
    workers: int = 0,
    bare: bool = False,
    stripped: bool = False,
    repair: bool = False,
) -> Plan:
    """Read the data, pick the samples and check what can be checked before anything runs.

    `dataset` is what `data` was read into, where that has been done already.
    """
    if repair and not isinstance(suite, Repairing):
        raise InputError(f"--repair: {suite.name} has nothing to tell about an answer")
    dataset = dataset or suite.read(data)
    if form is None and isinstance(system, FormedSystem):
        form = system.form
    form = form or suite.default_form(dataset)
    if form not in suite.question_forms:
        raise InputError(
            f"there is no question form '{form}'; {suite.name} has: "
            f"{', '.join(suite.question_forms)}"
        )
    return Plan(
        suite=suite,
        system=system,
        dataset=dataset,
        samples=select(dataset.samples, groups or {}, limit),
        form=form,
        attempts=attempts,
        seed=seed,
        controls=controls,
        data_paths=[str(path.resolve()) for path in data],
        limit=limit,
        groups=groups or {},
        workers=workers,
        bare=bare,
        stripped=stripped,
        repair=repair,
    )


def select(
    samples: Sequence[Sample], groups: Mapping[str, Sequence[str]], limit: int | None
) -> list[Sample]:
    """Samples in the wanted groups; with a limit, spread evenly over them."""
    for name, wanted in groups.items():
        present = {s.groups[name] for s in samples if name in s.groups}
        if not present:
            known = ", ".join(sorted({group for s in samples for group in s.groups}))
            raise InputError(f"there is no group '{name}' in this data; there are: {known}")
        if missing := [value for value in wanted if value not in present]:
            raise InputError(
                f"group '{name}' has no value '{missing[0]}'; it has: {', '.join(sorted(present))}"
            )
    chosen = [
        s for s in samples if all(s.groups.get(name) in wanted for name, wanted in groups.items())
    ]
    if not chosen:
        raise InputError("no sample is in all the wanted groups")
    if limit is None or limit >= len(chosen):
        return chosen
    return [chosen[i * len(chosen) // limit] for i in range(limit)]
