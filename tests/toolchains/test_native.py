"""Our own programs are built once and kept; what cannot be kept is built anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.toolchains.native import build_native


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_program_is_built_once(cache: Path) -> None:
    first = build_native("stop")
    made = first.stat().st_mtime_ns
    assert first.parent == cache / "native"
    assert build_native("stop") == first
    assert first.stat().st_mtime_ns == made


def test_a_cache_that_cannot_be_written_is_worked_without(
    cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write_text("a file stands where the folder should be")
    program = build_native("stop")
    assert program.exists()
    assert build_native("stop") == program
    assert cache.read_text().startswith("a file")
    assert f"{cache}: cannot be written" in caplog.text
