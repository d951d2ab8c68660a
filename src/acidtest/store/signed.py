"""A signature over a run folder: whoever has the key can tell whether any file was changed.

Checksums show accidents; whoever edits a file on purpose can renew them. The signature is an HMAC
with a secret key over the SHA-256 of every file, in `signature.json`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.store.files import read_json, write_json
from acidtest.store.verify import FOLDER

SIGNATURE = "signature.json"
_LEAST = 16


def read_key(path: Path) -> bytes:
    """The key in a file; raises `InputError` if it is too short to be secret."""
    try:
        key = path.read_bytes()
    except OSError as error:
        raise InputError(f"--key-file {path}: cannot be read: {error.strerror}") from error
    if len(key) < _LEAST:
        raise InputError(
            f"--key-file {path}: has {len(key)} bytes, expected at least {_LEAST}; make one with "
            f"`head -c 32 /dev/urandom > {path}`"
        )
    return key


def sign(folder: Path, key: bytes) -> None:
    """Write the signature of a folder as it is now."""
    files = file_sums(folder)
    write_json(folder / SIGNATURE, {"files": files, "hmac_sha256": _hmac(files, key)})


def changed(folder: Path, key: bytes) -> list[str]:
    """What differs from what was signed with this key; empty if nothing does."""
    path = folder / SIGNATURE
    if not path.exists():
        raise InputError(
            f"{folder}: has no signature; make one with: "
            f"acidtest verify {folder} --key-file FILE --sign"
        )
    signature = read_json(path)
    files, stated = signature.get("files"), signature.get("hmac_sha256")
    if not isinstance(files, dict) or not isinstance(stated, str):
        raise InputError(f"{path}: damaged (no 'files' or no 'hmac_sha256')")
    if not hmac.compare_digest(_hmac(files, key).encode(), stated.encode("utf-8", "surrogatepass")):
        return [f"{path}: was not made with this key, or was changed"]
    now = file_sums(folder)
    return [
        f"{folder / name}: was changed, added or removed after it was signed"
        for name in FOLDER
        if now.get(name) != files.get(name)
    ]


def file_sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file of a run folder, by name."""
    return {name: _sha256(folder / name) for name in FOLDER if (folder / name).exists()}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hmac(files: Mapping[str, str], key: bytes) -> str:
    text = json.dumps(dict(files), sort_keys=True)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
