"""Functions a second of the system ghidra: python benchmarks/ghidra.py [--write].

Programs are built beforehand and not counted; then every function is decompiled with the
drivers kept alive, and a part of them with a new driver for each, to show what start-up costs.
The last row builds each program as well, which is what a run does while it asks.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.model import Program, Question, Sample
from acidtest.suites import ProgramObserver, find_suite
from acidtest.systems.ghidra import ghidra
from benchmarks.report import write_section


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


def built_and_asked(questions: Sequence[Question], workers: int) -> int:
    """The whole of asking: each program built in the sandbox, then decompiled."""
    system = ghidra()
    try:
        with find_suite("c-decompile").observer() as observer, ThreadPoolExecutor(workers) as pool:
            assert isinstance(observer, ProgramObserver)

            def ask(question: Question) -> bool:
                make = partial(observer.program, question.sample, stripped=False)
                return bool(system.answer(replace(question, read_program=make)).text)

            return sum(pool.map(ask, questions))
    finally:
        system.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, action="append", default=[])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    chosen = parser.parse_args()
    samples = find_suite("c-decompile").read(chosen.data).samples[: chosen.count]
    questions = build(samples, chosen.workers)
    kept(questions[:1], 1)  # builds the driver
    lines = [
        f"## ghidra: {len(questions)} functions of the corpus, {chosen.workers} workers",
        "",
        "| what | functions a second | CPU-ms a function | answered |",
        "|---|---:|---:|---:|",
    ]
    for name, work, asked in (
        ("driver kept alive", kept, questions),
        ("a driver each", fresh, questions[: max(1, len(questions) // 4)]),
        ("driver kept alive, and each program built first", built_and_asked, questions),
    ):
        count, wall, cpu = timed(partial(work, asked, chosen.workers))
        lines.append(
            f"| {name} | {len(asked) / wall:.1f} | {cpu / len(asked) * 1000:.1f} | "
            f"{count} of {len(asked)} |"
        )
    text = "\n".join(lines)
    print(text)
    if chosen.write:
        write_section("ghidra", text)


if __name__ == "__main__":
    main()
