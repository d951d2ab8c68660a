"""Functions a second of the system ghidra: python benchmarks/ghidra.py [--count N] [--workers W].

Programs are built beforehand and not counted; then every function is decompiled with the
drivers kept alive, and a part of them with a new driver for each, to show what start-up costs.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from acidtest.model import Program, Question, Sample
from acidtest.suites import ProgramObserver, find_suite
from acidtest.systems.ghidra import ghidra


def build(samples: Sequence[Sample], workers: int) -> list[Question]:
    """Questions with their programs at hand."""
    with find_suite("c-decompile").observer() as observer:
        assert isinstance(observer, ProgramObserver)
        make = partial(observer.program, stripped=False)
        with ThreadPoolExecutor(workers) as pool:
            programs = list(pool.map(make, samples))
    return [
        Question(sample, "asm", 0, lambda form: "", partial(_same, program))
        for sample, program in zip(samples, programs, strict=True)
    ]


def _same(program: Program) -> Program:
    return program


def timed(work: Callable[[], int]) -> tuple[int, float, float]:
    """What `work` counts, with wall and CPU seconds of ended processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    count = work()
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return count, wall, cpu


def kept(questions: Sequence[Question], workers: int) -> int:
    """All functions with the drivers kept; how many have an answer."""
    system = ghidra()
    try:
        with ThreadPoolExecutor(workers) as pool:
            return sum(bool(answer.text) for answer in pool.map(system.answer, questions))
    finally:
        system.close()


def fresh(questions: Sequence[Question], workers: int) -> int:
    """The same with a driver started for each."""
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(lambda question: kept([question], 1), questions))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, action="append", default=[])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    samples = find_suite("c-decompile").read(chosen.data).samples[: chosen.count]
    questions = build(samples, chosen.workers)
    kept(questions[:1], 1)  # builds the driver
    print(f"{len(questions)} functions, {chosen.workers} workers")
    for name, work, asked in (
        ("driver kept alive", kept, questions),
        ("a driver each", fresh, questions[: max(1, len(questions) // 4)]),
    ):
        count, wall, cpu = timed(partial(work, asked, chosen.workers))
        print(
            f"{name:18} {len(asked) / wall:7.1f} functions/s {cpu / len(asked) * 1000:7.1f} ms CPU "
            f"a function, {count} of {len(asked)} answered"
        )


if __name__ == "__main__":
    main()
