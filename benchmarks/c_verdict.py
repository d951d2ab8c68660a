"""CPU of a C verdict: the published procedure against acidtest, side by side in one run.

Each way of judging works in a process of its own, by turns on the same blocks of answers, so that
all meet the same machine; all CPU of all its processes is counted, start and end of the sandbox
included. Ours compiles its tests within the run. Prints a table and writes it to
docs/performance.md. Ratios are what counts; milliseconds are this machine's.

    python benchmarks/c_verdict.py [--records N] [--print]
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.core import children
from acidtest.core.registry import find_suite
from acidtest.lang.c_source import published_hoist
from acidtest.suites.c_decompile.lacking import complete
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox
from benchmarks.engine import ENGINE_SAMPLES, engine_overhead, own_cpu
from benchmarks.report import C_PAGE, write_section

PR_SET_CHILD_SUBREAPER = 36
BLOCK = 82

Row = tuple[Task, str]  # a task and an answer to it
Way = Callable[[Sequence[Row]], list[bool]]


def tree_cpu() -> float:
    """CPU seconds of this process and all its exited children."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own_cpu() + ended.ru_utime + ended.ru_stime


def reap() -> None:
    """Wait for all that was started, so that its CPU is counted."""
    children.close()
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def completed(row: Row) -> Row:
    """An answer with what our reading adds to it: headers, and definitions of its dialect."""
    task, answer = row
    lacks = complete(answer, (), task.language)
    if lacks is None:
        return row
    return task, "\n".join([*lacks.includes, lacks.prelude, lacks.text])


def literal(row: Row) -> bool:
    """The published procedure as published: two gcc runs and the program, no sandbox."""
    task, answer = row
    includes, test = published_hoist(task.reference, task.test)
    alone = "\n".join(part for part in (includes, task.dependencies, answer) if part)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "onlyfunc.c").write_text(alone)
        (Path(folder) / "combine.c").write_text(f"{alone}\n{test}")
        commands = [
            ["gcc", "-S", "onlyfunc.c", "-o", "onlyfunc", "-lm"],
            ["gcc", "combine.c", "-o", "combine", "-lm"],
            ["./combine"],
        ]
        for command in commands:
            done = subprocess.run(
                command,
                cwd=folder,
                timeout=10,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if done.returncode != 0:
                return False
    return True


def published(pipe: Connection, rows: Sequence[Row]) -> None:
    """Judge by the published procedure."""
    before = tree_cpu()
    with ThreadPoolExecutor(2) as pool:
        serve(pipe, rows, lambda block: list(pool.map(literal, block)))
    pipe.send(tree_cpu() - before)


def sound(
    pipe: Connection, rows: Sequence[Row], keep: bool, once: bool = False, program: bool = False
) -> None:
    """Judge as the suite does; `once`: each distinct answer to a task only once; `program`: what
    does not pass is tried with data and functions of its program.
    """
    which = "with_program" if program else "with_types"
    before = tree_cpu()
    verdicts: dict[tuple[str, str], bool] = {}

    def judge_all(block: Sequence[Row]) -> list[bool]:
        if once:
            fresh = {(t.name, text): (t, text) for t, text in block}
            fresh = {key: row for key, row in fresh.items() if key not in verdicts}
            verdicts.update(zip(fresh, pool.map(verdict, fresh.values()), strict=True))
            return [verdicts[task.name, text] for task, text in block]
        return list(pool.map(verdict, block))

    def verdict(row: Row) -> bool:
        return bool(judge.sound_verdict(*row)[which]["passes"])

    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with Sandbox({"runner": runner()}) as sandbox, ThreadPoolExecutor(2) as pool:
        judge = Verdicts(find_gcc(), sandbox, keep=keep, program=program)
        serve(pipe, rows, judge_all)
    reap()
    pipe.send(tree_cpu() - before)


def serve(pipe: Connection, rows: Sequence[Row], way: Way) -> None:
    """Judge blocks on request; after the last, send this process's own CPU."""
    own = own_cpu()
    for begin in iter(pipe.recv, None):
        pipe.send(way(rows[begin : begin + BLOCK]))
    pipe.send(own_cpu() - own)


@dataclass
class Tally:
    """The cost and the verdicts of one way of judging."""

    name: str
    verdicts: list[bool] = field(default_factory=list)
    cpu: float = 0.0
    wall: float = 0.0
    own: float = 0.0


def compare(rows: Sequence[Row], whole: Sequence[Row]) -> list[Tally]:
    """All ways over the same rows, block by block; the published procedure gets them as `whole`."""
    ways: list[tuple[str, Callable[..., None], tuple[object, ...]]] = [
        ("published procedure, no sandbox", published, (whole,)),
        ("acidtest, compiler and runner started for each answer", sound, (rows, False)),
        ("acidtest", sound, (rows, True)),
        ("acidtest, equal answers judged once", sound, (rows, True, True)),
        ("acidtest, then with data and functions of its program", sound, (rows, True, False, True)),
    ]
    context = multiprocessing.get_context("fork")
    started = []
    for name, function, arguments in ways:
        ours, theirs = context.Pipe()
        process = context.Process(target=function, args=(theirs, *arguments))
        process.start()
        started.append((Tally(name), process, ours))
    for begin in range(0, len(rows), BLOCK):
        for tally, _, pipe in started:
            start = time.perf_counter()
            pipe.send(begin)
            tally.verdicts += pipe.recv()
            tally.wall += time.perf_counter() - start
    for tally, process, pipe in started:
        pipe.send(None)
        tally.own, tally.cpu = pipe.recv(), pipe.recv()
        process.join()
    return [tally for tally, _, _ in started]


def table(title: str, tallies: Sequence[Tally]) -> list[str]:
    """The tallies as a table; the others are compared with the first."""
    base, plain, ours, *_ = tallies
    n = len(base.verdicts)
    same = [
        f"{sum(a == b for a, b in zip(base.verdicts, t.verdicts, strict=True))}" for t in tallies
    ]
    agree = sum(a == b for a, b in zip(plain.verdicts, ours.verdicts, strict=True))
    return [
        f"### {title}",
        "",
        "| C verdict | CPU ms per record | × less CPU | Python ms | wall ms, two at a time "
        "| passes | as published |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {t.name} | {1000 * t.cpu / n:.1f} | {base.cpu / t.cpu:.2f} "
            f"| {'' if t is base else f'{1000 * t.own / n:.2f}'} | {1000 * t.wall / n:.1f} "
            f"| {sum(t.verdicts)}/{n} | {equal} |"
            for t, equal in zip(tallies, same, strict=True)
        ),
        "",
        f"Kept compilers and runner against started ones: the same verdict on {agree} of {n}.",
        "",
    ]


