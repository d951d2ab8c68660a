"""Writes a benchmark's output into its section of docs/performance.md or a README."""

from __future__ import annotations

import re
from pathlib import Path

PATH = Path(__file__).parents[1] / "docs" / "performance.md"
C_PAGE = Path(__file__).parents[1] / "docs/suites/c-decompile.md"
_HEAD = "# Performance\n\n`make bench` writes this page. Trust the ratios, not the milliseconds.\n"


def write_section(name: str, text: str, path: Path = PATH) -> None:
    """Replace the section `name`, or add it at the end."""
    document = path.read_text("utf-8") if path.exists() else _HEAD
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    part = f"{begin}{text.strip()}\n{end}"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if pattern.search(document):
        document = pattern.sub(lambda _: part, document)
    else:
        document = f"{document.rstrip()}\n\n{part}"
    path.write_text(document, "utf-8")
