"""Makes untrusted text safe to show."""

from __future__ import annotations

import html
import re
import unicodedata

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: str) -> str:
    """Escape control and bidirectional characters, so that no terminal or page interprets them.

    The two characters that XML does not allow are escaped too.
    """
    return "".join(
        c
        if c in "\n\t" or (unicodedata.category(c) not in _HIDDEN and c not in "\ufffe\uffff")
        else c.encode("unicode_escape", "surrogatepass").decode()
        for c in text
    )


def shown(value: object) -> str:
    """Any value as text for HTML or SVG, in elements and in quoted attributes."""
    return html.escape(visible(str(value)))


def breakable(name: str) -> str:
    """A metric's name for HTML, with line breaks allowed after a dot or underscore."""
    return re.sub(r"([._])", r"\1<wbr>", shown(name))


def counted(n: int, what: str) -> str:
    """`1 sample`, `2 samples`."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
