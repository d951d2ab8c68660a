"""A system on every task for the main targets: python benchmarks/targets.py [--write].

The tasks are the shipped ones and, where ACIDTEST_DATA names it, those of Decompile-Eval. The runs
are kept in `runs/targets`, so the same command goes on where it was stopped. `--write` puts the
table into docs/targets.md. `--measure` renews the list of tasks whose own test needs a 64-bit
`long` instead: their programs are built for i386 and run in its emulator.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.core.digest import sha256_of
from acidtest.store import read_manifest, read_tables
from acidtest.suites.c_decompile.dataset import CORPUS, read
from acidtest.suites.c_decompile.targets import WIDE_LONG
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.cross import find_emulator, find_toolchain
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step
from acidtest.toolchains.target import Target, parse_target
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "targets.md"
ROWS = (
    *("x86-64-gcc", "x86-64-clang", "i386-gcc", "aarch64-gcc", "armhf-gcc", "riscv64-gcc"),
    *("mips-gcc", "mipsel-gcc", "x86-64-mingw"),
)
LEVELS = ("O0", "O2")


def data() -> list[Path]:
    """The shipped corpus, and Decompile-Eval if it is there."""
    folder = os.environ.get("ACIDTEST_DATA")
    published = Path(folder or ".") / "decompile-eval" / "decompile-eval.json"
    return [CORPUS, published] if folder and published.exists() else [CORPUS]


def figure(figures: Mapping[str, Any]) -> str:
    """The rate of the verdict that these samples have, with its interval and N."""
    shown = []
    for way in ("", "one_process.", "emulated."):
        one = figures[f"{way}passes_with_types"]
        if one["n"]:
            ends = [one[end] for end in ("low", "high") if one[end] is not None]
            between = f" [{', '.join(f'{100 * end:.0f}' for end in ends)}]" if ends else ""
            shown.append(f"{100 * one['value']:.1f}{between} of {one['n']}")
    return " and ".join(shown) or "-"


def judged(rows: Sequence[Sequence[Any]], target: str) -> str:
    """How a target's answers are judged."""
    return ", ".join(f"`{row[1]}`" for row in rows if row[0] == target)


def table(system: str, folder: Path, limit: int | None) -> str:
    """The figures of a system and of the oracle, target by target."""
    targets = [f"{row}-{level}" for row in ROWS for level in LEVELS]
    runs = {
        name: acidtest.evaluate(
            "c-decompile",
            name,
            data=data(),
            target=targets,
            limit=limit,
            controls="none",
            out=folder / name,
        )
        for name in dict.fromkeys(("oracle", system))
    }
    manifest = read_manifest(folder / system)
    left = manifest["data"].get("left_out", {})
    ways = next(part for part in read_tables(folder / system) if part["name"] == "targets")
    lines = [
        f"| target | judged | {system} | oracle | left out | without a verdict |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for target in targets:
        own = [run.summary.to_json()["groups"]["target"][target] for run in runs.values()]
        oracle, asked = own[0], own[-1]
        out = sum(count for reason, count in left.items() if reason.startswith(f"{target}:"))
        rows = [row for row in ways["rows"] if row[0] == target]
        without = sum(row[2] - row[3] for row in rows)
        lines.append(
            f"| `{target}` | {judged(rows, target)} | {figure(asked)} | {figure(oracle)} | {out} | "
            f"{without} |"
        )
    clusters = len({sample.cluster for sample in read(data()).samples})
    given = [*left, *(row[5] for row in ways["rows"] if row[5])]
    reasons = sorted({reason.partition(": ")[2] for reason in given})
    note = (
        f"{clusters} tasks; percent that pass, with decompiler types if needed, with 95 % "
        f"intervals over tasks. `{runs[system].summary.signature}`"
    )
    listed = "\n".join(f"- {reason}" for reason in reasons)
    return "\n".join([note, "", *lines, "", "Left out or without a verdict:", "", listed])


def measure() -> None:
    """Write the list of tasks whose own test fails where `long` has 32 bits."""
    target = parse_target("i386-gcc-O0")
    emulator = find_emulator(target.platform)
    tasks = {sample.truth.name: sample.truth for sample in read(data()).samples}
    with Sandbox() as sandbox:
        wide = {
            name: sha256_of(task.reference, task.test)[:16]
            for name, task in tasks.items()
            if not passes(sandbox, target, emulator.argv, task)
        }
    WIDE_LONG.write_text(json.dumps(wide, indent=1) + "\n", encoding="utf-8")
    print(f"{len(wide)} of {len(tasks)} tasks in {WIDE_LONG}")


def passes(sandbox: Sandbox, target: Target, emulator: Sequence[str], task: Task) -> bool:
    """Whether a task's own test passes on the target."""
    build = [*find_toolchain(target).cc, "-w", "-static", "task.c", "-o", "program.out", "-lm"]
    limits = Limits(cpu_s=30, wall_s=120, memory=16 << 30, processes=16, file_size=64 << 20)
    steps = [Step(build, limits=limits), Step([*emulator, "./program.out"], limits=limits)]
    text = f"{task.reference}\n{task.test}".encode()
    ran = sandbox.run(Job(steps, files={"task.c": text})).steps
    return len(ran) == len(steps) and ran[-1].ok


def main() -> None:
    """Print the table, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="ghidra")
    parser.add_argument("--out", type=Path, default=Path("runs/targets"))
    parser.add_argument("--limit", type=int, help="samples, to try it")
    parser.add_argument("--write", action="store_true", help="into docs/targets.md")
    parser.add_argument("--measure", action="store_true")
    chosen = parser.parse_args()
    if chosen.measure:
        measure()
        return
    text = table(chosen.system, chosen.out, chosen.limit)
    print(text)
    if chosen.write:
        write_section("targets", text, PAGE)


if __name__ == "__main__":
    main()
