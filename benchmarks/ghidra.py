"""Functions per second of the system ghidra: python benchmarks/ghidra.py [--write].

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

from acidtest.core import children
from acidtest.core.options import RunOptions
from acidtest.core.records import Program, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.systems.decompilers.ghidra import ghidra
from benchmarks.report import write_section


def build(samples: Sequence[Sample], workers: int) -> list[Question]:
    """Questions with their programs already built."""
    with (
        find_suite("c-decompile").questions(RunOptions()) as builder,
        ThreadPoolExecutor(workers) as pool,
    ):
        programs = list(pool.map(builder.program, samples))
    return [
        Question(sample, "asm", 0, lambda form: "", partial(_same, program))
        for sample, program in zip(samples, programs, strict=True)
    ]


def _same(program: Program | None) -> Program | None:
    return program


def timed(work: Callable[[], int]) -> tuple[int, float, float]:
    """The count that `work` returns, with wall and CPU seconds of exited processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    count = work()
    wall = time.perf_counter() - start
    children.close()  # what has ended is counted once the keeper has
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return count, wall, cpu


def kept(questions: Sequence[Question], workers: int) -> int:
    """Decompile all functions with drivers kept alive; return how many were answered."""
    system = ghidra()
    try:
        with ThreadPoolExecutor(workers) as pool:
            return sum(bool(answer.text) for answer in pool.map(system.answer, questions))
    finally:
        system.close()


def fresh(questions: Sequence[Question], workers: int) -> int:
    """The same with a new driver for each function."""
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(lambda question: kept([question], 1), questions))


def built_and_asked(questions: Sequence[Question], workers: int) -> int:
    """Everything that asking involves: build each program in the sandbox, then decompile it."""
    system = ghidra()
    try:
        with (
            find_suite("c-decompile").questions(RunOptions()) as builder,
            ThreadPoolExecutor(workers) as pool,
        ):

            def ask(question: Question) -> bool:
                make = partial(builder.program, question.sample)
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
    samples = list(find_suite("c-decompile").read(chosen.data).samples)[: chosen.count]
    questions = build(samples, chosen.workers)
    kept(questions[:1], 1)  # builds the driver
    lines = [
        f"## ghidra: {len(questions)} functions of the corpus, {chosen.workers} workers",
        "",
        "| what | functions per second | CPU ms per function | answered |",
        "|---|---:|---:|---:|",
    ]
    for name, work, asked in (
        ("driver kept alive", kept, questions),
        ("a driver started for each", fresh, questions[: max(1, len(questions) // 4)]),
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
