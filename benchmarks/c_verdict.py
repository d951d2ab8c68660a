"""CPU of a C verdict: the published procedure against ours, side by side in one run.

Both judge the same oracle answers, nothing deduplicated, all CPU of all processes counted.
Ours runs in the sandbox and compiles its tests within the run. Prints a table and writes it
to docs/performance.md. Ratios are what counts; milliseconds are this machine's.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest import engine
from acidtest.model import Answer, Observation, Sample, Score
from acidtest.sandbox import Sandbox
from acidtest.suites import Control, Dataset, Metric, Observer, find_suite
from acidtest.suites.c_decompile.source import published_hoist
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Judge, runner
from acidtest.systems import CallableSystem
from acidtest.toolchain.gcc import find_gcc
from benchmarks.report import write_section

PR_SET_CHILD_SUBREAPER = 36
ENGINE_SAMPLES = 20_000
BLOCK = 164


def tree_cpu() -> float:
    """CPU seconds of this process and all its children that have ended."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def own_cpu() -> float:
    """CPU seconds of this process alone."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def reap() -> None:
    """Wait for what bubblewrap's monitor leaves behind, so that its CPU is counted."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def literal(task: Task, answer: str) -> tuple[bool, bool]:
    """The published procedure as published: two gcc runs and the program, no sandbox."""
    includes, test = published_hoist(task.reference, task.test)
    alone = (
        f"{includes}\n{task.dependencies}\n{answer}"
        if task.dependencies
        else f"{includes}\n{answer}"
    )
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "onlyfunc.c").write_text(alone)
        (Path(folder) / "combine.c").write_text(f"{alone}\n{test}")
        commands = [
            ["gcc", "-S", "onlyfunc.c", "-o", "onlyfunc", "-lm"],
            ["gcc", "combine.c", "-o", "combine", "-lm"],
            ["./combine"],
        ]
        for number, command in enumerate(commands):
            done = subprocess.run(
                command,
                cwd=folder,
                timeout=10,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if done.returncode != 0:
                return number > 0, False
    return True, True


@dataclass
class Tally:
    """What one way of judging has cost and said so far."""

    verdicts: list[bool] = field(default_factory=list)
    cpu: float = 0.0
    wall: float = 0.0
    own: float = 0.0

    def add(self, block: tuple[list[bool], float, float]) -> None:
        """Add a block's verdicts, wall seconds and own CPU seconds."""
        self.verdicts += block[0]
        self.wall += block[1]
        self.own += block[2]


def sound(judge: Judge, task: Task) -> bool:
    """Our verdict on the reference itself."""
    return bool(judge.sound_verdict(task, task.function)["plain"]["passes"])


def measure(
    judge: Callable[[Task], bool], tasks: Sequence[Task]
) -> tuple[list[bool], float, float]:
    """Verdicts, wall seconds and own CPU seconds over all tasks, two at a time."""
    start, own = time.perf_counter(), own_cpu()
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(judge, tasks))
    return verdicts, time.perf_counter() - start, own_cpu() - own


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


def main() -> None:
    """Measure and write the table."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    folder = Path(os.environ.get("ACIDTEST_DATA", "no public data"))
    data = folder / "decompile-eval" / "decompile-eval-executable-gcc-obj.json"
    suite = find_suite("c-decompile")
    dataset = suite.read([data] if data.exists() else [])
    tasks: list[Task] = [sample.truth for sample in dataset.samples]
    gcc = find_gcc()
    runner()  # built before anything is measured

    paper, ours = Tally(), Tally()
    for start in range(0, len(tasks), BLOCK):  # by turns, so that both meet the same machine
        block = tasks[start : start + BLOCK]
        before = tree_cpu()
        paper.add(measure(lambda task: literal(task, task.function)[1], block))
        paper.cpu += tree_cpu() - before

        before = tree_cpu()
        with Sandbox({"runner": runner()}) as sandbox:
            judge = Judge(gcc, sandbox)
            ours.add(measure(partial(sound, judge), block))
            mode = sandbox.mode
        reap()
        ours.cpu += tree_cpu() - before

    overhead = engine_overhead()
    n = len(tasks)
    same = sum(a == b for a, b in zip(paper.verdicts, ours.verdicts, strict=True))
    rows = [("published procedure, no sandbox", paper), (f"acidtest, sandbox on ({mode})", ours)]
    lines = [
        "## Verdicts on C",
        "",
        f"`make bench` on {n} oracle answers of the {dataset.name}, {os.cpu_count()} cores, "
        f"gcc {gcc.version}, Python {platform.python_version()}, Linux {platform.machine()}.",
        "CPU of the whole process tree; nothing deduplicated; tests compiled within the run.",
        "",
        "| C verdict | CPU ms a record | wall ms a record, two at a time | passes |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {1000 * tally.cpu / n:.1f} | {1000 * tally.wall / n:.1f} "
            f"| {sum(tally.verdicts)}/{n} |"
            for name, tally in rows
        ),
        "",
        f"- ratio: **{paper.cpu / ours.cpu:.2f}×** less CPU; same verdict on {same} of {n}",
        f"- of ours, the Python side (packing, screening the object, reading replies) is "
        f"{1000 * ours.own / n:.2f} ms a record",
        f"- engine overhead (asking, answers on disk, cache, scores, summary; {ENGINE_SAMPLES:,} "
        f"samples of a suite that observes nothing): **{1000 * overhead:.3f} ms** a sample",
        "",
    ]
    text = "\n".join(lines)
    print(text)
    write_section("c-verdict", text)


if __name__ == "__main__":
    main()
