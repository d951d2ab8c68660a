"""What the engine itself costs: a run over a suite that asks and observes nothing."""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from acidtest import engine
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Control, Dataset, Judge, Questions
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.core.systems import CallableSystem

ENGINE_SAMPLES = 20_000


def own_cpu() -> float:
    """CPU seconds of this process alone."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


@dataclass(frozen=True)
class Nothing:
    """A suite that asks nothing and observes nothing: what is left is the engine."""

    samples: tuple[Sample, ...]
    name: str = "nothing"
    version: str = "1-0"
    description: str = "engine overhead"
    metrics: Sequence[Metric] = (Metric("passes", ""),)
    pass_metric: str | None = None
    controls: Sequence[Control] = ()
    embedded: Sequence[str] = ()
    question_forms: Sequence[str] = ("text",)
    toolchain: Mapping[str, str] = None  # type: ignore[assignment]

    def read(self, paths: Sequence[Path]) -> Dataset:
        return Dataset("nothing", self.samples, "0" * 64)

    def default_form(self, dataset: Dataset) -> str:
        return "text"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        return nullcontext(self)

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        return nullcontext(self)

    def key(self, sample: Sample, text: str) -> str:
        return sample.id

    def observe(self, sample: Sample, text: str) -> Observation:
        return {"passes": True}

    def text(self, sample: Sample, form: str) -> str:
        return "question"

    def program(self, sample: Sample) -> None:
        return None

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        return Score(sample.id, answer.attempt, {"passes": float(observation["passes"])})


def engine_overhead() -> float:
    """CPU seconds per sample for asking, storing, caching, scoring and summarising."""
    samples = tuple(
        Sample(f"{i}-{opt}", str(i), {"opt": opt}, None, {})
        for i in range(ENGINE_SAMPLES // 4)
        for opt in ("O0", "O1", "O2", "O3")
    )
    suite = Nothing(samples, toolchain={})
    system = CallableSystem(lambda text: "int func0() { return 0; }\n" * 20, name="constant")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ACIDTEST_CACHE"] = folder
        plan = engine.make_plan(suite, system, RunOptions(controls="none", workers=2))
        before = own_cpu()
        engine.run(plan, Path(folder) / "run", Silent())
        spent = own_cpu() - before
        del os.environ["ACIDTEST_CACHE"]
    return spent / ENGINE_SAMPLES
