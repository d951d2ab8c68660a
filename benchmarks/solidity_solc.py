"""What keeping solc loaded saves: python benchmarks/solidity_solc.py [--write].

The peers are what one would do otherwise for each contract: the `solcjs` command, and node with
the npm package `solc` given the very request that a worker gets. Processor time of all processes
together, threads of the compiler's just-in-time compiler included: a busy machine changes it
little. The peers' package is installed with npm into a scratch folder.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.toolchains.npm import find_node
from acidtest.toolchains.solc import Solc, standard_input
from benchmarks.report import write_section

VERSION = "0.8.37"
MODE = "unoptimised"
ROUNDS = 12
SIZES = ("small", "medium", "large")
_PEER = "const s = require('solc'); console.log(s.compile(require('fs').readFileSync(0, 'utf8')))"


def sources() -> list[str]:
    """The shipped contracts for the newest compiler, shortest first."""
    samples = [s for s in SUITE.read([]).samples if s.groups["mode"] == MODE]
    return sorted((s.truth.source for s in samples if s.truth.compiler == VERSION), key=len)


def _descendants() -> Iterator[Sequence[str]]:
    """The fields of /proc/PID/stat from the state on, for every process below this one."""
    stats: dict[int, Sequence[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        stats[int(path.parent.name)] = text.rpartition(")")[2].split()
    for fields in stats.values():
        above = int(fields[1])
        while above in stats and above != os.getpid():
            above = int(stats[above][1])
        if above == os.getpid():
            yield fields


def kept_ms() -> float:
    """Processor time so far of the running workers, in milliseconds."""
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in _descendants())
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def ended_ms() -> float:
    """Processor time so far of children that have exited, in milliseconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (used.ru_utime + used.ru_stime)


def _mean(clock: Callable[[], float], work: Callable[[str], object], given: Sequence[str]) -> float:
    start = clock()
    for source in given:
        work(source)
    return (clock() - start) / len(given)


def kept(groups: Sequence[Sequence[str]], every: Sequence[str]) -> tuple[list[float], float, float]:
    """Milliseconds per contract: for each group once warm, for a first run of all including the
    start, and ABI only.
    """

    def compile_one(source: str) -> None:
        assert not solc.compile(source, VERSION, MODE).problem

    with Solc() as solc:
        first = _mean(kept_ms, compile_one, every)
        for _ in range(ROUNDS):
            for group in groups:
                _mean(kept_ms, compile_one, group)
        warm = [_mean(kept_ms, compile_one, list(group) * 8) for group in groups]
        types = list(every) * 3
        abi = _mean(kept_ms, lambda s: solc.compile(s, VERSION, MODE, abi_only=True), types)
    return warm, first, abi


def peers(folder: Path) -> dict[str, Callable[[str], object]]:
    """Two ways to start the compiler for one contract, by name."""
    subprocess.run(
        ["npm", "install", "--silent", "--prefix", str(folder), f"solc@{VERSION}"], check=True
    )
    node = str(find_node())

    def solcjs(source: str) -> None:
        (folder / "answer.sol").write_text(source)
        command = [node, "node_modules/solc/solc.js", "--bin", "--abi", "-o", "out", "answer.sol"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    def by_node(source: str) -> None:
        request = json.dumps(standard_input(source, VERSION, MODE)).encode()
        done = subprocess.run(
            [node, "-e", _PEER], cwd=folder, input=request, check=True, capture_output=True
        )
        assert "bytecode" in json.loads(done.stdout)["contracts"]["answer"].popitem()[1]["evm"]

    return {"`solcjs`": solcjs, "node + `solc`": by_node}


def main() -> None:
    """Print the table; with --write put it into docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    every = sources()
    third = len(every) // 3
    groups = [every[i * third : (i + 1) * third][1::3] for i in range(3)]
    warm, first, abi = kept(groups, every)
    with tempfile.TemporaryDirectory() as scratch:
        ways = peers(Path(scratch))
        fresh = {
            name: [_mean(ended_ms, way, group[:3]) for group in groups]
            for name, way in ways.items()
        }
    names = list(fresh)
    head = ["contracts, lines", "kept", *[f"{name}, each" for name in names]]
    lines = [f"| {' | '.join([*head, 'ratio'])} |", "|---" * (len(head) + 1) + "|"]

    def row(what: str, mine: float, theirs: Sequence[float]) -> str:
        ratio = " / ".join(f"{its / mine:.0f}×" for its in theirs)
        return f"| {' | '.join([what, f'{mine:.1f}', *(f'{t:.0f}' for t in theirs), ratio])} |"

    for size, group, mine, *theirs in zip(SIZES, groups, warm, *fresh.values(), strict=True):
        lengths = sorted(source.count("\n") for source in group)
        lines.append(row(f"{size}, {lengths[0]}–{lengths[-1]}", mine, theirs))
    means = [statistics.fmean(times) for times in fresh.values()]
    lines.append(row("**all**", statistics.fmean(warm), means))
    lines.append(row(f"first {len(every)} of a new worker, its start included", first, means))
    lines.append(row("all, types only (peers compile)", abi, means))
    print("\n".join(lines))
    if options.write:
        note = (
            "## solc kept loaded, against solc started for each contract\n\n"
            "Milliseconds of processor time per contract, unoptimised; target: 20×. Starting "
            "costs about the same for each contract, compiling grows with it: small ones gain "
            "most. A new worker needs some 150 compilations until V8 has optimised the hot code, "
            "so a short run gains less. "
            "`python benchmarks/solidity_solc.py --write`."
        )
        write_section("solidity-solc", "\n".join([note, "", *lines]))


if __name__ == "__main__":
    main()
