"""Things that are dear to make and decide nothing by themselves: kept on disk by content."""

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

from acidtest.paths import cache_dir

FOLDER = "solidity"
_SHARED = Path(__file__).parents[2] / "toolchain"


@cache
def _code() -> bytes:
    """Hash of the code that makes them."""
    digest = hashlib.sha256()
    own = Path(__file__).parent
    files = [*own.glob("replay/*.py"), own / "kept.py", own / "original.py"]
    files += [*_SHARED.glob("solc*.py"), _SHARED / "evm.py"]
    for path in sorted([*files, *(_SHARED / "native").glob("accomplice.*")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def kept(kind: str, key: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, plain values only; from disk if it was made before."""
    name = hashlib.sha256(_code() + f"{kind}:{key}".encode()).hexdigest()
    path = cache_dir() / FOLDER / f"{kind}-{name}"
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError, zlib.error):
        data = path.read_bytes()
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            return marshal.loads(zlib.decompress(data[32:]))  # our own file, whole
    made = make()
    body = zlib.compress(marshal.dumps(made), 1)
    with contextlib.suppress(OSError):  # a full disk costs time, not results
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        Path(scratch).replace(path)
    return made
