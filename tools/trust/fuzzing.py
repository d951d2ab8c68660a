"""Do hostile bytes break our C and C++? A minute of fuzzing a round, under sanitizers."""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from check import Check, Row, Tally, total

_ROOT = Path(__file__).resolve().parents[2]
_TARGETS = ("wire", "loader", "image")
_SECONDS = 60
_FUZZED = [
    f"src/acidtest/native/{name}"
    for name in (
        *("sandbox/request.c", "sandbox/request.h", "sandbox/wire.c", "sandbox/wire.h"),
        *("sandbox/layout.h", "judge/load.c", "judge/load.h", "judge/object.c", "judge/object.h"),
        *("judge/extent.c", "ghidra/ghidra_image.cc", "ghidra/ghidra_image.hh"),
    )
]


def _one(number: int) -> Tally:
    target = _TARGETS[number % len(_TARGETS)]
    folder = _ROOT / "build" / "native"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{target}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, "tools/fuzz.py", target, "--seconds", str(_SECONDS)]
        done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    executions = re.findall(r"(\d+) executions", done.stdout)
    lines = [float(share) for share in re.findall(r"([\d.]+) % of \d+ lines", done.stdout)]
    if done.returncode == 2:
        raise RuntimeError(done.stderr.strip())
    return {
        "target": target,
        "seconds": _SECONDS,
        "executions": int(executions[-1]) if executions else 0,
        "lines": min(lines, default=0.0),
        "failed": int(done.returncode != 0),
        "output": done.stdout[-4000:] if done.returncode else "",
    }


def _row(tallies: Sequence[Tally]) -> Row:
    parts = []
    for target in dict.fromkeys(tally["target"] for tally in tallies):
        own = [tally for tally in tallies if tally["target"] == target]
        parts.append(
            f"{target} {total(own, 'seconds'):,} s, "
            f"{total(own, 'executions') / 1e6:,.1f} M inputs, "
            f"{max(tally['lines'] for tally in own):.1f} % of lines or more"
        )
    failed = total(tallies, "failed")
    return Row(f"{'; '.join(parts)}; crashes, reports and leaks {failed}", not failed)


CHECKS = (
    Check(
        "fuzz",
        "an hour of fuzzing each of wire, loader and ELF reader finds no crash, sanitizer "
        "report or leak, and reaches 85 % of each file's lines",
        _one,
        _row,
        short=0,
        long=len(_TARGETS) * 3600 // _SECONDS,
        code=(*_FUZZED, "tools/fuzz.py", "tests/native"),
    ),
)
