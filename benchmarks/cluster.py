"""What Ray costs: python benchmarks/cluster.py [--judged N] [--null N] [--whole N] [--same FILE]
                                            [--nodes N] [--jobs N] [--address HOST:PORT]

`--judged` distinct C answers are judged by threads and by Ray in turn, without a cache; tools are
open and Ray is up before the clock starts. `--null` answers of a suite that observes nothing say
what the driver hands out and takes back. `--whole` of them are a whole run, with its peak memory.
`--same` runs the oracle on the tasks of a file by both, every exploit on a few of them, and
compares all files. Without `--address` Ray is started here, with as many workers as there are
threads (`--jobs`); with `--nodes`, as a cluster of so many nodes of one processor each, which are
machines to Ray.
"""

from __future__ import annotations

import argparse
import importlib
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from acidtest import engine
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Judge, Suite
from acidtest.core.records import Answer, Sample
from acidtest.core.registry import find_suite, make_system
from acidtest.core.systems import CallableSystem
from acidtest.engine import Grader
from acidtest.engine.executor import Executor
from acidtest.engine.executors import open_executor
from acidtest.engine.ray_connection import connected
from acidtest.store import SCORES, ObservationCache
from benchmarks.engine import Made, Nothing, own_cpu
from benchmarks.report import write_section

ROOT = sys.path[0]
PAGE = Path(ROOT) / "docs" / "scale.md"
SLOW_START = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_agent_register_timeout_ms": "600000",
}
"""Ray gives its own processes half a minute to start: too short for a busy machine."""
RUNS = 5
EXPLOITED = 16  # samples
ANSWER = "int func0() { return 0; }\n" * 20

Asked = tuple[Sample, Answer]


def distinct(suite: Suite, count: int) -> Iterator[Asked]:
    """Right answers, each different from all others."""
    samples = list(suite.read(()).samples)
    for n in range(count):
        sample, attempt = samples[n % len(samples)], n // len(samples)
        text = f"{sample.truth.function}\n/* {attempt} */\n"
        yield sample, Answer(sample.id, text, attempt)


def null(suite: Suite, count: int) -> Iterator[Asked]:
    """The same text for every sample."""
    for sample in islice(suite.read(()).samples, count):
        yield sample, Answer(sample.id, ANSWER)


def timed(suite: Suite, judge: Judge, executor: Executor, asked: Iterator[Asked], n: int) -> float:
    """Seconds to score the answers."""
    grader = Grader(suite, judge, ObservationCache(use=False), executor)
    start = time.perf_counter()
    scored = sum(1 for *_, score in grader.grade_each(asked, n, Silent(), "") if not score.error)
    seconds = time.perf_counter() - start
    if scored != n:
        raise SystemExit(f"{n - scored} of {n} answers have no score")
    return seconds


def overhead(options: RunOptions, count: int) -> str:
    """How much longer Ray takes than threads."""
    suite = find_suite("c-decompile")
    with ExitStack() as opened:
        judge = opened.enter_context(suite.judge(options))
        here = options.replace(executor="local", address=None)
        each = {
            "threads": opened.enter_context(open_executor(suite, here, judge, Silent())),
            "ray": opened.enter_context(open_executor(suite, options, judge, Silent())),
        }
        for executor in each.values():  # tests of the tasks are compiled, as in a longer run
            timed(suite, judge, executor, distinct(suite, min(count, 724)), min(count, 724))
        took: dict[str, list[float]] = {name: [] for name in each}
        for _ in range(RUNS):
            for name, executor in each.items():
                took[name].append(timed(suite, judge, executor, distinct(suite, count), count))
    threads, ray = (statistics.median(took[name]) for name in each)
    return (
        f"| {count:,} distinct C answers, {options.workers} workers, median of {RUNS} | threads "
        f"{threads:.1f} s, Ray {ray:.1f} s: {100 * (ray / threads - 1):+.1f} % |"
    )


