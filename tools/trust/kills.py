"""kill -9 at random moments of real runs, then the same command again."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import small_runs
from check import Check, Row, Tally, total

from acidtest.core.errors import AcidtestError
from acidtest.core.registry import find_suite
from acidtest.store import problems, read_summary, read_table

KILLS = 4
TRIES = 12
GRACE_S = 5.0
"""Children may take so long to notice that their parent is gone."""


def answers(folder: Path) -> dict[tuple[str, int], str]:
    """The complete lines on disk, read without acidtest."""
    path = folder / "answers.jsonl"
    text = path.read_text() if path.exists() else ""
    records = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    return {(record["id"], record["attempt"]): record["answer"] for record in records}


def left_over(mark: str) -> list[int]:
    """Processes that were started with this mark in their environment."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            marked = mark.encode() in path.read_bytes()
        except OSError:
            continue
        pids += [int(path.parent.name)] if marked else []
    return pids


def orphans(mark: str) -> int:
    """How many processes outlive the command; they are ended here."""
    end = time.monotonic() + GRACE_S
    while (pids := left_over(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return len(pids)


def looks_damaged(folder: Path) -> list[str]:
    """What of an interrupted run is called damaged: nothing should be."""
    if not (folder / "manifest.json").exists():
        return []
    try:
        return [line for line in problems(folder) if "damaged" in line]
    except AcidtestError as error:
        return [str(error)]


def one(number: int) -> Tally:
    """Kill a run a few times, then let it finish, and compare it with one left alone."""
    dice = random.Random(f"kills {number}")
    runs = small_runs.prepared()
    name = sorted(small_runs.KILLED)[number % len(small_runs.KILLED)]
    whole, takes = runs / "killed" / name, float((runs / f"killed-{name}.s").read_text())
    mark = f"trust-{uuid.uuid4().hex}"
    counts: Counter[str] = Counter()
    what: list[str] = []
    with tempfile.TemporaryDirectory(prefix="trust-") as temporary:
        folder, own = Path(temporary) / "run", Path(temporary) / "tmp"
        own.mkdir()
        environment = small_runs.environment(runs, TMPDIR=str(own), TRUST_MARK=mark)
        command = small_runs.KILLED[name].line(folder)
        for _ in range(TRIES):
            before, start = answers(folder), time.monotonic()
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            try:
                process.wait(dice.uniform(0.1, 1.0) * takes)
            except subprocess.TimeoutExpired:
                process.kill()
                counts["kills"] += 1
            process.wait()
            finished = process.returncode == 0
            counts["orphans"] += orphans(mark)
            after = answers(folder)
            counts["lost"] += sum(after.get(key) != text for key, text in before.items())
            what += looks_damaged(folder)
            if counts["kills"] == KILLS:
                break
            if finished:  # before its time: kill sooner, and another run
                takes = min(takes, time.monotonic() - start)
                shutil.rmtree(folder)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        counts["orphans"] += orphans(mark)
        left = sorted(path.name for path in own.rglob("*"))
        counts["folders"] += len(list(own.iterdir()))
        if done.returncode or "Traceback" in done.stderr:
            what.append(f"the last command ended with {done.returncode}: {done.stderr[-500:]}")
        else:
            what += problems(folder)
            counts["lost"] += answers(folder) != answers(whole)
            counts["wrong"] += results(folder) != results(whole)
    what += [f"left over: {', '.join(left)}"] if left else []
    return {**counts, "name": name, "what": [f"round {number}, {name}: {line}" for line in what]}


def results(folder: Path) -> object:
    """Scores and figures, without metrics that are times."""
    summary = read_summary(folder)
    times = {m.name for m in find_suite(str(summary["suite"])).metrics if m.unit == "s"}
    scores = read_table(folder / "scores.sqlite")
    kept = [name for name in scores.names if name.removeprefix("metric:") not in times]
    by_group = [figures for values in summary["groups"].values() for figures in values.values()]
    figures = [
        {name: figure for name, figure in each.items() if name not in times}
        for each in (summary["metrics"], *by_group)
    ]
    return [scores.column(name) for name in kept], summary["n"], summary["errors"], figures


def row(tallies: Sequence[Tally]) -> Row:
    """What was lost, wrong or left behind."""
    names = ("kills", "lost", "wrong", "orphans", "folders")
    kills, *bad = (total(tallies, name) for name in names)
    what = [line for tally in tallies for line in tally["what"]]
    damaged = sum(": left over: " not in line for line in what)
    text = (
        f"{kills:,} kills over {len({tally['name'] for tally in tallies})} suites: answers lost "
        f"{bad[0]}, silently wrong {bad[1]}, called damaged {damaged}, orphan processes "
        f"{bad[2]}, left-over folders {bad[3]}"
    )
    return Row("; ".join([text, *what[:2]]), not what and not any(bad))


CHECKS = (
    Check(
        "kills",
        "a run killed at any moment goes on with the same command and ends as if left alone",
        one,
        row,
        short=1,
        long=340,
    ),
)
