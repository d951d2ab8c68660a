"""A pinned compiler is met exactly; out of reach, the nearest is used, and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.lang.pragma import parse
from acidtest.toolchains import solc_fetch
from acidtest.toolchains.npm import Package


def test_every_release_is_known_by_its_hash() -> None:
    known = list(solc_fetch.releases())
    assert known[0] == "0.8.37"
    assert known[-1] == "0.4.11"
    assert known == sorted(known, key=parse, reverse=True)
    assert all(solc_fetch.releases()[v] == digest for v, digest in solc_fetch.PINNED.items())


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """An empty cache, and downloads that work; the versions that were fetched."""
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    monkeypatch.delenv(solc_fetch.OFFLINE, raising=False)
    monkeypatch.setattr(solc_fetch, "_out_of_reach", set())
    versions: list[str] = []

    def fetch(self: Package, *, hurry: bool = False) -> Path:
        versions.append(self.version)
        self.folder.mkdir(parents=True)
        return self.folder

    monkeypatch.setattr(Package, "fetch", fetch)
    return versions


@pytest.mark.parametrize(
    ("pragma", "version"),
    [
        ("=0.5.16", "0.5.16"),
        ("0.8.19", "0.8.19"),
        (">=0.8.0 <0.8.20", "0.8.19"),
        ("^0.4.11 <0.4.15", "0.4.14"),
    ],
)
def test_an_exact_pragma_gets_exactly_its_compiler(
    pragma: str, version: str, fetched: list[str]
) -> None:
    assert solc_fetch.pick(f"pragma solidity {pragma};") == (version, None)
    assert fetched == [version]
    assert not solc_fetch.nearest_used()


@pytest.mark.parametrize(("pragma", "version"), [("^0.8.0", "0.8.37"), (">=0.4.0", "0.8.37")])
def test_a_range_is_met_by_what_is_here(pragma: str, version: str, fetched: list[str]) -> None:
    assert solc_fetch.pick(f"pragma solidity {pragma};") == (version, None)
    assert fetched == []


def test_offline_the_nearest_is_used_and_said(
    fetched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(solc_fetch.OFFLINE, "1")
    version, note = solc_fetch.pick("pragma solidity =0.5.16;")
    assert version == "0.5.17"
    assert note == "it asks for solc 0.5.16, which could not be fetched"
    assert solc_fetch.nearest_used()
    assert fetched == []


def test_a_network_that_fails_is_tried_once(
    fetched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fetch(self: Package, *, hurry: bool = False) -> Path:
        tried.append(self.version)
        raise InfrastructureError("no network")

    monkeypatch.setattr(Package, "fetch", fetch)
    for _ in range(2):
        assert solc_fetch.pick("pragma solidity 0.8.19;")[0] == "0.8.37"
    assert tried == ["0.8.19"]
    assert solc_fetch.nearest_used()


def test_what_no_release_meets_has_no_compiler(fetched: list[str]) -> None:
    assert solc_fetch.pick("pragma solidity 0.9.1;") == (None, None)
    assert fetched == []
