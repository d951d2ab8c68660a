"""Puts what a benchmark prints into its own part of docs/performance.md, or of a README."""

from __future__ import annotations

import re
from pathlib import Path

PATH = Path(__file__).parents[1] / "docs" / "performance.md"
C_README = Path(__file__).parents[1] / "src/acidtest/suites/c_decompile/README.md"
_HEAD = "# Performance\n\nWritten by `make bench`. Trust ratios, not milliseconds.\n"


def write_section(name: str, text: str, path: Path = PATH) -> None:
    """Replace the part called `name`, or add it at the end."""
    document = path.read_text("utf-8") if path.exists() else _HEAD
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    part = f"{begin}{text.strip()}\n{end}"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if pattern.search(document):
        document = pattern.sub(lambda _: part, document)
    else:
        document = f"{document.rstrip()}\n\n{part}"
    path.write_text(document, "utf-8")
