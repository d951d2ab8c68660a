"""Contracts per second of the lifter: python benchmarks/tac.py [--write].

Real contracts are those of the tests, each compiled in several ways; the others are what a
chain's largest contract (24,576 bytes) can be at its worst.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.lang.tac import entries, lift, lift_function
from benchmarks.report import write_section

FIXTURES = Path(__file__).parents[1] / "tests" / "toolchain" / "tac" / "fixtures.json"
ROUNDS = 5
LARGEST = 24_576


def cpu_ms(codes: list[bytes], rounds: int = ROUNDS) -> float:
    """CPU milliseconds to lift one of these."""
    start = time.process_time()
    for _ in range(rounds):
        for code in codes:
            lift(code)
    return 1000 * (time.process_time() - start) / (rounds * len(codes))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    write = parser.parse_args().write
    real = [bytes.fromhex(fixture["runtime"]) for fixture in json.loads(FIXTURES.read_text())]
    rng = random.Random(0)
    branches = b"".join(
        b"\x5b\x5f\x36\x61%b\x57\x50" % (place * 56 % 24_000).to_bytes(2) for place in range(3072)
    )
    rows = {
        f"{len(real)} compiled contracts, {sum(map(len, real)) // len(real):,} bytes each": real,
        "random bytes, 24,576": [rng.randbytes(LARGEST) for _ in range(5)],
        "nothing but JUMPDEST, 24,576": [b"\x5b" * LARGEST],
        "a branch every 8 bytes, 24,576": [branches[:LARGEST]],
    }
    lines = ["| bytecode | CPU ms per contract | contracts per second |", "|---|---:|---:|"]
    for name, codes in rows.items():
        each = cpu_ms(codes, ROUNDS if codes is real else 1)
        lines.append(f"| {name} | {each:.1f} | {1000 / each:.0f} |")
    start = time.process_time()
    count = 0
    for code in real:
        for entry in entries(code):
            lift_function(code, entry.selector)
            count += 1
    each = 1000 * (time.process_time() - start) / count
    lines.append(
        f"| one function of a contract (`lift_function`) | {each:.1f} | {1000 / each:.0f} |"
    )
    table = "\n".join(lines)
    print(table)
    if write:
        title = "## Three-address code\n\nPrinted by `python benchmarks/tac.py --write`, one core."
        write_section("tac", f"{title}\n\n{table}")


if __name__ == "__main__":
    main()
