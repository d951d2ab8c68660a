"""The compilers: five are fetched beforehand, every other release when a source pins it.

Only `soljson.js` of each npm package is used, the compiler as WebAssembly: it needs no other
package. `solc_versions.json` has the hash of every release from 0.4.11 on.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.lang.pragma import admits, choose, parse, pragmas
from acidtest.toolchains.npm import Package, find_node

PINNED = {
    "0.8.37": "ieUYdPDRGNKMsZpCfi9tY64Q+ASoL8tyhLuvf9cFiqDs"
    "+6ijlx8Wn2CRi0N71AlCvRx0V092rlUYu3b3PuxWlA==",
    "0.7.6": "WsR/W7CXwh2VnmZapB4JrsDeLlshoKBz5Pz/zYNulB6L"
    "BsOEHI2Zj/GeKLMFcvv57OHiXHvxq5ZOQB+EdqxlxQ==",
    "0.6.12": "Lm0Ql2G9Qc7yPP2Ba+WNmzw2jwsrd3u4PobHYlSOxaut"
    "3TtUbj9+5ZrT6f4DUpNPEoBaFUOEg9Op9C0mk7ge9g==",
    "0.5.17": "qpX+PGaU0Q3c6lh2vDzMoIbhv6bIrecI4bYsx+xUs01x"
    "sGFnY6Nr0L8y/QMyutTnrHN6Lb/Yl672ZVRqxka96w==",
    "0.4.26": "o+c6FpkiHd+HPjmjEVpQgH7fqZ14tJpXhho+/bQXlXbl"
    "iLIS/xjXb42Vxh+qQY1WCSTMQ0+a5vR9vi0MfhU6mA==",
}
"""Versions with the SHA-512 of their npm packages, newest first."""

OFFLINE = "ACIDTEST_OFFLINE"
"""Set to anything: no compiler is fetched on demand; the nearest of `PINNED` is used, and said."""
_RELEASES = Path(__file__).with_name("solc_versions.json")
_fetching = threading.Lock()
_out_of_reach: set[str] = set()


@cache
def releases() -> Mapping[str, str]:
    """Every release with its hash, newest first."""
    known: dict[str, str] = json.loads(_RELEASES.read_text())
    return known


def package(version: str) -> Package:
    """The npm package of a version."""
    return Package("solc", version, releases()[version], ("soljson.js", "LICENSE"))


def is_fetched(version: str) -> bool:
    """Whether a version can be used without a network."""
    return version in releases() and package(version).is_fetched


def missing() -> list[str]:
    """Versions of `PINNED` not fetched yet."""
    return [version for version in PINNED if not package(version).is_fetched]


def offline() -> bool:
    """Whether the user asked that nothing be fetched."""
    return bool(os.environ.get(OFFLINE))


def nearest_used() -> bool:
    """Whether a pinned version may be replaced by the nearest one here: that is in signatures."""
    return offline() or bool(_out_of_reach)


def obtain(version: str) -> bool:
    """Fetch a release unless it is here already; whether it can be used now.

    A version that could not be fetched is not tried again by this process, so that all answers
    of a run are compiled alike.
    """
    with _fetching:
        if is_fetched(version):
            return True
        if version not in releases() or version in _out_of_reach or offline():
            return False
        try:
            package(version).fetch(hurry=True)
        except InfrastructureError:
            _out_of_reach.add(version)
            return False
        return True


def pick(source: str, here: Sequence[str] = tuple(PINNED)) -> tuple[str | None, str | None]:
    """The compiler for a source, and a note if it is not one that its pragmas admit.

    The newest of `here` that they admit; else the newest release that they admit, fetched now;
    else, with the note, the nearest of `here`. None: there is none of that series.
    """
    nearest, bent = choose(source, here)
    if nearest is not None and not bent:
        return nearest, None
    ranges = pragmas(source)
    for version in releases():  # newest first
        if all(admits(text, parse(version)) for text in ranges):
            if obtain(version):
                return version, None
            return nearest, f"it asks for solc {version}, which could not be fetched"
    return nearest, "no release of solc meets its pragma" if nearest else None


def node() -> Path | None:
    """The node that runs them, if installed."""
    try:
        return find_node().resolve()
    except InfrastructureError:
        return None


def fetch() -> Path:
    """Fetch what is missing of `PINNED`; returns the folder that holds them all."""
    for version in PINNED:
        package(version).fetch()
    return cache_dir()
