"""An on-disk cache, keyed by content, for results that are expensive to compute."""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import tempfile
import zlib
from collections.abc import Callable
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


def kept(kind: str, key: str, make: Callable[[], Any], makers: tuple[str, ...] = _MAKERS) -> Any:
    """The result of `make`, plain values only; from disk if it was computed before.

    `makers` are the modules whose code decides it.
    """
    name = hashlib.sha256(_code(makers) + f"{kind}:{key}".encode()).hexdigest()
    path = cache_dir() / FOLDER / f"{kind}-{name}"
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError, zlib.error):
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            return marshal.loads(zlib.decompress(data[32:]))  # a file this cache wrote completely
    made = make()
    body = zlib.compress(marshal.dumps(made), 1)
    with contextlib.suppress(OSError):  # a full disk costs time, not results
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        Path(scratch).replace(path)
    return made
