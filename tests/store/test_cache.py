"""The cache of observations: found again, shared, and replaced when damaged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from acidtest.store import ObservationCache


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place for a cache."""
    return tmp_path / "deep" / "observations.sqlite"


@pytest.fixture
def cache(path: Path) -> Iterator[ObservationCache]:
    """An open cache."""
    opened = ObservationCache(path)
    yield opened
    opened.close()


def filled(path: Path, rows: int = 400) -> None:
    """A closed cache with so many observations."""
    cache = ObservationCache(path)
    cache.add({f"key{i}": {"value": i, "text": "x" * 200} for i in range(rows)})
    cache.close()


def test_what_was_added_is_found(cache: ObservationCache) -> None:
    cache.add({"a": {"x": [1, None, "é\ud800"]}, "b": {}})
    assert cache.find(["a", "b", "c"]) == {"a": {"x": [1, None, "é\ud800"]}, "b": {}}
    assert cache.find([]) == {}


def test_it_outlives_the_process(path: Path) -> None:
    filled(path)
    cache = ObservationCache(path)
    assert cache.find(["key7"])["key7"]["value"] == 7
    cache.close()


def test_more_keys_than_one_query_takes(cache: ObservationCache) -> None:
    cache.add({f"k{i}": {"i": i} for i in range(2500)})
    found = cache.find(f"k{i}" for i in range(3000))
    assert len(found) == 2500
    assert found["k2499"] == {"i": 2499}


def test_a_later_observation_replaces_an_earlier_one(cache: ObservationCache) -> None:
    cache.add({"a": {"x": 1}})
    cache.add({"a": {"x": 2}})
    assert cache.find(["a"]) == {"a": {"x": 2}}


def test_two_may_use_it_at_once(path: Path, cache: ObservationCache) -> None:
    other = ObservationCache(path)
    other.add({"a": {"x": 1}})
    assert cache.find(["a"]) == {"a": {"x": 1}}
    other.close()


def test_the_default_place_is_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "c"))
    cache = ObservationCache()
    cache.close()
    assert cache.path == tmp_path / "c" / "observations.sqlite"


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"\0" * 5000])
def test_a_damaged_file_is_replaced(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    cache = ObservationCache(path)
    cache.add({"a": {"x": 1}})
    assert cache.find(["a"]) == {"a": {"x": 1}}
    cache.close()


@pytest.mark.parametrize("damage", ["truncated", "overwritten"])
def test_damage_further_inside_costs_time_and_nothing_else(path: Path, damage: str) -> None:
    filled(path)
    data = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(data[: len(data) // 2])
    else:
        path.write_bytes(data[:4096] + b"\xee" * (len(data) - 4096))
    cache = ObservationCache(path)
    cache.find([f"key{i}" for i in range(400)])
    cache.add({"a": {"x": 1}})
    assert cache.find(["a"]) == {"a": {"x": 1}}
    cache.close()