def throughput(options: RunOptions, count: int) -> str:
    """How many answers a second the driver hands out."""
    suite = Nothing(Made(count), toolchain={})
    with (
        suite.judge(options) as judge,
        open_executor(suite, options, judge, Silent()) as executor,
    ):
        timed(suite, judge, executor, null(suite, min(count, 4096)), min(count, 4096))
        before = own_cpu()
        seconds = timed(suite, judge, executor, null(suite, count), count)
        cpu = own_cpu() - before
    size = count * len(ANSWER) / seconds / 1e6
    return (
        f"| {count:,} null answers | {count / seconds:,.0f} a second, {size:.1f} MB of text a "
        f"second; the driver needs {1e6 * cpu / count:.0f} µs of CPU for each |"
    )


def whole(options: RunOptions, count: int) -> str:
    """What a whole run takes in this process."""
    suite = Nothing(Made(count), toolchain={})
    system = CallableSystem(lambda text: ANSWER, name="constant")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ACIDTEST_CACHE"] = folder
        plan = engine.make_plan(suite, system, options)
        start = time.perf_counter()
        engine.run(plan, Path(folder) / "run", Silent())
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"| {count:,} null answers, a whole run | {seconds:.0f} s, {peak:.0f} MB in the driver |"


def same(options: RunOptions, data: Path) -> str:
    """Whether Ray and threads write the same: all answers of the oracle, and on a few tasks those
    of every exploit, of which some run until they are stopped.
    """
    chosen = options.replace(data=(data,))
    return "\n".join(
        _same(each)
        for each in (
            chosen.replace(controls="core"),
            chosen.replace(controls="all", limit=EXPLOITED),
        )
    )


def _same(chosen: RunOptions) -> str:
    suite = find_suite("c-decompile")
    oracle = make_system("oracle", suite)
    written: list[dict[str, bytes]] = []
    for settings in (chosen, chosen.replace(executor="local", address=None)):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["ACIDTEST_CACHE"] = folder  # nothing is known yet
            run = Path(folder) / "run"
            summary = engine.run(engine.make_plan(suite, oracle, settings), run, Silent())
            names = (SCORES, "summary.json", "tables.json")
            written.append({name: (run / name).read_bytes() for name in names})
            del os.environ["ACIDTEST_CACHE"]
    different = [name for name, by_ray in written[0].items() if by_ray != written[1][name]]
    if different:
        raise SystemExit(f"{', '.join(different)} differ")
    return (
        f"| {summary.n} answers of the oracle, and {len(summary.controls)} controls | the same "
        f"bytes by Ray and by threads: {', '.join(written[0])} |"
    )


@contextmanager
def cluster(nodes: int) -> Iterator[str | None]:
    """The address of a cluster of so many nodes on this machine; None for none."""
    if not nodes:
        yield None
        return
    os.environ.update(SLOW_START)
    started = importlib.import_module("ray.cluster_utils").Cluster()
    try:
        for number in range(nodes):
            started.add_node(
                node_name=f"node{number}",
                num_cpus=1,
                object_store_memory=100 << 20,
                include_dashboard=False,
                include_log_monitor=False,
                no_monitor=True,
            )
        yield str(started.address)
    finally:
        started.shutdown()


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judged", type=int, default=2000)
    parser.add_argument("--null", type=int, default=200_000)
    parser.add_argument("--whole", type=int, default=0)
    parser.add_argument("--same", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--address")
    parser.add_argument("--write", metavar="SECTION", help="into this section of docs/scale.md")
    args = parser.parse_args()
    # workers that are started from here import the suite that observes nothing
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))
    with cluster(args.nodes) as started, ExitStack() as opened:
        address = started or args.address
        jobs = max(args.jobs, args.nodes)
        options = RunOptions(controls="none", workers=jobs, executor="ray", address=address)
        opened.enter_context(connected(address, jobs))  # once, before any clock starts
        lines = ["| | |", "|---|---|"]
        for measure, size in (
            (overhead, args.judged),
            (throughput, args.null),
            (whole, args.whole),
            (same, args.same),
        ):
            if size:
                lines.append(measure(options, size))
                print(lines[-1], flush=True)
    if args.write:
        write_section(args.write, "\n".join(lines), PAGE)


if __name__ == "__main__":
    main()
