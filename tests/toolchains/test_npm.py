"""Packages from npm are checked before anything of them is kept."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.npm import Package


def archive(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "tool-1.0.0.tgz"
    with tarfile.open(path, "w:gz") as opened:
        for name, content in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            opened.addfile(about, io.BytesIO(content))
    return path


def digest(path: Path) -> str:
    return base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()


def test_wanted_files_are_kept_and_others_not(tmp_path: Path) -> None:
    path = archive(tmp_path, {"dist/a.js": b"code", "other.js": b"more"})
    package = Package("tool", "1.0.0", digest(path), ("dist/a.js",))
    assert not package.is_fetched
    package.unpack(path)
    assert package.is_fetched
    assert (package.folder / "dist" / "a.js").read_bytes() == b"code"
    assert not (package.folder / "other.js").exists()
    assert package.fetch() == package.folder  # no download: it is there


def test_a_changed_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.js": b"code"})
    package = Package("tool", "1.0.0", digest(path), ("a.js",))
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(InfrastructureError, match="is not the expected file"):
        package.unpack(path)
    assert not package.is_fetched


def test_without_npm_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("acidtest.toolchains.npm._wheel", lambda: None)
    with pytest.raises(InfrastructureError, match="npm was not found"):
        Package("tool", "1.0.0", "x", ()).fetch()
