"""What every box mounts from the system: programs and libraries, read-only."""

from __future__ import annotations

from pathlib import Path


def system_binds() -> list[str]:
    """Arguments for bubblewrap; no home folders and no configuration."""
    arguments = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64", "lib32", "sbin"):
        path = Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    for name in ("/etc/alternatives", "/etc/ld.so.cache"):
        arguments += ["--ro-bind-try", name, name]
    return arguments
