"""What a source declares at its top: contracts, abstract ones, interfaces, libraries."""

from __future__ import annotations

import re

from acidtest.lang.pragma import without_comments

_STRING = re.compile(r'"(?:\\.|[^"\\\n])*+"?|\'(?:\\.|[^\'\\\n])*+\'?')
_DECLARED = re.compile(
    r"(?:\b(?P<abstract>abstract)\s+)?\b(?P<kind>contract|interface|library)\s+"
    r"(?P<name>[A-Za-z_$][\w$]*+)(?=[^;{}]{0,4000}\{)"
)


def declared(text: str) -> list[tuple[str, str]]:
    """Names and kinds in order: `contract`, `abstract`, `interface` or `library`."""
    plain = _STRING.sub("''", without_comments(text))
    return [
        (m["name"], "abstract" if m["abstract"] else m["kind"]) for m in _DECLARED.finditer(plain)
    ]
