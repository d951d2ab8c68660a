"""Ordinary programs in which a name is passed to something else of the same name."""

from __future__ import annotations

from .case import Case

RECEIVERS = [
    Case(
        "calls that never run",
        "a.py",
        """
import hashlib
def digest(kind, data):
    return hashlib.new(kind, data)
if False:
    digest("md5", b"")
def test_digest():
    digest("sha1", b"")
""",
    ),
]
