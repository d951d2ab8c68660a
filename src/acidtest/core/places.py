"""Files on object storage: brought here to be read, and sent there once they are written.

`Path` makes one slash of two, so that `s3://bucket/key` is the path `s3:/bucket/key`; it still says
where the file is.
"""

from __future__ import annotations

import atexit
import importlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from acidtest.core import children
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import needed_by

_ADDRESS = re.compile(r"(s3|gs|file):/+(.*)", re.DOTALL)
_PACKAGES = {"s3": "s3fs", "gs": "gcsfs"}
_VERSIONED = ("ETag", "etag", "LastModified", "generation", "md5Hash", "updated")
_folders: list[TemporaryDirectory[str]] = []
_brought: dict[tuple[str, str], Path] = {}
_origins: dict[Path, str] = {}


def address_of(path: Path) -> str | None:
    """The address on object storage that a path stands for, if it does.

    >>> address_of(Path("s3://bucket/a.jsonl")), address_of(Path("a.jsonl"))
    ('s3://bucket/a.jsonl', None)
    """
    match = _ADDRESS.fullmatch(str(path))
    return f"{match[1]}://{match[2]}" if match and match[1] in _PACKAGES else None


def origin(path: Path) -> str:
    """Where a file came from: its address, or its own absolute path."""
    return _origins.get(path) or address_of(path) or str(path.resolve())


def brought(path: Path) -> Path:
    """A file or folder of this machine with the content; unchanged ones are brought once."""
    match = _ADDRESS.fullmatch(str(path))
    if match is None:
        return path
    if match[1] == "file":
        return Path("/", match[2])
    address = f"{match[1]}://{match[2]}"
    with _reached(address) as system:
        system.invalidate_cache()
        root = match[2].rstrip("/")
        files: Mapping[str, Mapping[str, Any]] = system.find(root, detail=True)
        if not files:
            raise InputError(f"{address}: no such file or folder")
        key = (address, _version(files))
        if key not in _brought:
            folder = children.scratch_folder("brought-")
            _folders.append(folder)
            here = Path(folder.name, Path(root).name)
            for name in files:
                target = _inside(here, name.removeprefix(root).lstrip("/"), address)
                target.parent.mkdir(parents=True, exist_ok=True)
                system.get_file(name, str(target))
            _brought[key] = here
            _origins[here] = address
    return _brought[key]


@contextmanager
def sent(path: Path) -> Iterator[Path]:
    """A file to write; if that goes well and `path` is on object storage, it is put there."""
    address = address_of(path)
    if address is None:
        yield brought(path)
        return
    _check_package(address)  # before the work
    with children.scratch_folder() as folder:
        here = Path(folder, path.name)
        yield here
        if here.exists():
            with _reached(address) as system:
                system.put_file(str(here), address.partition("://")[2])


def _inside(folder: Path, name: str, address: str) -> Path:
    """The place of a file in a folder; a name may be anything, also `../../name`."""
    target = folder / name
    if ".." in target.parts or "\0" in name:
        raise InputError(f"{address}: a file in it has the name '{name}', which leads elsewhere")
    return target


def _version(files: Mapping[str, Mapping[str, Any]]) -> str:
    """Changes with every file."""
    about = [
        f"{name} {info.get('size')} {[str(info.get(field)) for field in _VERSIONED]}"
        for name, info in sorted(files.items())
    ]
    return sha256_of(*about)


def _check_package(address: str) -> None:
    with needed_by(address):
        importlib.import_module(_PACKAGES[address.partition(":")[0]])


@contextmanager
def _reached(address: str) -> Iterator[Any]:
    """The file system of an address; whatever goes wrong there is told with it."""
    _check_package(address)
    fsspec = importlib.import_module("fsspec")
    try:
        yield fsspec.filesystem(address.partition(":")[0])
    except InputError:
        raise
    except FileNotFoundError as error:
        raise InputError(f"{address}: no such file, folder or bucket") from error
    except PermissionError as error:
        raise InputError(f"{address}: access is denied: {error}") from error
    except Exception as error:  # each library has errors of its own, for credentials and networks
        why = " ".join(str(error).split()) or type(error).__name__
        raise InfrastructureError(f"{address}: cannot be reached: {why:.300}") from error


@atexit.register
def _forget() -> None:
    while _folders:
        _folders.pop().cleanup()
