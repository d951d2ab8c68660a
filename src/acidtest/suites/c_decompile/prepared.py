"""What a task needs before its answers are judged, kept on disk for the runs after this one.

Tests and references are compiled, the reference is run to find inputs that count: for one answer
to a task this costs several times as much as its verdict, and it is the same for all of them.
"""

from __future__ import annotations

import base64
import contextlib
import json
import marshal
import zlib
from collections.abc import Callable
from typing import Any, TypeVar, cast

from acidtest.core.digest import closure_of, sha256_of
from acidtest.core.paths import cache_dir
from acidtest.store import ObservationCache
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.gcc import Gcc

Plain = TypeVar("Plain")
Keep = Callable[[str, Task, Callable[[], Any]], Any]
"""Makes plain values of one kind for a task, or finds what was made before."""

_JUDGE = "acidtest.suites.c_decompile.judge"
_FORMAT = 4  # of marshal, whatever Python writes


def made_now(kind: str, task: Task, make: Callable[[], Plain]) -> Plain:
    """A `Keep` that keeps nothing."""
    return make()


class Prepared:
    """A `Keep` on disk. What `make` raises is not kept."""

    def __init__(self, gcc: Gcc, isolation: str) -> None:
        """With what may decide beside the task what is made."""
        about = [gcc.identity, gcc.target, [*gcc.flags], isolation]
        self._about = sha256_of(closure_of(_JUDGE).sha256(), json.dumps(about, sort_keys=True))
        self._cache = ObservationCache(cache_dir() / "prepared.sqlite")

    def __call__(self, kind: str, task: Task, make: Callable[[], Plain]) -> Plain:
        """Values that marshal writes."""
        parts = (task.language, task.entry, task.dependencies, task.function, task.test)
        key = sha256_of(self._about, kind, *parts)
        if (row := self._cache.find([key]).get(key)) is not None:
            with contextlib.suppress(ValueError, EOFError, TypeError, KeyError, zlib.error):
                packed = base64.b64decode(cast(str, row["made"]))
                return cast(Plain, marshal.loads(zlib.decompress(packed)))
        made = make()
        packed = zlib.compress(marshal.dumps(cast(Any, made), _FORMAT), 1)
        self._cache.add({key: {"made": base64.b64encode(packed).decode()}})
        return made

    def close(self) -> None:
        """Close the file."""
        self._cache.close()
