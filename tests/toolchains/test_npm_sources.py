"""Packages of sources: verified, unpacked as plain files, nothing of them run."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.toolchains import npm_sources
from acidtest.toolchains.npm import digest_of

ABOUT = json.dumps({"name": "tool", "version": "1.2.3", "scripts": {"postinstall": "touch /tmp/x"}})


def archive(folder: Path, files: dict[str, str], links: dict[str, str] | None = None) -> Path:
    path = folder / "tool-1.2.3.tgz"
    with tarfile.open(path, "w:gz") as opened:
        for name, text in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(text)
            opened.addfile(about, io.BytesIO(text.encode()))
        for name, target in (links or {}).items():
            about = tarfile.TarInfo(name)
            about.type, about.linkname = tarfile.SYMTYPE, target
            opened.addfile(about)
    return path


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))


def brought(monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> list[str]:
    """Downloads give these files; returns what was asked for."""
    asked = []

    def download(name: str, version: str, scratch: Path) -> Path:
        asked.append(f"{name}@{version}")
        return archive(scratch, files)

    monkeypatch.setattr(npm_sources, "download", download)
    return asked


def test_a_package_is_fetched_once_and_its_hash_is_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = brought(
        monkeypatch, {"package/package.json": ABOUT, "package/a/A.sol": "contract A {}"}
    )
    package = npm_sources.obtain("npm:@scope/tool@^1.0.0")
    assert (package.name, package.version) == ("@scope/tool", "1.2.3")
    assert (package.folder / "a" / "A.sol").read_text() == "contract A {}"
    assert npm_sources.obtain("npm:@scope/tool@^1.0.0") == package
    assert asked == ["@scope/tool@^1.0.0"]
    made = archive(tmp_path, {"package/package.json": ABOUT, "package/a/A.sol": "contract A {}"})
    assert len(package.sha512) == len(digest_of(made))


def test_other_bytes_than_the_pinned_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    brought(monkeypatch, {"package/package.json": ABOUT})
    with pytest.raises(InfrastructureError, match="is not the expected file"):
        npm_sources.obtain("tool@1.2.3", "AAAA")
    assert npm_sources.here("tool@1.2.3") is None


def test_only_plain_files_inside_the_folder_are_unpacked(tmp_path: Path) -> None:
    files = {"package/A.sol": "x", "package/../../B.sol": "x", "/C.sol": "x", "package/run.sh": "x"}
    path = archive(tmp_path, files, {"package/L.sol": "/etc/passwd"})
    npm_sources.unpack(path, tmp_path / "out")
    assert [p.name for p in (tmp_path / "out").rglob("*")] == ["A.sol"]
    assert not (tmp_path / "B.sol").exists()


def test_what_is_too_large_or_broken_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive(tmp_path, {"package/A.sol": "x" * 100})
    monkeypatch.setattr(npm_sources, "_SIZE_MAX", 50)
    with pytest.raises(InputError, match="unpacked"):
        npm_sources.unpack(path, tmp_path / "one")
    path.write_bytes(b"no archive")
    with pytest.raises(InfrastructureError, match="cannot be unpacked"):
        npm_sources.unpack(path, tmp_path / "two")


@pytest.mark.parametrize(
    "text", ["npm:", "npm:--global", "npm:../x", "npm:a b", "npm:x@-y", "npm:A"]
)
def test_what_is_no_package_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not an npm package"):
        npm_sources.parse_spec(text)
