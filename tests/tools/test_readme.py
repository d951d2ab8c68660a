"""The README as a package index shows it: alone, without the tree that it links to."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_it_has_no_link_into_the_tree() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    text = (ROOT / "README.md").read_text()
    assert re.search(r"\]\(docs/", text)
    for step in tool["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(step["pattern"], step["replacement"], text)
    assert re.findall(r"\]\((?!https://)[^)]*\)", text) == []
    assert "](https://" in text  # others stay


def test_it_is_short() -> None:
    """Without output and tables: what has to be read before the first result."""
    lines = (ROOT / "README.md").read_text().splitlines()
    assert len(lines) <= 120
    assert sum(len(line.split()) for line in lines if not line.startswith(("    ", "|"))) <= 300
