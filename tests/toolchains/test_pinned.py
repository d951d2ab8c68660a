"""Archives by name, version and hash, from an index that this test serves itself."""

from __future__ import annotations

import functools
import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.toolchains.pinned import Archive


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package `shop` on an index that pip is set to."""
    root = tmp_path / "simple" / "shop"
    root.mkdir(parents=True)
    handler = functools.partial(Quiet, directory=str(tmp_path / "simple"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_address[1]}/")
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    yield root
    server.shutdown()
    server.server_close()
    thread.join()


def served(index: Path, name: str, content: bytes) -> Archive:
    (index / name).write_bytes(content)
    (index / "index.html").write_text(
        f'<a href="{name}" data-requires-python="&gt;=3.8" >{name}</a><br/>'
    )
    return Archive("pypi", "Shop", "1.0", hashlib.sha256(content).hexdigest(), name)


def wheel(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def test_a_wheel_is_fetched_verified_and_kept(index: Path) -> None:
    name = "shop-1.0-py3-none-any.whl"
    archive = served(index, name, wheel(**{"shop/db.py": "x = 1", "shop/logo.png": "P"}))
    folder = archive.fetch([".py"])
    assert [p.relative_to(folder).as_posix() for p in folder.rglob("*.*")] == ["shop/db.py"]
    (index / name).unlink()
    assert archive.fetch([".py"]) == folder  # without the index


def test_a_source_distribution_loses_its_first_folder(index: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name in ("shop-1.0/shop/db.py", "shop-1.0/../../out.py", "/etc/out.py"):
            entry = tarfile.TarInfo(name)
            entry.size = 5
            archive.addfile(entry, io.BytesIO(b"x = 1"))
        link = tarfile.TarInfo("shop-1.0/shop/link.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    folder = served(index, "shop-1.0.tar.gz", made.getvalue()).fetch([".py"])
    assert [p.relative_to(folder).as_posix() for p in folder.rglob("*.py")] == ["shop/db.py"]


def test_nothing_of_a_zip_is_written_outside(index: Path, tmp_path: Path) -> None:
    content = wheel(**{"../../out.py": "x", "/out.py": "x", "shop/db.py": "x = 1"})
    folder = served(index, "shop-1.0-py3-none-any.whl", content).fetch([".py"])
    assert [p.relative_to(folder).as_posix() for p in folder.rglob("*.py")] == ["shop/db.py"]
    assert not list(tmp_path.rglob("out.py"))


def test_another_file_than_the_pinned_one_is_refused(index: Path) -> None:
    archive = served(index, "shop-1.0-py3-none-any.whl", wheel(**{"shop/db.py": "x = 1"}))
    (index / archive.file).write_bytes(wheel(**{"shop/db.py": "x = 2"}))
    with pytest.raises(InfrastructureError, match="is not the expected file"):
        archive.fetch([".py"])
    assert not archive.is_fetched
    assert not list(archive.folder.parent.iterdir())


def test_what_is_no_archive_is_refused(index: Path) -> None:
    with pytest.raises(InfrastructureError, match="cannot be unpacked"):
        served(index, "shop-1.0.tar.gz", b"<html>").fetch([".py"])


def test_an_index_without_the_file_says_which(index: Path) -> None:
    archive = served(index, "shop-1.0.tar.gz", b"")
    (index / "index.html").write_text("")
    with pytest.raises(InputError, match=r"has no file shop-1\.0\.tar\.gz"):
        archive.fetch([".py"])
    absent = Archive("pypi", "none", "1", "0", "none-1.tar.gz")
    with pytest.raises(InputError, match="has no none"):
        absent.fetch([".py"])
