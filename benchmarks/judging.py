"""What judging costs, suite by suite: python benchmarks/judging.py [--driver PER_SECOND] [--write]

Right answers, each a different text, so that all steps are done and nothing is known from before;
what a task costs once is left out. All CPU of all processes is counted. `--driver` is what
benchmarks/cluster.py says of null answers: from it follows how many cores one driver can feed.
`--write` puts the table into docs/scale.md.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import multiprocessing
import sys
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine import Grader, select
from acidtest.engine.executor import Threads
from acidtest.store import ObservationCache
from benchmarks.c_verdict import PR_SET_CHILD_SUBREAPER, reap, tree_cpu
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
SAMPLES = {
    "c-decompile": 60,
    "solidity-decompile": 12,
    "crypto-inventory": 60,
    "sast-triage": 160,
}
FEW, MANY = 1, 4
"""Answers to each sample; the difference is what a further one costs."""
WORKERS = 2
HOUR = 3600


def answers(suite: Suite, samples: list[Sample], attempts: int) -> Iterator[tuple[Sample, Answer]]:
    """What the oracle says, each time with another comment, or white space where it is JSON."""
    oracle = next(control for control in suite.controls if control.name == "oracle")
    with suite.questions(RunOptions()) as builder:
        for sample in samples:
            form = suite.question_forms[0]
            asked = Question(sample, form, 0, partial(builder.text, sample), lambda: None)
            text = oracle.answer(asked) or ""
            for attempt in range(attempts):
                other = " " * attempt if text.startswith("{") else f"\n// {attempt}\n"
                yield sample, Answer(sample.id, text + other, attempt)


def spent(pipe: Connection, name: str, attempts: int) -> None:
    """Send the CPU seconds for so many answers to each sample, and how many samples there were."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    suite = find_suite(name)
    samples = select(suite.read(()).samples, {}, SAMPLES[name])
    given = list(answers(suite, samples, attempts))
    before = tree_cpu()
    with suite.judge(RunOptions()) as judge:
        grader = Grader(suite, judge, ObservationCache(use=False), Threads(WORKERS))
        scores = [score for *_, score in grader.grade_each(given, len(given), Silent(), "")]
    reap()
    if errors := [score.error for score in scores if score.error]:
        raise SystemExit(f"{name}: {errors[0]}")
    pipe.send((tree_cpu() - before, len(samples)))


def each_s(name: str) -> float:
    """CPU seconds for a further answer."""
    context = multiprocessing.get_context("fork")
    took: list[tuple[float, int]] = []
    for attempts in (FEW, MANY):
        here, there = context.Pipe()
        process = context.Process(target=spent, args=(there, name, attempts))
        process.start()
        there.close()
        took.append(here.recv())
        process.join()
    (few, samples), (many, _) = took
    return max(0.0, many - few) / (samples * (MANY - FEW))


def table(driver: float | None) -> str:
    """Cores by suite and size."""
    sizes = {"10^6 in an hour": 1e6, "10^7 in an hour": 1e7, "10^8 in a day": 1e8 / 24}
    head = ["suite", "CPU ms an answer", *(f"cores for {size}" for size in sizes)]
    head += ["cores that one driver feeds"] if driver else []
    lines = [f"| {' | '.join(head)} |", "|---|" + "---:|" * (len(head) - 1)]
    for name in SAMPLES:
        each = each_s(name)
        cells = [f"{1000 * each:.2f}"]
        cells += [f"{math.ceil(each * count / HOUR):,}" for count in sizes.values()]
        cells += [f"{math.floor(each * driver):,}"] if driver else []
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--driver", type=float, help="null answers a second")
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    text = table(given.driver)
    if given.write:
        write_section("cores", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
