"""`acidtest corpus import c-decompile`: every function of a project, each a task or a reason.

What becomes of a function is written down before the next is begun, so that an import that was
stopped goes on where it was. The folder is then the same as if it had never been stopped.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.paths import check_folder, read_text, writing
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Table
from acidtest.core.untrusted import load_json
from acidtest.engine.pool import check_going, map_unordered
from acidtest.suites.c_decompile.project.admit import Admission, NotAdmitted, NotDecided
from acidtest.suites.c_decompile.project.items import NotParsed, ParsedUnit, parse_unit
from acidtest.suites.c_decompile.project.slices import Slicer
from acidtest.suites.c_decompile.project.tree import SourceTree
from acidtest.suites.c_decompile.project.types import Types
from acidtest.suites.c_decompile.project.units import Built, preprocessed
from acidtest.suites.c_decompile.verdict import runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

YIELD = "yield.jsonl"
_VERSION = "1"
_FIELDS = ("id", "key", "package", "file", "function", "why")
_NAME_MAX = 160
Row = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What came of all functions, one row each, and what is to be said about packages."""

    rows: Sequence[Row]
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Job:
    """One function to look at."""

    id: str
    key: str
    place: tuple[int, int]


def import_trees(
    trees: Sequence[SourceTree], out: Path, *, seed: int, jobs: int, bare: bool, progress: Progress
) -> ImportOutcome:
    """Make tasks of all functions of some trees, in a folder that `--data` takes."""
    check_folder(out)
    known = _known(out)
    if not known and any(out.glob("*.c")):
        raise InputError(f"--out {out}: holds C files that are not tasks of an import")
    rows: list[Row] = []
    notes: list[str] = []
    texts: dict[str, str] = {}
    for tree in trees:
        made, said = _import(
            tree, out, known, texts, seed=seed, jobs=jobs, bare=bare, progress=progress
        )
        rows += made
        notes += said
    if not rows:
        named = ", ".join(str(tree.folder) for tree in trees)
        raise InputError(f"{named}: holds no C function{_after(notes)}")
    rows.sort(key=lambda row: str(row["id"]))
    kept = {f"{row['id']}.c" for row in rows if not row["why"]}
    with writing(out):
        for path in out.glob("*.c"):
            if path.name not in kept:  # of another seed or version
                path.unlink()
        text = "".join(json.dumps(row, sort_keys=True) + "\n" for row in rows)
        temporary = out / f"{YIELD}.new"
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(out / YIELD)
    return ImportOutcome(rows, notes)


def _after(notes: Sequence[str]) -> str:
    return f" ({'; '.join(notes)})" if notes else ""


def _known(out: Path) -> dict[str, Row]:
    """What an earlier import into the folder came to, by key; a torn last line is none."""
    path = out / YIELD
    if not path.is_file():
        return {}
    known = {}
    for line in read_text(path).split("\n"):
        try:
            row = load_json(line)
        except ValueError:
            continue
        whole = isinstance(row, dict) and all(isinstance(row.get(name), str) for name in _FIELDS)
        if whole and not row.get("again") and (row["why"] or (out / f"{row['id']}.c").is_file()):
            known[row["key"]] = row
    return known


def _import(
    tree: SourceTree,
    out: Path,
    known: Mapping[str, Row],
    texts: dict[str, str],
    *,
    seed: int,
    jobs: int,
    bare: bool,
    progress: Progress,
) -> tuple[list[Row], list[str]]:
    gcc = find_gcc()
    built = preprocessed(tree, gcc, bare=bare, progress=progress)
    units, rows = _parsed(tree, built)
    notes = [f"{tree.package}: {built.note}"] if built.note else []
    slicer = Slicer(units)
    types = [Types(unit) for unit in units]
    todo, twice = [], 0
    for job in _jobs(tree, slicer, f"{_VERSION} {seed} {gcc.version}"):
        text = " ".join(slicer.item(job.place).text.split())
        if texts.setdefault(text, tree.package) != tree.package:
            twice += 1
        elif job.key in known:
            rows.append(known[job.key])
        else:
            todo.append(job)
    if twice:
        notes.append(f"{tree.package}: {twice} functions are in an earlier package, counted there")
    undecided: list[Row] = []
    with (
        Sandbox({"runner": runner()}, binds=gcc.folders, bare=bare) as sandbox,
        writing(out),
        (out / YIELD).open("a", encoding="utf-8") as log,
        progress.stage(f"{tree.package}: functions", len(todo)) as advance,
    ):
        admission = Admission(gcc, sandbox, seed)

        def one(job: _Job) -> Row:
            item = slicer.item(job.place)
            row = {"id": job.id, "key": job.key, "package": tree.package, "file": item.file}
            row |= {"function": item.name, "why": ""}
            try:
                made = admission.admit(slicer, job.place, types[job.place[0]], tree.package)
            except NotAdmitted as error:
                return row | {"why": str(error)}
            except NotDecided as error:
                return row | {"why": f"not decided: {error}", "again": True}
            check_going()
            place = out / f"{job.id}.c"
            temporary = place.with_suffix(".new")
            temporary.write_text(made.text, encoding="utf-8")
            temporary.replace(place)
            return row | dict(made.facts)

        with map_unordered(one, todo, jobs) as results:
            for _, row in results:
                if row.get("again"):
                    undecided.append(row)
                else:
                    log.write(json.dumps(row, sort_keys=True) + "\n")
                    log.flush()
                    rows.append(row)
                advance()
    if undecided:
        notes.append(
            f"{tree.package}: {len(undecided)} functions were not decided, the first "
            f"{undecided[0]['function']}: {undecided[0]['why']}; run the same command again"
        )
    return rows + undecided, notes