def brief(measured: Mapping[str, Sequence[Tally]]) -> str:
    """For the suite's page: the published procedure and acidtest."""
    lines = [
        "| answers | published procedure, CPU ms | acidtest, CPU ms | × less CPU |",
        "|---|---:|---:|---:|",
    ]
    for title, (base, _, ours, *_) in measured.items():
        n = len(base.verdicts)
        lines.append(
            f"| {title} | {1000 * base.cpu / n:.1f} | {1000 * ours.cpu / n:.1f} "
            f"| {base.cpu / ours.cpu:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=None, help="only so many of each")
    parser.add_argument("--print", action="store_true", help="write no file")
    options = parser.parse_args()
    folder = Path(os.environ.get("ACIDTEST_DATA", "no public data")) / "decompile-eval"
    suite = find_suite("c-decompile")
    data = folder / "decompile-eval-executable-gcc-obj.json"
    stored = folder / "decompile-eval-executable-gcc-ghidra.json"
    dataset = suite.read([data] if data.exists() else [])
    gcc = find_gcc()
    with Sandbox({"runner": runner()}) as sandbox:  # build everything before measuring
        mode = sandbox.mode
    oracle = [(s.truth, s.truth.function) for s in dataset.samples][: options.records]
    measured = {f"{len(oracle)} oracle answers": compare(oracle, oracle)}
    if stored.exists():
        read = suite.read([stored]).samples
        ghidra = [(s.truth, s.truth.pseudo) for s in read][: options.records]
        title = f"{len(ghidra)} stored Ghidra answers; published gets them with what they lack"
        measured[title] = compare(ghidra, [completed(row) for row in ghidra])
    lines = [
        "## Verdicts on C",
        "",
        f"`make bench` on {dataset.name}, {os.cpu_count()} cores, gcc {gcc.version}, "
        f"Python {platform.python_version()}, Linux {platform.machine()}, sandbox {mode}. "
        "CPU of the whole process tree, tests compiled within the run, nothing deduplicated except "
        "where it says so. The last row also builds the programs of answers that name something of "
        "them and do not pass, which the published procedure has nothing like. "
        '"Python" is acidtest\'s own process: packing, screening objects, reading replies.',
        "",
        *(line for title, tallies in measured.items() for line in table(title, tallies)),
    ]
    overhead = engine_overhead()
    lines += [
        f"Engine overhead (asking, answers on disk, cache, scores, summary; {ENGINE_SAMPLES:,} "
        f"samples of a suite that observes nothing): **{1000 * overhead:.3f} ms** per sample.",
        "",
    ]
    text = "\n".join(lines)
    print(text)
    if not options.print:
        write_section("c-verdict", text)
        write_section("speed", brief(measured), C_PAGE)


if __name__ == "__main__":
    main()
