"""Tasks that nobody has seen, by one number: the same for prompts, rewards and judge services."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from acidtest.core.digest import closure_of, sha256_of
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.paths import cache_dir
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, suite_names
from acidtest.core.reward_protocols import FreshSuite

TASKS = 64
"""As many as a seed stands for, so that all who name it have the same."""


def with_fresh(
    suite: Suite, options: RunOptions, seed: int | None, progress: Progress | None = None
) -> RunOptions:
    """The options with the tasks of `seed` as data, and its inputs; None changes nothing.

    Tasks are made once on each machine; it takes about a second for each.
    """
    if seed is None:
        return options
    if seed < 0:
        raise InputError(f"fresh={seed}: a seed must not be negative")
    if not isinstance(suite, FreshSuite):
        able = [name for name in suite_names() if isinstance(find_suite(name), FreshSuite)]
        raise InputError(f"{suite.name} makes no fresh tasks; these do: {', '.join(able)}")
    if options.data:
        raise InputError("fresh tasks and data: give one of them")
    folder = _made(suite, suite.name, seed, progress or Silent())
    return options.replace(data=(folder,), seed=options.seed or seed)


def _made(suite: FreshSuite, name: str, seed: int, progress: Progress) -> Path:
    """The folder of a seed's tasks; only a whole one has this name."""
    code = [path.read_bytes() for path in closure_of(suite.write_fresh.__module__).files]
    kept = cache_dir() / "fresh"
    folder = kept / f"{name}-{seed}-{TASKS}-{sha256_of(*code)[:12]}"
    if not folder.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as making:
            made = Path(making) / "tasks"
            suite.write_fresh(made, seed, TASKS, progress, os.cpu_count() or 1)
            with suppress(OSError):  # another process was faster, with the same tasks
                made.rename(folder)
    return folder
