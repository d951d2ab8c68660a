"""Small real runs of the four main suites, made once, for checks that damage or kill them."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.paths import cache_dir

ROOT = Path(__file__).resolve().parents[2]
_JSON = '{"verdict": "false alarm", "confidence": 0.8, "reason": "safe"}'


@dataclass(frozen=True, slots=True)
class Command:
    """A run: the suite and the options of `acidtest run`."""

    suite: str
    options: tuple[str, ...]

    def line(self, out: Path) -> list[str]:
        """The command line."""
        start = [sys.executable, "-c", "from acidtest.cli import main; main()", "run", self.suite]
        return [*start, *self.options, "--controls", "none", "-j", "2", "--out", str(out)]


def _says(text: str) -> tuple[str, str]:
    """A program that takes a moment to answer, and lives on for long if its parent is gone."""
    parent = "set -- $(cat /proc/$$/stat); echo $4"
    script = f'p=$({parent}); sleep 0.1; [ "$p" = "$({parent})" ] || sleep 60; echo "$0"'
    return "--system", f"command:sh -c {shlex.quote(script)} {shlex.quote(text)}"


READ: Mapping[str, Command] = {
    "c": Command("c-decompile", ("--system", "oracle", "--limit", "3")),
    "sol": Command("solidity-decompile", ("--system", "mutant", "--limit", "2", "--repair", "1")),
    "crypto": Command("crypto-inventory", ("--system", "keyword", "--limit", "4")),
    "sast": Command("sast-triage", ("--system", "by-type", "--limit", "6")),
}
"""Runs to read: every kind of file is there."""

KILLED: Mapping[str, Command] = {
    "c": Command("c-decompile", (*_says("int func0(void) { return 0; }"), "--limit", "6")),
    "sol": Command("solidity-decompile", (*_says("contract C { }"), "--limit", "4")),
    "crypto": Command("crypto-inventory", (*_says('{"findings": []}'), "--limit", "8")),
    "sast": Command("sast-triage", (*_says(_JSON), "--limit", "8")),
}
"""Runs to kill: a program of ours is started for every answer."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """For a command with the cache in `folder`."""
    return {**os.environ, "ACIDTEST_CACHE": str(folder / "cache"), **more}


@functools.cache
def prepared() -> Path:
    """A folder with `read/NAME`, `killed/NAME`, the seconds each took, and their `cache`.

    It is made by one process, and anew when acidtest changes.
    """
    code = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted((ROOT / "src").rglob("*.py")):
        code.update(path.read_bytes())
    folder = ROOT / "build" / "trust" / f"runs-{code.hexdigest()[:12]}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "runs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            for old in folder.parent.glob("runs-*"):
                shutil.rmtree(old, ignore_errors=True)
            _make(folder)
    return folder


def _make(folder: Path) -> None:
    (folder / "cache").mkdir(parents=True)
    for name in ("native", "headers", "solidity"):
        (cache_dir() / name).mkdir(parents=True, exist_ok=True)
    for entry in cache_dir().iterdir():  # compilers and our programs; only observations are new
        if ".sqlite" not in entry.name:
            (folder / "cache" / entry.name).symlink_to(entry)
    for kind, commands in (("read", READ), ("killed", KILLED)):
        for name, command in commands.items():
            start = time.monotonic()
            out = folder / kind / name
            done = subprocess.run(
                command.line(out),
                env=environment(folder),
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise RuntimeError(f"{command.suite}: {done.stderr[-2000:]}")
            (folder / f"{kind}-{name}.s").write_text(str(time.monotonic() - start))
    (folder / "done").touch()
