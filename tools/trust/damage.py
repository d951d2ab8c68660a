"""Flips and cuts in every file of real run folders and of the cache."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import small_runs
from check import Check, Row, Tally, total

from acidtest.core.errors import AcidtestError
from acidtest.store import (
    ObservationCache,
    Run,
    find_answers,
    problems,
    read_manifest,
    read_scores,
    read_summary,
    read_tables,
)
from acidtest.store.verify import FOLDER

DAMAGES = 50
_CACHE = "observations.sqlite"


def damaged(data: bytes, dice: random.Random) -> bytes:
    """One bit flipped, a piece overwritten, or the end cut off."""
    place, kind = dice.randrange(len(data)), dice.random()
    if kind < 0.7:
        return data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]
    if kind < 0.9:
        return data[:place]
    piece = dice.choice((b"\0" * 512, dice.randbytes(64), b"9"))
    return data[:place] + piece + data[place + len(piece) :]


def parts(folder: Path) -> dict[str, Callable[[], Any]]:
    """What a reader gets from a run folder, piece by piece."""
    return {
        "manifest": lambda: read_manifest(folder),
        "summary": lambda: read_summary(folder),
        "tables": lambda: read_tables(folder),
        "scores": lambda: read_scores(folder / "scores.sqlite"),
        "run": lambda: Run.open(folder).scores(),
        "answers": lambda: dict(find_answers(folder / "answers.jsonl")),
        "answer": lambda: dict(find_answers(folder / "answers.jsonl", [_first(folder)])),
        "repaired": lambda: dict(find_answers(folder / "repaired.jsonl")),
        "repaired scores": lambda: (
            read_scores(folder / "repaired.sqlite")
            if (folder / "repaired.sqlite").exists()
            else None
        ),
    }


def _first(folder: Path) -> str:
    return str(read_scores(folder / "scores.sqlite")[0]["id"])


def outcome(folder: Path, intact: dict[str, Any], name: str) -> str:
    """`noticed`, `harmless`, `wrong: …` or `traceback: …` after damage to a file."""
    try:
        listed = problems(folder)
    except AcidtestError as error:
        listed = [str(error)]
    noticed = False
    for part, read in parts(folder).items():
        try:
            got = read()
        except AcidtestError as error:
            if name not in str(error) and part != "answer":
                return f"wrong: {part}: the message does not name {name}: {error}"
            noticed = True
            continue
        if got == intact[part]:
            continue
        # whole lines cut off: what is left is right, and the loss is named
        left = part in ("answers", "answer", "repaired") and got.items() <= intact[part].items()
        if not left or not any(name in line for line in listed):
            return f"wrong: {part} of {name} differs and nothing says so"
        noticed = True
    if noticed and not any(name in line for line in listed):
        return f"wrong: `verify` does not name {name}: {listed}"
    return "noticed" if noticed or listed else "harmless"


def of_cache(folder: Path, dice: random.Random) -> str:
    """The same for the cache, as a killed process leaves it: a row is right or missing."""
    origin, path = folder / _CACHE, folder / "left.sqlite"
    with sqlite3.connect(origin) as database:
        rows = [str(key) for (key,) in database.execute("SELECT key FROM observations")]
    database.close()
    cache = ObservationCache(origin)
    intact = cache.find(rows)
    cache.add(intact)
    files = [path, path.with_name("left.sqlite-wal")]
    for source, target in zip((origin, origin.with_name(f"{_CACHE}-wal")), files, strict=True):
        shutil.copyfile(source, target)
    cache.close()
    target = dice.choice(files)
    target.write_bytes(damaged(target.read_bytes(), dice))
    cache = ObservationCache(path)
    try:
        got = cache.find(rows)
        cache.add(intact)
        again = cache.find(rows)
    finally:
        cache.close()
    if not got.items() <= intact.items():
        return "wrong: an observation of the cache differs"
    if again != intact:
        return "wrong: the cache does not work on"
    return "harmless" if got == intact else "noticed"


def made_again(folder: Path, whole: Path, name: str) -> str:
    """Give the damaged run's command again: everything is as it was."""
    command = small_runs.READ[name].line(folder)
    environment = small_runs.environment(small_runs.prepared())
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode or "Traceback" in done.stderr:
        return f"wrong: the same command does not mend it: {done.stderr[-500:]}"
    if left := problems(folder):
        return f"wrong: the same command leaves {left}"
    same = (folder / "scores.sqlite").read_bytes() == (whole / "scores.sqlite").read_bytes()
    return "mended" if same else "wrong: other scores after mending"


def one(number: int) -> Tally:
    """Damage files one after another; let the last damaged run be mended by its own command."""
    dice = random.Random(f"damage {number}")
    runs = small_runs.prepared()
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="trust-") as temporary:
        for turn in range(DAMAGES):
            name = dice.choice(sorted(small_runs.READ))
            whole, folder = runs / "read" / name, Path(temporary) / f"{name}-{turn}"
            shutil.copytree(whole, folder)
            shutil.copyfile(runs / "cache" / _CACHE, folder / _CACHE)
            files = [file for file in FOLDER if (folder / file).exists()]
            file = dice.choice([*files, _CACHE])
            try:
                if file == _CACHE:
                    result = of_cache(folder, dice)
                else:
                    path = folder / file
                    intact = {part: read() for part, read in parts(folder).items()}
                    path.write_bytes(damaged(path.read_bytes(), dice))
                    result = outcome(folder, intact, file)
                if turn == DAMAGES - 1 and file != _CACHE:
                    mended = made_again(folder, whole, name)
                    counts["mended"] += mended == "mended"
                    wrong += [f"{file}: {mended}"] if mended != "mended" else []
            except Exception:
                result = f"traceback: {traceback.format_exc()[-800:]}"
            kind = result.partition(":")[0]
            counts[kind] += 1
            if kind in ("wrong", "traceback"):
                wrong.append(f"round {number}, turn {turn}, {name}/{file}: {result}")
            shutil.rmtree(folder)
    return {**counts, "damages": DAMAGES, "what": wrong[:5]}


def row(tallies: Sequence[Tally]) -> Row:
    """How many were noticed, harmless, silently wrong."""
    names = ("damages", "noticed", "harmless", "wrong", "traceback", "mended")
    damages, noticed, harmless, wrong, traces, mended = (total(tallies, name) for name in names)
    what = [line for tally in tallies for line in tally.get("what", [])]
    text = (
        f"{damages:,} flips and cuts: {noticed:,} noticed and named, {harmless:,} without effect, "
        f"silently wrong {wrong}, tracebacks {traces}; {mended:,} runs mended by their own command"
    )
    return Row("; ".join([text, *what[:2]]), not what and wrong + traces == 0)


CHECKS = (
    Check(
        "damage",
        "a damaged file of a run or of the cache is named, or makes no difference",
        one,
        row,
        short=1,
        long=220,
    ),
)
