"""Builds the project's own small C and C++ programs once and keeps them in the cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from acidtest.errors import InfrastructureError
from acidtest.paths import cache_dir

_LANGUAGES = {"gcc": ("-std=gnu17", "gcc libc6-dev"), "g++": ("-std=gnu++17", "g++")}


def build_native(
    name: str,
    folder: Path,
    sources: Sequence[str],
    flags: Sequence[str],
    *,
    compiler: str = "gcc",
) -> Path:
    """Path of the program `name`, built from `sources` in `folder` unless already there."""
    standard, packages = _LANGUAGES[compiler]
    gcc = shutil.which(compiler)
    if gcc is None:
        raise InfrastructureError(
            f"{compiler} was not found; acidtest builds its {name} with it. "
            f"Install it with: apt-get install {packages}"
        )
    command = [gcc, standard, "-O2", "-Wall", "-Wextra", *flags]
    digest = hashlib.sha256("\0".join(command[1:]).encode())
    for path in sorted(folder.iterdir()):
        if path.suffix in {".c", ".h", ".cc", ".hh"}:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update(subprocess.run([gcc, "--version"], capture_output=True, check=False).stdout)
    target = cache_dir() / "native" / f"{name}-{digest.hexdigest()[:16]}"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{name}-")
    os.close(handle)
    done = subprocess.run(
        [*command[:4], "-o", temporary, *(str(folder / s) for s in sources), *command[4:]],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        Path(temporary).unlink()
        raise InfrastructureError(
            f"{compiler} could not build acidtest's {name}:\n{done.stderr.strip()}"
        )
    Path(temporary).chmod(0o755)
    Path(temporary).replace(target)
    return target
