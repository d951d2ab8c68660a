"""Text from strangers, made safe to show."""

from __future__ import annotations

import html
import re
import unicodedata

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: str) -> str:
    """Control and bidirectional characters as escapes: neither terminal nor page obeys them.

    So are the two characters that no XML may hold.
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
    """A metric's name for HTML that may go on in the next line after a dot or underscore."""
    return re.sub(r"([._])", r"\1<wbr>", shown(name))


def counted(n: int, what: str) -> str:
    """`1 sample`, `2 samples`."""
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
