"""What the engine itself costs: a run over a suite that asks and observes nothing."""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import overload

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

    samples: Sequence[Sample]
    name: str = "nothing"
    version: str = "1-0"
    description: str = "engine overhead"
    metrics: Sequence[Metric] = (Metric("passes", "", headline=True),)
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
        return {"passes": sample.id[0] != text[-1]}  # an answer that ends in 3 fails tasks 3, 30 …

    def text(self, sample: Sample, form: str) -> str:
        return "question"

    def program(self, sample: Sample) -> None:
        return None

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        return Score(sample.id, answer.attempt, {"passes": float(observation["passes"])})


class Made(Sequence[Sample]):
    """Samples made when they are read: what is measured is not the data. Four make a cluster."""

    def __init__(self, samples: int) -> None:
        self._samples = samples

    def __len__(self) -> int:
        return self._samples

    @overload
    def __getitem__(self, place: int) -> Sample: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Sample]: ...

    def __getitem__(self, place: int | slice) -> Sample | Sequence[Sample]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(self._samples))]
        if not 0 <= place < self._samples:
            raise IndexError(place)
        task, level = divmod(place, 4)
        return Sample(f"{task}-O{level}", str(task), {"opt": f"O{level}"}, None, {})


def engine_overhead(
    answers: int = ENGINE_SAMPLES, attempts: int = 1, out: str = "", end: str = "\n"
) -> float:
    """CPU seconds per answer for asking, storing, caching, scoring and summarising."""
    suite = Nothing(Made(answers // attempts), toolchain={})
    answer = "int func0() { return 0; }\n" * 20 + end
    system = CallableSystem(lambda text: answer, name=f"constant{end.strip()}")
    options = RunOptions(controls="none", workers=2, attempts=attempts)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ACIDTEST_CACHE"] = folder
        plan = engine.make_plan(suite, system, options)
        before = own_cpu()
        engine.run(plan, Path(out or folder) / "run", Silent())
        spent = own_cpu() - before
        del os.environ["ACIDTEST_CACHE"]
    return spent / answers


def main() -> None:
    """Print what an answer costs, and the most memory that was used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=ENGINE_SAMPLES)
    parser.add_argument("--attempts", type=int, default=1, help="answers to each sample")
    parser.add_argument("--out", default="", help="keep the run in a folder of this one")
    parser.add_argument("--end", default="\n", help="what every answer ends in; 3 fails some tasks")
    args = parser.parse_args()
    spent = engine_overhead(args.answers, args.attempts, args.out, args.end)
    print(f"{args.answers:,} answers, {args.attempts:,} to a sample")
    print(f"{1000 * spent:.3f} ms of CPU for an answer")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
