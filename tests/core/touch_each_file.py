"""Run with a copy of acidtest on PYTHONPATH: a byte more in any file changes the judge's digest.

Prints the files of each module named, and those whose change went unnoticed.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path

import acidtest
from acidtest.core import digest

COPY = Path(acidtest.__file__).parent


def fresh(module: str) -> tuple[str, list[Path]]:
    """The digest as a new process would find it, and its files."""
    for each in vars(digest).values():
        if isinstance(each, functools._lru_cache_wrapper) and each not in _KEPT:
            each.cache_clear()
    closure = digest.closure_of(module)
    return closure.sha256(), list(closure.files)


# Libraries and the places of modules do not change here; statements are known by their text.
_KEPT = (
    digest._distribution,
    digest._distributions,
    digest._is_versioned,
    digest._source,
    digest._statements,
)


def touch_each(module: str) -> dict[str, object]:
    """Touch each file of a module, and put it back."""
    before, files = fresh(module)
    assert fresh(module)[0] == before
    unnoticed = []
    for path in files:
        assert path.is_relative_to(COPY), path
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        if fresh(module)[0] == before:
            unnoticed.append(str(path))
        path.write_bytes(kept)
    assert fresh(module)[0] == before
    names = [str(path.relative_to(COPY)) for path in files]
    return {"files": names, "unnoticed": unnoticed}


if __name__ == "__main__":
    print(json.dumps({module: touch_each(module) for module in sys.argv[1:]}))
