"""What a batch of 64 rewards for C costs, beside the published procedure on the same answers.

    python benchmarks/reward_latency.py [--batches 20] [--write]

Half of the answers are the originals, half are Ghidra's as the published data holds them; the
published procedure gets them with what they lack. Each batch has other comments, so that no answer
is known from an earlier one. Each way works in a process of its own, by turns on the same batches.
All CPU of all its processes is counted, start and end of the sandbox included. Ratios are what
counts.
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.core.paths import cache_dir
from acidtest.core.records import Sample
from acidtest.core.registry import find_suite
from acidtest.toolchains.gcc import find_gcc
from benchmarks.c_verdict import PR_SET_CHILD_SUBREAPER, completed, literal, reap, tree_cpu
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "rewards.md"
DATA = (
    Path(os.environ.get("ACIDTEST_DATA", "no public data"))
    / "decompile-eval/decompile-eval-executable-gcc-ghidra.json"
)
BATCH = 64

Row = tuple[Sample, str]
"""A sample and an answer to it."""


def answers() -> list[Row]:
    """The answers of a batch: to each of 32 samples, the original and Ghidra's."""
    samples = list(find_suite("c-decompile").read([DATA]).samples)
    random.Random(23).shuffle(samples)
    of_task = {sample.cluster: sample for sample in samples}
    return [
        row
        for sample in list(of_task.values())[: BATCH // 2]
        for row in ((sample, sample.truth.function), (sample, sample.truth.pseudo))
    ]


def renewed(rows: Sequence[Row], batch: int) -> list[Row]:
    """The same answers as texts that no earlier batch had."""
    return [(sample, f"{text}\n// {batch}\n") for sample, text in rows]


def published(pipe: Connection, rows: Sequence[Row]) -> None:
    """Reward as the published procedure does: it passes, or it does not."""
    before = tree_cpu()
    whole = [(sample, completed((sample.truth, text))[1]) for sample, text in rows]

    def passes(row: Row) -> float:
        sample, text = row
        try:
            return float(literal((sample.truth, text)))
        except subprocess.TimeoutExpired:  # as published: what takes longer than 10 s has failed
            return 0.0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch in iter(pipe.recv, None):
            pipe.send(list(pool.map(passes, renewed(whole, batch))))
    pipe.send(tree_cpu() - before)


def acidtests(pipe: Connection, rows: Sequence[Row]) -> None:
    """Reward by acidtest."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = tree_cpu()
    with acidtest.reward("c-decompile", data=DATA) as reward:
        for batch in iter(pipe.recv, None):
            given = renewed(rows, batch)
            ids, texts = [sample.id for sample, _ in given], [text for _, text in given]
            pipe.send(reward(completions=texts, id=ids))
    reap()
    pipe.send(tree_cpu() - before)


@dataclass
class Measured:
    """What a way of judging took, batch by batch."""

    rewards: list[list[float | None]] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def each(self) -> float:
        """CPU seconds for an answer."""
        return self.cpu / (BATCH * len(self.wall))


def measure(rows: Sequence[Row], batches: int) -> list[Measured]:
    """The published procedure, acidtest, and acidtest for one batch, start and end included."""
    context = multiprocessing.get_context("fork")
    started = []
    for way, times in ((published, batches), (acidtests, batches), (acidtests, 1)):
        here, there = context.Pipe()
        process = context.Process(target=way, args=(there, rows))
        process.start()
        started.append((Measured(), process, here, times))
    for batch in range(batches):
        for measured, _, pipe, times in started:
            if batch < times:
                begin = time.perf_counter()
                pipe.send(batch)
                measured.rewards.append(pipe.recv())
                measured.wall.append(time.perf_counter() - begin)
    for measured, process, pipe, _ in started:
        pipe.send(None)
        measured.cpu = pipe.recv()
        process.join()
    return [measured for measured, *_ in started]


def table(batches: int) -> str:
    """Latency, answers a second a core, and CPU."""
    theirs, ours, first = measure(answers(), batches)
    later = Measured(wall=ours.wall[1:], cpu=ours.cpu - first.cpu)
    lines = [
        f"{batches} batches of {BATCH} answers, half originals, half Ghidra's with types, "
        f"{os.cpu_count()} cores, gcc {find_gcc().version}, Python {platform.python_version()}. "
        "Nothing is known from an earlier batch but the tasks.",
        "",
        "| | CPU ms per answer | × less CPU | answers a second a core | a batch: p50, ms "
        "| p99, ms | full rewards |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, way, rewards in (
        ("published procedure, no sandbox", theirs, theirs.rewards),
        ("acidtest, first batch, with start and end", first, first.rewards),
        ("acidtest, later batches", later, ours.rewards[1:]),
        ("acidtest, all batches", ours, ours.rewards),
    ):
        p50, p99 = np.percentile(way.wall, [50, 99])
        full = {sum(value == 1 for value in each) for each in rewards}
        lines.append(
            f"| {name} | {1000 * way.each:.1f} | {theirs.each / way.each:.2f} "
            f"| {1 / way.each:.0f} | {1000 * p50:.0f} | {1000 * p99:.0f} "
            f"| {', '.join(map(str, sorted(full)))} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--batches", type=int, default=20)
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    programs = [cache_dir() / name for name in ("native", "headers")]
    with tempfile.TemporaryDirectory() as cache:  # what was prepared for tasks before is not there
        for path in filter(Path.exists, programs):
            (Path(cache) / path.name).symlink_to(path)
        os.environ["ACIDTEST_CACHE"] = cache
        text = table(max(2, given.batches))
    print(text)
    if given.write:
        write_section("latency", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
