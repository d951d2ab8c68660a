"""Cipher strings: OpenSSL's syntax, lists of suites, and what a suite's name implies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY
from acidtest.crypto.taxonomy import Match

_WORDS = frozenset("HIGH MEDIUM LOW ALL DEFAULT COMPLEMENTOFDEFAULT SECURE NORMAL NONE".split())
_EXCHANGE = re.compile(
    r"(?:^|[-_])(?:EC?DHE?|E?ECDHE?|EDH|ADH|AECDH|DH|PSK|SRP|KRB5|GOST\w*|RSA[-_]PSK)(?:[-_]|$)",
    re.I,
)
_SUITE = re.compile(
    r"(?:AES|CAMELLIA|ARIA|SEED|DES|RC4|IDEA|NULL|CHACHA20|3DES)\w*(?:[-_]\w+)*[-_](?:SHA\d*|MD5|CCM8?|POLY1305)$",
    re.I,
)


def cipher_string(text: str) -> Iterator[tuple[Match, str]]:
    """Algorithms of a cipher string with their state: `!` and `-` disable."""
    for item in re.split(r"[:,;\s]+", text.strip()):
        name = item.strip("'\"")
        state = "active"
        if name[:1] in "!-":
            state = "disabled"
        name = name.lstrip("!-+^")
        if not name or name.startswith("@") or name.upper() in _WORDS:
            continue
        for match in suite(name):
            yield match, state


def suite_list(text: str) -> Iterator[tuple[Match, str]]:
    """Like `cipher_string`, but only if some element is a whole suite, not a single word."""
    items = [item.strip("'\"!-+^") for item in re.split(r"[:,;\s]+", text.strip())]
    if any(TAXONOMY.find_whole(item) and re.search(r"[-_+]", item) for item in items):
        yield from cipher_string(text)


def suite(name: str) -> tuple[Match, ...]:
    """The algorithms of one suite or element, including the RSA key exchange that OpenSSL's name
    omits.
    """
    pieces = name.split("+") if "+" in name and not TAXONOMY.find_whole(name) else [name]
    matches: list[Match] = []
    for piece in pieces:
        if not TAXONOMY.find_whole(piece) and not TAXONOMY.find_all(piece):
            continue
        matches.extend(TAXONOMY.find_all(piece))
    upper = name.upper()
    if (
        matches
        and not upper.startswith(("TLS_", "SSL_"))
        and not _EXCHANGE.search(upper)
        and _SUITE.match(upper.removeprefix("EXP-"))
    ):
        matches.insert(0, TAXONOMY.match("rsa", "key-exchange"))
    return tuple(matches)
