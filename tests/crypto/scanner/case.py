"""What a case of the scanner is."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A file, and the ids that are in use in it; those after `?` may be named or not."""

    title: str
    name: str
    source: str
    active: str = ""
