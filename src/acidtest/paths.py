"""Where acidtest keeps what it can make again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_dir() -> Path:
    """Folder of all caches: `ACIDTEST_CACHE`, else the XDG cache folder. Safe to delete."""
    if explicit := os.environ.get("ACIDTEST_CACHE"):
        return Path(explicit)
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        return Path(xdg) / "acidtest"
    return Path.home() / ".cache" / "acidtest"
