"""Ends runs with SIGINT, SIGTERM, SIGHUP and SIGKILL at random moments: what is left behind?

Each round runs in a process of its own which adopts every orphan below it, so that nothing that
acidtest started can hide, in whatever session, group, namespace or environment it is.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from check import Check, Row, Tally, total

from acidtest.core.keeper import descendants
from acidtest.core.paths import cache_dir
from acidtest.core.records import Json

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
_C, _PAIRS, _JUSTIFY = "c-decompile", "solidity-pairs", "sast-justify"
SUITES = (_C, "solidity-decompile", _PAIRS, "crypto-inventory", "sast-triage", _JUSTIFY)
LATE_S = 5.0
_SETTLE_S = 20.0
_SET_CHILD_SUBREAPER = 36

# Never answers; has a child, one in a session of its own, and a daemon.
_TOOL = """#!/bin/sh
sleep 3001 &
setsid sleep 3002 &
(setsid sleep 3003 >/dev/null 2>&1 &)
sleep 3004
"""


_JUSTIFICATION = {
    "full_justification": "The index is checked in line 7, so that nothing is overrun.",
    "expected_output_obj": "The index is checked.",
    "issue_type": "OVERRUN",
    "severity": "HIGH",
}


def _data(suite: str, place: Path) -> list[str]:
    """Options that name data, for suites that ship none."""
    rows: list[dict[str, Json]] = []
    if suite == _PAIRS:
        for n in range(12):
            about = {"function_name": f"f{n}", "contract_address": "0xaa", "visibility": "public"}
            about |= {"compiler_version": "0.5.11", "optimizer_enabled": "true"}
            source = f"function f{n}() public {{ x = {n}; }}"
            rows.append({"input": f"block_{n}: stop", "output": source, "metadata": about})
    elif suite == _JUSTIFY:
        for n in range(12):
            rows.append({"id": f"zip-{n}", **_JUSTIFICATION})
    else:
        return []
    path = place / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return ["--data", str(path)]


def _systems(suite: str, tool: Path) -> list[str]:
    systems = [f"command:{tool}", "oracle"]
    if suite == _C:
        systems += ["ghidra"] if shutil.which("g++") else []
    return systems


def one(number: int) -> Tally:
    """One run, one signal; a late end counts if it is late again."""
    tally = _apart(number)
    if tally["late"]:
        tally = {**tally, "late": _apart(number)["late"]}
    return tally


def _apart(number: int) -> Tally:
    """The round in a process that adopts orphans."""
    done = subprocess.run(
        [sys.executable, __file__, str(number)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"round {number} failed: {done.stderr[-2000:]}")
    tally: Tally = json.loads(done.stdout)
    return tally


def _round(number: int) -> Tally:
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    dice = random.Random(f"ends {number}")
    given = SIGNALS[number % len(SIGNALS)]
    with tempfile.TemporaryDirectory(prefix="ends-") as name:
        place = Path(name)
        scratch, out, tool = place / "tmp", place / "run", place / "tool.sh"
        scratch.mkdir()
        tool.write_text(_TOOL)
        tool.chmod(0o755)
        suite = SUITES[number // len(SIGNALS) % len(SUITES)]
        system = dice.choice(_systems(suite, tool))
        asked = [suite, "--system", system, *_data(suite, place)]
        process = _start(asked, out, place)
        # a quarter while it starts, the others somewhere in its work
        if dice.random() < 0.25:
            time.sleep(dice.uniform(0, 1.0))
        else:
            while not (out / "manifest.json").exists() and process.poll() is None:
                time.sleep(0.01)
            time.sleep(dice.uniform(0, 3.0))
        running = process.poll() is None
        start = time.monotonic()
        process.send_signal(given)
        status = process.wait()
        took = time.monotonic() - start
        errors = (place / "errors").read_text(errors="replace")
        # before our code runs, and after it, a signal meets Python alone
        python = status == -given or ("Traceback" in errors and "/acidtest/" not in errors)
        expected = (0, 128 + given) if running else (0,)
        tally: dict[str, Json] = {
            "ends": 1,
            "late": int(given != signal.SIGKILL and took > LATE_S),
            "status": int(status not in expected and not python),
            "traceback": int("Traceback" in errors and not python),
            "answers": _answers(out) if system.startswith("command:") else 0,
            "processes": _left(),
            "folders": len(list(scratch.iterdir())),
        }
        if sum(tally.values()) > 1:  # for whoever looks into the ledger
            tally["why"] = f"{given.name} to {' '.join(asked)}: {status} in {took:.1f} s: "
            tally["why"] += errors[-1500:]
        return tally


def _start(asked: Sequence[str], out: Path, place: Path) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-m", "acidtest", "run", *asked, "--limit", "12", "--out", str(out)]
    cache = place / "cache"  # with all tools, but without observations: sandboxes have work
    cache.mkdir()
    for path in cache_dir().iterdir() if cache_dir().is_dir() else ():
        if not path.name.startswith("observations"):
            (cache / path.name).symlink_to(path)
    with (place / "errors").open("wb") as stream:
        return subprocess.Popen(
            argv,
            env={**os.environ, "TMPDIR": str(place / "tmp"), "ACIDTEST_CACHE": str(cache)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stream,
            preexec_fn=_heed,
        )


def _heed() -> None:
    """Ignore no signal: jobs in the background ignore Ctrl-C, those of nohup SIGHUP, and pass that
    on to what they start.
    """
    for each in SIGNALS[:-1]:
        signal.signal(each, signal.SIG_DFL)


def _answers(out: Path) -> int:
    """Answers of the tool that never answers."""
    path = out / "answers.jsonl"
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def _left() -> int:
    """Processes that do not end; all that acidtest ever started descends from this process."""
    until = time.monotonic() + _SETTLE_S
    while True:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        left = descendants(os.getpid())
        if not left or time.monotonic() > until:
            break
        time.sleep(0.05)
    for process in left:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
    return len(left)


def row(tallies: Sequence[Tally]) -> Row:
    """All kinds of rests together."""
    kinds = {
        "left-over processes": "processes",
        "left-over folders": "folders",
        f"over {LATE_S:g} s": "late",
        "wrong exit status": "status",
        "tracebacks": "traceback",
        "answers of killed tools": "answers",
    }
    counts = {words: total(tallies, key) for words, key in kinds.items()}
    said = ", ".join(f"{words} {count}" for words, count in counts.items())
    text = f"{total(tallies, 'ends')} ends over {len(SUITES)} suites: {said}"
    why = [" ".join(str(tally["why"]).split()) for tally in tallies if "why" in tally]
    return Row("; ".join([text, *why[:2]]), not any(counts.values()))


CHECKS = (
    Check(
        "ends",
        "Ctrl-C, SIGTERM, SIGHUP and kill -9 leave no process and no folder, and end within 5 s",
        one,
        row,
        short=4,
        long=300,
    ),
)

if __name__ == "__main__":
    print(json.dumps(_round(int(sys.argv[1]))))
