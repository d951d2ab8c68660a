"""The page of `make trust` is put together from rows that were measured at different times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TRUST = Path(__file__).parents[2] / "tools" / "trust"
_TWICE = """
from check import Row
from frame import page
first = page({name: Row("old", True) for name in ("pages", "kills")}, "")
print(first, page({"pages": Row("new | result", False)}, first), sep="=====")
"""


def test_a_row_measured_again_replaces_its_own_and_keeps_the_others() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _TWICE], cwd=TRUST, capture_output=True, text=True, check=True
    )
    first, second = done.stdout.split("=====")
    kills, pages = (line for line in second.splitlines() if line.startswith(("| kills", "| pages")))
    assert kills in first
    assert "| new \\| result | **no** |" in pages
    assert "old" not in pages
