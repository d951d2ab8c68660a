"""The compilers for answers: fetched once from npm, verified and stored.

Only `soljson.js` of each package is used, the compiler as WebAssembly: it needs no other package.
"""

from __future__ import annotations

from pathlib import Path

from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
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


def package(version: str) -> Package:
    """The npm package of a version."""
    return Package("solc", version, PINNED[version], ("soljson.js", "LICENSE"))


def missing() -> list[str]:
    """Versions not fetched yet."""
    return [version for version in PINNED if not package(version).is_fetched]


def node() -> Path | None:
    """The node that runs them, if installed."""
    try:
        return find_node().resolve()
    except InfrastructureError:
        return None


def fetch() -> Path:
    """Fetch what is missing; returns the folder that holds them all."""
    for version in PINNED:
        package(version).fetch()
    return cache_dir()
