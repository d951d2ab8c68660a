"""Steps of a shell script, and a look at the processes of a sandbox."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from acidtest.toolchains.sandbox import (
    Limits,
    Step,
)

SHELL = Limits(cpu_s=5, wall_s=20, processes=8)


def sh(script: str, *, even_after_failure: bool = False, limits: Limits = SHELL) -> Step:
    """A step that runs a shell script."""
    return Step(["/bin/sh", "-c", script], limits=limits, even_after_failure=even_after_failure)


# -- when something breaks ------------------------------------------------------------------------


def _parents() -> dict[int, int]:
    """The parent of every process."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    return parents


def descendants(root: int) -> list[int]:
    """Children of `root`, their children and so on, parents first."""
    parents = _parents()
    found = [root]
    for pid in found:
        found += sorted(child for child, parent in parents.items() if parent == pid)
    return found[1:]


def commands(root: int) -> list[bytes]:
    """The command lines of the descendants of `root`."""
    lines = []
    for pid in descendants(root):
        with contextlib.suppress(OSError):
            lines.append(Path(f"/proc/{pid}/cmdline").read_bytes())
    return lines


def wait_until(condition: Callable[[], bool]) -> bool:
    """Whether `condition` came true in a while."""
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.02)
    return False
