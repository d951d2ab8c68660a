"""Tests what acidtest promises about its numbers, by doing, and prints one table.

    python tools/trust [CHECK ...] [--long] [--rounds N] [--jobs N] [--write]

Finished rounds are kept in build/trust/ledger.jsonl: the same command continues where it was
stopped, and starts over when acidtest or a check has changed. `--write` writes docs/trust.md.
Exit status 1: a promise is broken.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from check import Check, Row, Tally

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT))  # for benchmarks
LEDGER = ROOT / "build" / "trust" / "ledger.jsonl"
PAGE = ROOT / "docs" / "trust.md"
_NOT_CHECKS = ("__main__", "check", "frame")


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
            made[check.name] = (check, _digest([*check.code, str(module.__file__)]))
    return made


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


def _work(job: tuple[str, int]) -> tuple[int, Tally]:
    name, number = job
    return number, checks()[name][0].one(number)


def rounds(name: str, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, Tally]]:
    """Do the rounds, in any order."""
    check = checks()[name][0]
    if jobs == 1 or check.alone or len(numbers) == 1:
        yield from ((number, check.one(number)) for number in numbers)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(_work, [(name, number) for number in numbers])


def perform(name: str, count: int, jobs: int) -> tuple[Row, int]:
    """Do the rounds that the ledger does not have; the row, and over how many rounds."""
    check, digest = checks()[name]
    tallies = finished(check, digest)
    todo = [number for number in range(count) if number not in tallies]
    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    with LEDGER.open("a", encoding="utf-8") as ledger:
        for done, (number, tally) in enumerate(rounds(name, todo, jobs), count - len(todo) + 1):
            tallies[number] = tally
            entry = {"check": name, "code": digest, "round": number, "tally": tally}
            ledger.write(json.dumps(entry) + "\n")
            ledger.flush()
            if sys.stderr.isatty():
                print(f"\r{name}: round {done} of {count}  ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    return check.row([tally for number, tally in sorted(tallies.items())]), len(tallies)


def page(rows: Sequence[tuple[Check, Row, int]]) -> str:
    """The table as a document."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    lines = [
        "# What was tried against the numbers",
        "",
        f"Written on {today} by `make trust`, which does all of this for real and can be resumed.",
        "`python tools/trust NAME --long` repeats one row.",
        "",
        "| check | promise | result | holds |",
        "|---|---|---|---|",
    ]
    for check, row, _ in rows:
        lines.append(
            f"| {check.name} | {check.claim} | {row.result} | {'yes' if row.good else '**no**'} |"
        )
    return "\n".join(lines) + "\n"


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
    rows = []
    for name in options.checks or known:
        check = known[name][0]
        count = options.rounds or (check.long if options.long else check.short)
        if not count:
            continue
        row, done = perform(name, count, options.jobs)
        rows.append((check, row, done))
        print(f"{'ok  ' if row.good else 'FAIL'}  {name:12} {row.result}", flush=True)
    if options.write:
        PAGE.write_text(page(rows), encoding="utf-8")
    return 0 if all(row.good for _, row, _ in rows) else 1