def _parsed(tree: SourceTree, built: Built) -> tuple[list[ParsedUnit], list[Row]]:
    """The files of a tree, and a row for each that cannot be read."""
    units: list[ParsedUnit] = []
    rows: list[Row] = []
    for file in built.files:
        why = file.why
        try:
            if not why:
                units.append(parse_unit(file.file, file.data, f"{tree.folder}/"))
        except NotParsed as error:
            why = str(error)
        if why:
            identity = _identity(tree.package, file.file, "")
            rows.append({"id": identity, "key": "", "package": tree.package, "file": file.file,
                         "function": "", "why": why})  # fmt: skip
    return units, rows


def _jobs(tree: SourceTree, slicer: Slicer, version: str) -> Iterator[_Job]:
    """All functions, with ids that stay the same as long as their files do."""
    taken: Counter[str] = Counter()
    units: dict[int, str] = {}
    for place in slicer.functions():
        item, unit = slicer.item(place), slicer.unit(place)
        name = _identity(tree.package, item.file, item.name)
        taken[name.lower()] += 1
        if taken[name.lower()] > 1:
            name = f"{name}-{taken[name.lower()]}"
        whole = units.setdefault(place[0], sha256_of(unit.data.decode("latin-1")))
        yield _Job(name, sha256_of(version, name, whole, item.text), place)


def _identity(package: str, file: str, function: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_+-]", "_", file.rpartition("/")[2].removesuffix(".c"))
    name = ".".join(part for part in (package, stem, function) if part)
    return name if len(name) <= _NAME_MAX else f"{name[:_NAME_MAX]}-{sha256_of(name)[:12]}"


def yield_table(rows: Sequence[Row]) -> list[Table]:
    """Tasks and functions by package, and the reasons why others are none."""
    packages: dict[str, Counter[str]] = {}
    for row in rows:
        counts = packages.setdefault(str(row["package"]), Counter())
        if row["function"]:
            counts["functions"] += 1
            counts["tasks"] += not row["why"]
        else:
            counts["files"] += 1
        for name in ("mutants", "killed"):
            counts[name] += row.get(name) or 0
    shown: list[list[Json]] = []
    for package, counts in packages.items():
        mine = [r for r in rows if r["package"] == package and r.get("coverage") is not None]
        covered = sorted(float(row["coverage"]) for row in mine)
        shown.append(
            [
                package,
                counts["functions"],
                counts["tasks"],
                _share(counts["tasks"], counts["functions"]),
                f"{covered[len(covered) // 2]:.0%}" if covered else "-",
                _share(counts["killed"], counts["mutants"]),
                counts["files"],
            ]
        )
    reasons = Counter(
        (str(row["package"]), reason_of(str(row["why"]))) for row in rows if row["why"]
    )
    listed = sorted(reasons.items(), key=lambda each: (each[0][0], -each[1], each[0][1]))
    head = ["package", "functions", "tasks", "yield", "branches covered (median)", "mutants killed",
            "files not read"]  # fmt: skip
    return [
        Table("yield", "Yield by package", head, shown),
        Table(
            "left_out",
            "Left out, by reason",
            ["package", "functions or files", "reason"],
            [[package, count, reason] for (package, reason), count in listed],
        ),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def reason_of(why: str) -> str:
    """A reason without the names in it, to count by."""
    named = "changes the global|disagree about|around: it uses|^it uses|^it calls|of type|^it needs"
    why = re.sub(rf"({named}) [^,]+", r"\1 …", why)
    why = re.sub(r"(cannot be preprocessed|do(?:es)? not compile|not decided): .*", r"\1", why)
    return re.sub(r"(does not pass so|cannot be kept apart): .*", r"\1", why)
