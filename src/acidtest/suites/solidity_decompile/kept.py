"""An on-disk cache, keyed by content, for results that are expensive to compute."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import marshal
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.core.digest import closure_of, sha256_of
from acidtest.core.paths import cache_dir

FOLDER = "solidity"
_MAKERS = (
    "acidtest.suites.solidity_decompile.original",
    "acidtest.suites.solidity_decompile.replay.worker",
)


@cache
def _code(makers: tuple[str, ...]) -> bytes:
    """Hash of the code that computes the cached results."""
    return sha256_of(*(closure_of(name).sha256() for name in makers)).encode()


def _read(path: Path) -> Any:
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError, zlib.error):
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            return marshal.loads(zlib.decompress(data[32:]))  # a file this cache wrote completely
    return None


def kept(kind: str, key: str, make: Callable[[], Any], makers: tuple[str, ...] = _MAKERS) -> Any:
    """The result of `make`, plain values only; from disk if it was computed before.

    `makers` are the modules whose code decides it.
    """
    name = hashlib.sha256(_code(makers) + f"{kind}:{key}".encode()).hexdigest()
    path = cache_dir() / FOLDER / f"{kind}-{name}"
    if (known := _read(path)) is not None:
        return known
    with _alone(path):
        return _read(path) or _made(path, make)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While no other process makes the same: it is then read, not made again."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # then it is made twice
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.with_name(f"{path.name}.lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _made(path: Path, make: Callable[[], Any]) -> Any:
    made = make()
    body = zlib.compress(marshal.dumps(made), 1)
    with contextlib.suppress(OSError):  # a full disk costs time, not results
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        Path(scratch).replace(path)
    return made
