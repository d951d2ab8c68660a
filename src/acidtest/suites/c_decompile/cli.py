"""`acidtest corpus … c-decompile`: how strong the tests are, new tasks, measured difficulty."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from acidtest.core.commands import Command, CommandResult, Download, Option
from acidtest.core.paths import check_file
from acidtest.core.progress import Progress
from acidtest.engine.strength import mutate_command
from acidtest.suites.c_decompile import dataset, difficulty, fresh, mutate, real

_MUTATE = """Change each reference in small ways and count the changes that its test notices.

\b
acidtest corpus mutate c-decompile
acidtest corpus mutate c-decompile --task nibble_braid

Exit status 1 if fewer than 90 % of all mutants are noticed, or fewer than 75 % in a task.
"""

_FRESH = """Make new tasks that no model can have memorised, as files to give to --data.

\b
acidtest corpus fresh c-decompile --seed 7 --count 50 --out fresh-7
acidtest run c-decompile --data fresh-7 --system oracle --system stub

The tasks are random programs with tests derived by running them; docs/corpus.md says how they
differ from hand-written ones. Summaries list the two separately, as group `origin`.
"""

_IMPORT = """Make tasks of all functions of C projects, judged by replay against the original.

\b
acidtest corpus import c-decompile my-project --out tasks
acidtest corpus import c-decompile lz4==4.4.5 --out tasks
acidtest run c-decompile --data tasks --system ghidra

A project is a folder (compile_commands.json, CMake, configure, a Makefile, or just files), a .c
file, or a source distribution of the Python package index. It is built in the sandbox. The same
command goes on where a stopped import was. docs/own-code.md says how functions are judged.
"""

_DIFFICULTY = """Record which systems fail on which shipped samples, as group `difficulty`.

\b
acidtest run c-decompile --system ghidra --out runs/ghidra
acidtest run c-decompile --system angr --out runs/angr
acidtest corpus difficulty c-decompile runs/ghidra runs/angr

A sample is easy if no system fails on it, hard if all do, else medium. The measure is only as
good as the systems used: see docs/corpus.md.
"""


def _fresh(
    *, seed: int, count: int, out: Path, jobs: int | None, progress: Progress
) -> CommandResult:
    written = fresh.write_tasks(out, seed, count, progress, workers=jobs or os.cpu_count() or 1)
    message = f"{len(written)} tasks in {out}; acidtest run c-decompile --data {out} --system …"
    return CommandResult(lines=[message], data=[str(path) for path in written])


def _import(
    *,
    projects: Sequence[str],
    out: Path,
    seed: int,
    jobs: int | None,
    no_sandbox: bool,
    progress: Progress,
) -> CommandResult:
    from acidtest.suites.c_decompile.project import importing, tree

    made = importing.import_trees(
        tree.trees_of(projects),
        out,
        seed=seed,
        jobs=jobs or os.cpu_count() or 1,
        bare=no_sandbox,
        progress=progress,
    )
    tasks = sum(not row["why"] for row in made.rows)
    message = f"{tasks} tasks in {out}"
    if tasks:
        message += f"; acidtest run c-decompile --data {out} --system …"
    tables = importing.yield_table(made.rows)
    status = 3 if any(row.get("again") for row in made.rows) else int(not tasks)
    return CommandResult(tables, [message], made.notes, data=list(made.rows), status=status)


def _difficulty(*, runs: Sequence[Path], out: Path | None, progress: Progress) -> CommandResult:
    measured = difficulty.measure(runs, dataset.read([]).sha256)
    path = out or difficulty.FILE
    check_file(path)
    path.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    levels = [len(failed) for failed in measured["failed"].values()]
    most = len(measured["systems"])
    message = (
        f"{len(levels)} samples, {most} systems: {levels.count(0)} easy, "
        f"{sum(0 < n < most for n in levels)} medium, {levels.count(most)} hard; in {path}"
    )
    return CommandResult(lines=[message], data=measured)


def _fetch_real(progress: Progress) -> object:
    from acidtest.suites.c_decompile.project import fetching  # most runs need none of it

    return fetching.fetch(progress)


DOWNLOADS = (
    Download(
        real.NAME, "15 public C projects as tasks, for c-decompile; an hour", slow=_fetch_real
    ),
)
COMMANDS = (
    mutate_command("c-decompile", mutate.mutation(), _MUTATE),
    Command(
        "fresh",
        _FRESH,
        _fresh,
        (
            Option("--seed", "Same seed, same tasks.", int, required=True, least=0),
            Option("--count", "Number of tasks.", int, required=True, least=1, most=1000),
            Option("--out", "Folder for the tasks.", Path, required=True),
            Option("--jobs", "Workers. Default: all cores.", int, least=1, short="-j"),
        ),
    ),
    Command(
        "import",
        _IMPORT,
        _import,
        (
            Option("PROJECTS", many=True, required=True, metavar="PROJECT…"),
            Option("--out", "Folder for the tasks.", Path, required=True),
            Option("--seed", "Another seed, other inputs.", int, default=0, least=0),
            Option("--jobs", "Workers. Default: all cores.", int, least=1, short="-j"),
            Option("--no-sandbox", "Build and run without bubblewrap.", bool, default=False),
        ),
    ),
    Command(
        "difficulty",
        _DIFFICULTY,
        _difficulty,
        (
            Option("RUNS", kind=Path, many=True, required=True, metavar="RUN…"),
            Option("--out", "File. Default: the package's own.", Path),
        ),
    ),
)
