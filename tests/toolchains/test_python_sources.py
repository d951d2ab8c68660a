"""Source distributions are fetched from an index, verified, and never run."""

from __future__ import annotations

import hashlib
import io
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.toolchains.python_sources import obtain, parse_spec


def archive(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as opened:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            opened.addfile(member, io.BytesIO(text.encode()))
    return buffer.getvalue()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package index on this machine, with one page that holds one file."""
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "cache"))
    page = tmp_path / "simple" / "a-b"
    page.mkdir(parents=True)
    handler = partial(_Quiet, directory=str(tmp_path / "simple"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/")
        yield page
        server.shutdown()


def offer(page: Path, data: bytes, digest: str = "") -> str:
    (page / "a_b-1.0.tar.gz").write_bytes(data)
    digest = digest or hashlib.sha256(data).hexdigest()
    (page / "index.html").write_text(f'<a href="a_b-1.0.tar.gz#sha256={digest}">a_b-1.0</a>')
    return digest


def test_the_plain_files_are_unpacked_and_nothing_is_run(index: Path, tmp_path: Path) -> None:
    setup = f"open({str(tmp_path / 'ran')!r}, 'w')\n"
    files = {"a_b-1.0/setup.py": setup, "a_b-1.0/src/x.c": "int x;", "a_b-1.0/../../out": "no"}
    digest = offer(index, archive(files))
    made = obtain("a.b", "1.0", digest)
    assert (made.folder / "src/x.c").read_text() == "int x;"
    assert not (tmp_path / "ran").exists()
    assert not list(tmp_path.rglob("out"))
    (index / "index.html").unlink()
    assert obtain("a.b", "1.0", digest) == made  # without the index


def test_other_bytes_are_refused(index: Path) -> None:
    offer(index, archive({"a_b-1.0/x.c": ""}))
    with pytest.raises(InfrastructureError, match="not the expected file"):
        obtain("a-b", "1.0", "0" * 64)
    offer(index, b"not an archive", digest="1" * 64)
    with pytest.raises(InfrastructureError, match="not the expected file"):
        obtain("a-b", "1.0")


def test_what_is_not_there_is_named(index: Path) -> None:
    offer(index, b"")
    with pytest.raises(InputError, match=r"no source distribution .* a-b==2\.0"):
        obtain("a-b", "2.0")
    with pytest.raises(InputError, match="the package index has no other"):
        obtain("other", "1.0")
    offer(index, b"not an archive")
    with pytest.raises(InfrastructureError, match="cannot be unpacked"):
        obtain("a-b", "1.0")


def test_names_and_versions() -> None:
    assert parse_spec("lz4==4.4.5") == ("lz4", "4.4.5")
    assert parse_spec("pypi:Argon2-cffi==1.0.post1") == ("argon2-cffi", "1.0.post1")
    assert [parse_spec(text) for text in ("lz4", "lz4=1", "../x==1", "a==1/../..")] == [None] * 4
