"""Speed of replay: python benchmarks/solidity.py [--write] [--corpus].

A call pair is one call of the original and one of an answer, compared. The original's calls are
made once, when a script is made, and serve all answers after that; both are shown, in CPU time
of one process. `--corpus` adds the whole shipped corpus for `recompiled`, with empty caches.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.suites.solidity_decompile.original import Originals
from acidtest.suites.solidity_decompile.replay.compare import judge
from acidtest.suites.solidity_decompile.replay.subject import Subject, outcomes
from acidtest.suites.solidity_decompile.replay.telling import explored, full_script
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import Solc
from benchmarks.report import write_section

Row = tuple[str, str, str]


def contracts() -> list[Contract]:
    """Every fourth shipped contract, unoptimised."""
    truths = [s.truth for s in SUITE.read([]).samples if s.groups["mode"] == "unoptimised"]
    return truths[::4]


def replay(subjects: Sequence[Subject]) -> list[Row]:
    """Pairs per second: with both sides run, and answers against an existing script."""
    made = answered = both = 0
    made_s = answered_s = both_s = 0.0
    for subject in subjects:
        start = time.process_time()
        script = full_script(subject, explored(subject))
        made_s += time.process_time() - start
        made += script.calls
        start = time.process_time()
        verdict = judge(subject, subject, script)
        answered_s += time.process_time() - start
        answered += verdict["calls"]
        start = time.process_time()
        for trace in script.sequences:
            ours = outcomes(subject, subject.world, trace.steps)
            theirs = outcomes(subject, subject.world, trace.steps)
            assert ours == theirs
            both += len(ours)
        both_s += time.process_time() - start
    return [
        ("pairs/s against an existing script", f"{answered / answered_s:,.0f}", "20,000"),
        ("pairs/s, both sides run", f"{both / both_s:,.0f}", ""),
        ("calls/s while making a script", f"{made / made_s:,.0f}", ""),
    ]


def corpus() -> list[Row]:
    """Seconds for `recompiled` on the whole corpus, with empty caches except the compilers."""
    from acidtest.toolchains.solc_fetch import PINNED, package

    with tempfile.TemporaryDirectory() as scratch:
        for version in PINNED:
            folder = package(version).folder
            (Path(scratch) / folder.name).symlink_to(folder)
        command = [str(Path(sys.executable).with_name("acidtest")), "run", "solidity-decompile"]
        command += ["--system", "recompiled", "--controls", "none", "--out", f"{scratch}/run"]
        start = time.perf_counter()
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, "ACIDTEST_CACHE": scratch}
        )
        taken = time.perf_counter() - start
    return [
        (f"s for recompiled on the whole corpus, {os.cpu_count()} cores", f"{taken:.0f}", "180")
    ]


def main() -> None:
    """Print the rows; with --write put them into docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--corpus", action="store_true")
    options = parser.parse_args()
    chosen = contracts()
    with Solc() as solc:
        originals = Originals(solc)
        subjects = [originals.subject(contract) for contract in chosen]
    rows = [*replay(subjects), *(corpus() if options.corpus else [])]
    lines = ["| what | measured | target |", "|---|---:|---:|"]
    lines += [f"| {what} | {value} | {target} |" for what, value, target in rows]
    print("\n".join(lines))
    if options.write:
        note = (
            f"{len(subjects)} shipped contracts; `python benchmarks/solidity.py --write --corpus`."
        )
        write_section("solidity-decompile", "\n".join([note, "", *lines]))


if __name__ == "__main__":
    main()
