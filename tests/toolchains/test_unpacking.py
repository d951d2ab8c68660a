"""Archives of strangers: plain files in their place, and nothing else."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.toolchains import unpacking
from acidtest.toolchains.unpacking import Bounds, unpack

BOUNDS = Bounds(1000, 10)


def tar(path: Path, files: dict[str, bytes], links: dict[str, str] | None = None) -> Path:
    with tarfile.open(path, "w:gz") as opened:
        for name, data in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            opened.addfile(about, io.BytesIO(data))
        for name, target in (links or {}).items():
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                about = tarfile.TarInfo(name)
                about.type, about.linkname = kind, target
                opened.addfile(about)
    return path


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in files.items():
            opened.writestr(name, data)
    return path


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def everything(path: PurePosixPath, size: int) -> bool:
    return True


@pytest.mark.parametrize("make", [tar, zipped])
def test_plain_files_keep_their_place_and_others_are_left_out(tmp_path: Path, make: object) -> None:
    away = {"p/../../x.py": b"x", "/y.py": b"y", "../z.py": b"z", "p/a/../../../w.py": b"w"}
    deep = tmp_path / "one" / "two"
    deep.mkdir(parents=True)
    files = {"p/a/b.py": b"b", "p/c.txt": b"c", **away}
    path = make(deep / "archive", files)  # type: ignore[operator]
    unpack(path, deep / "out", lambda path, size: path.suffix == ".py", BOUNDS)
    assert sorted(set(names(deep / "out")) - {"z.py"}) == ["a/b.py"]
    assert not list(tmp_path.rglob("[wx].py"))
    assert all(p.is_relative_to(deep / "out") for p in tmp_path.rglob("*.py"))


def test_a_wheel_has_no_folder_to_take_off(tmp_path: Path) -> None:
    path = zipped(tmp_path / "one.whl", {"jwt/utils.py": b"x"})
    unpack(path, tmp_path / "out", everything, BOUNDS, strip=0)
    assert names(tmp_path / "out") == ["jwt/utils.py"]


def test_links_and_devices_are_left_out(tmp_path: Path) -> None:
    path = tar(tmp_path / "a.tgz", {"p/a": b"a"}, {"p/passwd": "/etc/passwd", "p/up": "../.."})
    unpack(path, tmp_path / "out", everything, BOUNDS)
    assert names(tmp_path / "out") == ["a"]


def test_a_file_that_is_also_a_folder_is_refused(tmp_path: Path) -> None:
    path = tar(tmp_path / "a.tgz", {"p/a": b"a", "p/a/b": b"b"})
    with pytest.raises(InfrastructureError, match="cannot be unpacked"):
        unpack(path, tmp_path / "out", everything, BOUNDS)


@pytest.mark.parametrize("bounds", [Bounds(5, 10), Bounds(1000, 1)])
def test_what_is_too_large_or_too_many_is_refused(tmp_path: Path, bounds: Bounds) -> None:
    path = zipped(tmp_path / "a.zip", {"p/a": b"aaaa", "p/b": b"bbbb"})
    with pytest.raises(InputError, match="unpacked"):
        unpack(path, tmp_path / "out", everything, bounds)


def test_what_is_left_out_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "READ_MAX", 50)
    path = tar(tmp_path / "a.tgz", {"p/bomb": bytes(100)})
    with pytest.raises(InputError, match="unpacked"):
        unpack(path, tmp_path / "out", lambda path, size: False, BOUNDS)


@pytest.mark.parametrize("data", [b"", b"no archive", b"\x1f\x8b\x08", b"PK\x03\x04"])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "archive"
    path.write_bytes(data)
    with pytest.raises(InfrastructureError, match="cannot be unpacked"):
        unpack(path, tmp_path / "out", everything, BOUNDS)
