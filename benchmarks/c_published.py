"""The published reading of C answers, by forks and by the literal procedure: equal, and cheaper.

Both judge the same answers in one run: the oracle's and Ghidra's stored text on the published
questions, the exploits on our own tasks, and answers with random changes. A verdict counts as equal
with its reason. CPU is that of all processes. Needs ACIDTEST_DATA.

    python benchmarks/c_published.py [--every N] [--mutants N]
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.core.records import Json, Question
from acidtest.core.registry import find_suite
from acidtest.suites.c_decompile.published import PublishedProcedure
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox
from benchmarks.c_verdict import PR_SET_CHILD_SUBREAPER, reap, tree_cpu

SUITE = find_suite("c-decompile")
INSERTED = ("#", '"', "/*", "}", "{", ";", "\\\n", "__LINE__", "\n#define a b\n", "\0", "exit(0);")

Row = tuple[Task, str]


def oracle(every: int) -> list[Row]:
    """The reference of each published question."""
    return [(task, task.function) for task in _published("obj")[::every]]


def stored(every: int) -> list[Row]:
    """Ghidra's text in the published data."""
    return [(task, task.pseudo or "") for task in _published("ghidra")[::every]]


def exploits(every: int) -> list[Row]:
    """Each exploit on some of our own tasks."""
    samples = [s for s in SUITE.read([]).samples if s.groups["opt"] == "O0"]
    controls = [c for c in SUITE.controls if c.name.startswith("exploit:")]
    rows = []
    for place, control in enumerate(controls):
        for sample in samples[place % every :: every]:
            question = Question(sample, "asm", 0, lambda form: "", lambda: None)
            rows.append((sample.truth, control.answer(question)))
    return rows


def changed(count: int) -> list[Row]:
    """Answers of both kinds with up to three random changes."""
    rng = random.Random(1)
    rows = [*oracle(1), *stored(1)]
    picked = [rng.choice(rows) for _ in range(count)]
    return [(task, _changed(text, rng)) for task, text in picked]


def _published(kind: str) -> list[Task]:
    name = f"decompile-eval-executable-gcc-{kind}.json"
    path = Path(os.environ["ACIDTEST_DATA"]) / "decompile-eval" / name
    return [sample.truth for sample in SUITE.read([path]).samples]


def _changed(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        how = rng.randrange(4)
        if how == 0:
            text = text[:at] + text[at + rng.randint(1, 30) :]
        elif how == 1:
            text = text[:at] + rng.choice(INSERTED) + text[at:]
        elif how == 2:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            text = "\n".join(lines)
        elif words := re.findall(r"\w+", text):
            text = text.replace(rng.choice(words), rng.choice(words), 1)
    return text


def judge(rows: list[Row], *, keep: bool) -> tuple[list[dict[str, Json]], float]:
    """The verdicts, and the CPU seconds of all processes; in a process of its own."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_judge, (rows, keep))


def _judge(rows: list[Row], keep: bool) -> tuple[list[dict[str, Json]], float]:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = tree_cpu()
    with Sandbox() as sandbox:
        procedure = PublishedProcedure(find_gcc(), sandbox, keep=keep)
        verdicts = [procedure.verdict(*row) for row in rows]
    reap()
    return verdicts, tree_cpu() - before


def kinds(every: int, mutants: int) -> Iterator[tuple[str, list[Row]]]:
    """The sets of answers, by name."""
    yield "oracle", oracle(every)
    yield "Ghidra's stored text", stored(every)
    yield "exploits", exploits(every)
    yield "random changes", changed(mutants)


def main() -> int:
    """Print a row for each set; status 1 if a verdict differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="only every Nth of each set")
    parser.add_argument("--mutants", type=int, default=5000)
    options = parser.parse_args()
    differ = 0
    print("| answers | n | differ | literal, ms | forks, ms | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, rows in kinds(options.every, options.mutants):
        kept, cheap = judge(rows, keep=True)
        literal, dear = judge(rows, keep=False)
        odd = [i for i, pair in enumerate(zip(kept, literal, strict=True)) if pair[0] != pair[1]]
        differ += len(odd)
        each = (f"{1000 * spent / len(rows):.1f}" for spent in (dear, cheap))
        print(f"| {name} | {len(rows)} | {len(odd)} | {' | '.join(each)} | {dear / cheap:.2f} |")
        for i in odd[:3]:
            print(f"  {rows[i][0].name}: {kept[i]} {literal[i]}\n{rows[i][1]!r}", file=sys.stderr)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
