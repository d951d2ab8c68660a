"""Pinned releases: the expected bytes, whole or not at all, and apt's own lists left alone."""

from __future__ import annotations

import hashlib
import tarfile
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.toolchains import packages
from acidtest.toolchains.packages import Release, as_sources, fetch_all


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))


def brought(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Release, list[str]]:
    """A release whose download gives an archive with a short file and one that is too long."""
    source = tmp_path / "source"
    (source / "tool").mkdir(parents=True)
    (source / "tool" / "a.py").write_text("x = 1\n")
    (source / "tool" / "long").write_bytes(bytes(packages._FILE_MAX + 1))
    made = tmp_path / "tool.tar"
    with tarfile.open(made, "w") as opened:
        opened.add(source / "tool", "tool")
    asked = []

    def archive(release: Release, scratch: Path, apt: Path | None) -> Path:
        asked.append(release.name)
        (scratch / "tool.tar").write_bytes(made.read_bytes())
        return scratch / "tool.tar"

    monkeypatch.setattr(packages, "_archive", archive)
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    return Release("npm", "@scope/tool", "1.0", digest), asked


def test_a_release_is_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    release, asked = brought(monkeypatch, tmp_path)
    assert not release.is_fetched
    place = fetch_all([release])
    assert fetch_all([release]) == place
    assert asked == ["@scope/tool"]
    assert release.folder.parent == place
    assert [p.name for p in release.folder.rglob("*")] == ["a.py"]
    assert sorted(p.name for p in place.iterdir()) == [release.folder.name]


def test_other_bytes_are_refused_and_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release, _ = brought(monkeypatch, tmp_path)
    other = Release(release.registry, release.name, release.version, "0" * 64)
    with pytest.raises(InfrastructureError, match="is not the expected file"):
        fetch_all([other])
    assert not other.is_fetched
    assert list((tmp_path / "cache" / "packages").iterdir()) == []


def test_an_unknown_registry_is_named() -> None:
    with pytest.raises(InfrastructureError, match="unknown registry 'cran'"):
        fetch_all([Release("cran", "tool", "1", "0" * 64)])


def test_lists_of_packages_become_lists_of_sources() -> None:
    line = "# deb is a comment\ndeb [arch=amd64] http://host/debian stable main\n"
    assert as_sources(line).splitlines()[1].startswith("deb-src [arch=amd64] http://host/debian")
    assert as_sources("Types: deb\nURIs: http://deb.host/\n") == (
        "Types: deb-src\nURIs: http://deb.host/\n"
    )
    assert as_sources("deb-src http://host stable main") == "deb-src http://host stable main"
