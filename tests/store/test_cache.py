"""The cache of observations: found again, shared, and replaced when damaged."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest

from acidtest.store import ObservationCache
from acidtest.store import cache as module
from acidtest.store.sums import warn_once


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
def test_a_damaged_file_is_replaced_and_said_to_be(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    cache = ObservationCache(path)
    assert f"{path}: the cache of observations is damaged" in caplog.text
    cache.add({"a": {"x": 1}})
    assert cache.find(["a"]) == {"a": {"x": 1}}
    cache.close()


def test_many_who_meet_a_damaged_file_at_once_all_use_the_new_one(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir(parents=True)
    for _ in range(20):
        path.write_bytes(b"not a database at all" * 100)
        with ThreadPoolExecutor(8) as pool:
            caches = list(pool.map(lambda _: ObservationCache(path), range(8)))
        for each in caches:
            each.close()
    assert "cannot be used" not in caplog.text


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


def test_a_damaged_row_is_missing_and_is_replaced(path: Path) -> None:
    filled(path, 3)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE observations SET value = replace(value, '1', '2')")
        database.execute("INSERT INTO observations VALUES ('old', '{\"value\": 1}')")
        database.execute("INSERT INTO observations VALUES ('odd', x'ff')")
        database.execute("INSERT INTO observations VALUES ('number', 5)")
    database.close()
    cache = ObservationCache(path)
    assert cache.find(["key0", "key1", "key2", "old", "odd", "number"]) == {}
    cache.add({"key1": {"x": 1}, "odd": {}})
    assert cache.find(["key1", "odd"]) == {"key1": {"x": 1}, "odd": {}}
    cache.close()


def test_a_row_under_another_key_is_missing(path: Path) -> None:
    filled(path, 2)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE observations SET key = 'key7' WHERE key = 'key0'")
    database.close()
    cache = ObservationCache(path)
    assert list(cache.find(["key0", "key1", "key7"])) == ["key1"]
    cache.close()


def test_no_flip_or_cut_gives_a_wrong_observation_or_an_error(path: Path) -> None:
    filled(path, 40)
    data = path.read_bytes()
    right = {f"key{i}": {"value": i, "text": "x" * 200} for i in range(40)}
    dice = random.Random(1)
    for number in range(150):
        place = dice.randrange(200 if number % 3 else len(data))
        cut = data[:place]
        flip = cut + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]
        path.write_bytes(cut if number % 10 == 0 else flip)
        cache = ObservationCache(path)
        assert cache.find(right).items() <= right.items(), (number, place)
        cache.add(right)
        assert cache.find(right) == right, (number, place)
        cache.close()


def test_a_locked_cache_is_kept_and_worked_without(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WAIT_S", 0.01)
    filled(path, 3)
    cache = ObservationCache(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    cache.add({"new": {}})
    assert cache.find(["key1"]) == {}
    cache.add({"newer": {}})
    other.execute("ROLLBACK")
    other.close()
    cache.close()
    (record,) = caplog.records
    assert "database is locked" in record.getMessage()
    again = ObservationCache(path)
    assert list(again.find(["key1", "new"])) == ["key1"]
    again.close()


def test_a_cache_without_file_handles_is_kept(path: Path) -> None:
    filled(path, 3)
    before = path.read_bytes()
    script = """
import resource, sys
from pathlib import Path
from acidtest.store import ObservationCache
opened = []
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
try:
    while True: opened.append(open("/dev/null"))
except OSError: pass
cache = ObservationCache(Path(sys.argv[1]))
print(cache.find(["key1"]))
cache.add({"a": {}})
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "{}\n"), done.stderr
    assert done.stderr.count("cannot be used") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["/dev/null/x.sqlite", "/proc/1/x.sqlite"])
def test_a_cache_that_cannot_be_made_is_worked_without(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    warn_once.cache_clear()
    cache = ObservationCache(Path(place))
    cache.add({"a": {}})
    assert cache.find(["a"]) == {}
    cache.close()
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [place]


def test_a_read_only_cache_is_kept_and_worked_without(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file that SQLite says cannot be written: as root, permissions do not cause that."""
    filled(path, 3)
    before = path.read_bytes()
    real = sqlite3.connect

    def read_only(path: Path, **options: object) -> sqlite3.Connection:
        return real(f"file:{path}?mode=ro", uri=True, check_same_thread=False)

    with mock.patch.object(sqlite3, "connect", read_only):
        cache = ObservationCache(path)
        cache.add({"a": {}})
        cache.close()
    assert path.read_bytes() == before
    assert ["readonly" in record.getMessage() for record in caplog.records] == [True]


def test_a_cache_not_to_be_used_leaves_no_file(path: Path) -> None:
    cache = ObservationCache(path, use=False)
    cache.add({"a": {}})
    assert cache.find(["a"]) == {}
    cache.close()
    assert not path.parent.exists()
