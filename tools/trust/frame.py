"""Tests what acidtest promises about its numbers, by doing, and prints one table.

    python tools/trust [CHECK ...] [--long] [--rounds N] [--jobs N] [--write]

Finished rounds are kept in build/trust/ledger.jsonl: the same command continues where it was
stopped, and starts over when acidtest or a check has changed. `--write` writes the rows of these
checks into docs/trust.md, each with its date and commit. Exit status 1: a promise is broken.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib
import json
import multiprocessing
import re
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from check import Check, Row, Tally

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT))  # for benchmarks
LEDGER = ROOT / "build" / "trust" / "ledger.jsonl"
PAGE = ROOT / "docs" / "trust.md"
_NOT_CHECKS = ("__main__", "check", "frame")
_HEAD = (
    "# What was tried against the numbers",
    "",
    "Each row was measured at the commit it names: runs were really killed, files damaged, answers",
    "and inputs really given. `make trust` repeats all of it, takes hours and can be resumed;",
    "`python tools/trust CHECK --long --write` repeats one row.",
    "",
    "| check | promise | result | holds | measured |",
    "|---|---|---|---|---|",
)


@cache
def checks() -> dict[str, tuple[Check, str]]:
    """Every check beside this file by name, with a digest of the code that decides its result."""
    here = Path(__file__).parent
    modules: list[ModuleType] = [
        importlib.import_module(path.stem)
        for path in sorted(here.glob("*.py"))
        if path.stem not in _NOT_CHECKS
    ]
    made = {}
    for module in modules:
        for check in getattr(module, "CHECKS", ()):
            files = [str(here / f"{name}.py") for name in sorted(_with_helpers(module.__name__))]
            made[check.name] = (check, _digest([*check.code, *files]))
    return made


def _with_helpers(name: str) -> set[str]:
    """A module here and all that it imports from here."""
    names, waiting = set[str](), [name]
    while waiting:
        if (each := waiting.pop()) not in names:
            names.add(each)
            text = Path(__file__).with_name(f"{each}.py").read_text(encoding="utf-8")
            imported = re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)
            waiting += [
                other
                for other in imported
                if Path(__file__).with_name(f"{other}.py").exists() and other not in _NOT_CHECKS
            ]
    return names


def _digest(names: Sequence[str]) -> str:
    """A hash of files, and of all files in folders."""
    whole = hashlib.sha256()
    for top in (ROOT / name for name in names):
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and path.suffix != ".pyc":
                whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def finished(check: Check, digest: str) -> dict[int, Tally]:
    """The rounds in the ledger."""
    rounds: dict[int, Tally] = {}
    if LEDGER.exists():
        for line in LEDGER.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:  # the last line of a process that was killed
                continue
            if entry["check"] == check.name and entry["code"] == digest:
                rounds[entry["round"]] = entry["tally"]
    return rounds


def _work(job: tuple[str, int]) -> tuple[str, int, Tally | None]:
    name, number = job
    try:
        return name, number, checks()[name][0].one(number)
    except Exception:  # one round that cannot be done does not lose the others
        print(f"{name}, round {number}: {traceback.format_exc()}", file=sys.stderr, flush=True)
        return name, number, None


def rounds(
    jobs: Sequence[tuple[str, int]], workers: int
) -> Iterator[tuple[str, int, Tally | None]]:
    """Do rounds of any checks, in any order; those that want the machine for themselves first.

    A round that raises gives None.
    """
    alone = [job for job in jobs if checks()[job[0]][0].alone or workers == 1]
    yield from map(_work, alone)
    shared = [job for job in jobs if job not in alone]
    if shared:
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            yield from pool.imap_unordered(_work, shared)


def perform(counts: Mapping[str, int], workers: int) -> Iterator[tuple[str, Row]]:
    """Do the rounds that the ledger does not have; the row of each check when it is complete."""
    tallies = {name: finished(*checks()[name]) for name in counts}
    missing = {
        name: [number for number in range(count) if number not in tallies[name]]
        for name, count in counts.items()
    }
    # a check of few rounds has long ones: begun first, they do not keep the others waiting
    order = sorted(counts, key=lambda name: len(missing[name]))
    jobs = [(name, number) for name in order for number in missing[name]]
    LEDGER.parent.mkdir(parents=True, exist_ok=True)

    raised: Counter[str] = Counter()

    def row(name: str) -> Row:
        if raised[name]:
            return Row(
                f"{raised[name]} rounds could not be done; the same command repeats them", False
            )
        return checks()[name][0].row([tally for _, tally in sorted(tallies[name].items())])

    yield from ((name, row(name)) for name in order if not missing[name])
    for name, number, tally in rounds(jobs, workers):
        if tally is None:
            raised[name] += 1
        else:
            tallies[name][number] = tally
            entry = {"check": name, "code": checks()[name][1], "round": number, "tally": tally}
            with LEDGER.open("a", encoding="utf-8") as ledger:
                ledger.write(json.dumps(entry) + "\n")
        missing[name].remove(number)
        left = {each: len(numbers) for each, numbers in missing.items() if numbers}
        if sys.stderr.isatty():
            shown = ", ".join(f"{each} {count}" for each, count in left.items())
            print(f"\r\x1b[Krounds left: {shown}", end="", file=sys.stderr, flush=True)
        if not missing[name]:
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr)
            yield name, row(name)


def page(rows: Mapping[str, Row], before: str) -> str:
    """The table as a document; checks that were not done now keep their rows."""
    asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    lines = {row.split("|")[1].strip(): row for row in before.splitlines() if row.startswith("| ")}
    for name, row in rows.items():
        holds = "yes" if row.good else "**no**"
        result = row.result.replace("|", "\\|")
        claim, when = checks()[name][0].claim, f"{today}, {commit}"
        lines[name] = f"| {name} | {claim} | {result} | {holds} | {when} |"
    kept = [lines[name] for name in checks() if name in lines]
    return "\n".join([*_HEAD, *kept]) + "\n"


def main() -> int:
    """Do the checks asked for, one after another."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    known = checks()
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"of {', '.join(known)}")
    parser.add_argument("--long", action="store_true", help="the rounds that docs/trust.md reports")
    parser.add_argument("--rounds", type=int, help="this many rounds of each check instead")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    if unknown := set(options.checks) - set(known):
        parser.error(f"unknown check {sorted(unknown)[0]}; choose from: {', '.join(known)}")
    counts = {}
    for name in options.checks or known:
        check = known[name][0]
        if count := options.rounds or (check.long if options.long else check.short):
            counts[name] = count
    rows = {}
    for name, row in perform(counts, options.jobs):
        rows[name] = row
        print(f"{'ok  ' if row.good else 'FAIL'}  {name:12} {row.result}", flush=True)
    if options.write:
        before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        PAGE.write_text(page(rows, before), encoding="utf-8")
    return 0 if all(row.good for row in rows.values()) else 1
