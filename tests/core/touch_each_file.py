"""Run with a copy of acidtest on PYTHONPATH: a byte more in any file changes the judge's digest.

Prints the number of files, and each whose change went unnoticed.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path

import acidtest
from acidtest.core import digest

COPY = Path(acidtest.__file__).parent
_IMPORTS = digest._imports
_KNOWN: dict[tuple[str, Path, bytes], list[str]] = {}


def _imports(name: str, path: Path) -> list[str]:
    """What a file imports hangs on its text alone, so each text is parsed once."""
    known = (name, path, path.read_bytes())
    if known not in _KNOWN:
        _KNOWN[known] = list(_IMPORTS(name, path))
    return _KNOWN[known]


def fresh(module: str) -> tuple[str, list[Path]]:
    """The digest as a new process would find it, and its files."""
    for each in vars(digest).values():
        if isinstance(each, functools._lru_cache_wrapper) and each not in _OF_LIBRARIES:
            each.cache_clear()
    closure = digest.closure_of(module)
    return closure.sha256(), list(closure.files)


_OF_LIBRARIES = (digest._distribution, digest._distributions, digest._is_versioned)


def main() -> None:
    """Touch each, and put it back."""
    digest._imports = _imports  # type: ignore[assignment]
    module = sys.argv[1]
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
    print(json.dumps({"files": names, "unnoticed": unnoticed, "digest": before}))


if __name__ == "__main__":
    main()
