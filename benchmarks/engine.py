"""What the engine itself costs: a run over a suite that asks and observes nothing."""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from acidtest import engine
from acidtest.model import Answer, Observation, Sample, Score
from acidtest.suites import Control, Dataset, Metric, Observer
from acidtest.systems import CallableSystem

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

    @contextmanager
    def observer(self, *, bare: bool = False) -> Iterator[Observer]:
        yield self

    def key(self, sample: Sample, text: str) -> str:
        return sample.id

    def observe(self, sample: Sample, text: str) -> Observation:
        return {"passes": True}

    def question(self, sample: Sample, form: str) -> str:
        return "question"

    def binary(self, sample: Sample) -> bytes | None:
        return None

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        return Score(sample.id, answer.attempt, {"passes": float(observation["passes"])})


def engine_overhead() -> float:
    """CPU seconds a sample of asking, storing, caching, scoring and summing up."""
    samples = tuple(
        Sample(f"{i}-{opt}", str(i), {"opt": opt}, None, {})
        for i in range(ENGINE_SAMPLES // 4)
        for opt in ("O0", "O1", "O2", "O3")
    )
    suite = Nothing(samples, toolchain={})
    system = CallableSystem(lambda text: "int func0() { return 0; }\n" * 20, name="constant")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ACIDTEST_CACHE"] = folder
        plan = engine.make_plan(suite, system, controls="none", workers=2)
        before = own_cpu()
        engine.run(plan, Path(folder) / "run", engine.Silent())
        spent = own_cpu() - before
        del os.environ["ACIDTEST_CACHE"]
    return spent / ENGINE_SAMPLES
