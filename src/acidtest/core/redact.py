"""Keeps secrets out of everything that is written or shown.

Known secrets are the values of environment variables with names such as TOKEN or PASS, and those
in the commands and addresses that a user gave. They are replaced by value, in every usual encoding:
whatever leaves the process passes through `redact` or `redacted` at the few places that write it.
"""

from __future__ import annotations

import base64
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html.entities import codepoint2name
from typing import NamedTuple, TypeVar, cast

from acidtest.core.credentials import (
    HIDDEN,
    examine,
    examine_value,
    in_environment,
    is_distinctive,
    is_secret_name,
    parts,
)
from acidtest.core.records import Json

_RUN = re.compile(r"[A-Za-z0-9]+")
_ESCAPES = {"\n": "n", "\r": "r", "\t": "t", "\f": "f", "\b": "b", "\v": "v", "\0": "0"}
_LINE = 56
"""Longer base64 is often wrapped."""

_T = TypeVar("_T", bound=Json)


class _Secret(NamedTuple):
    """`pattern` matches every encoding of a value; no match contains none of the `anchors`."""

    anchors: tuple[str, ...]
    pattern: re.Pattern[str]

    def touches(self, text: str) -> bool:
        return any(anchor in text for anchor in self.anchors)


_learned: dict[str, None] = {}
_known: tuple[object, list[_Secret]] = (None, [])


def learn(words: Iterable[str]) -> None:
    """Remember the secrets of a command line for `redact`."""
    _remember(examine(shlex.join(words)).secrets)


def conceal(command: str) -> str:
    """The command without its secrets, even short ones, which are remembered for `redact`."""
    text, secrets = examine(command)
    _remember(secrets)
    return redact(text)


def learn_fields(fields: Mapping[str, Json]) -> None:
    """Remember the values of fields with a secret's name, such as a system's `api_key`."""
    _remember(v for k, v in fields.items() if isinstance(v, str) and is_secret_name(k))
    _remember(s for v in fields.values() if isinstance(v, str) for s in examine_value(v).secrets)


def _remember(secrets: Iterable[str]) -> None:
    global _learned
    new = dict.fromkeys(part for secret in secrets for part in parts(secret))
    if new.keys() - _learned.keys():
        _learned = {**_learned, **new}


def _secrets() -> list[_Secret]:
    """All that is known now, longest first: a pair of user and password before the password."""
    global _known
    # What backs os.environ compares in a microsecond; os.environ itself decodes every value.
    key = _learned, dict(getattr(os.environ, "_data", os.environ))
    if _known[0] != key:
        values = {p for value in in_environment(os.environ) for p in parts(value)}
        chosen = sorted(filter(is_distinctive, {*values, *_learned}), key=lambda v: (-len(v), v))
        _known = key, [_compiled(value) for value in chosen]
    return _known[1]


def touches(text: str) -> bool:
    """False if no known secret is in the text, whatever its encoding; quick."""
    return any(secret.touches(text) for secret in _secrets())


def redact(text: str) -> str:
    """The text without the values of known secrets.

    Values that other text may contain by accident (short ones, words, small numbers) are left.
    """
    for secret in _secrets():
        if secret.touches(text):
            text = secret.pattern.sub(HIDDEN, text)
    return text


def redacted(data: _T) -> _T:
    """The same JSON with `redact` applied to every text and name in it."""
    if isinstance(data, str):
        return cast(_T, redact(data))
    if isinstance(data, Mapping):
        return cast(_T, {redact(k): redacted(v) for k, v in data.items()})
    if isinstance(data, Sequence):
        return cast(_T, [redacted(item) for item in data])
    return data


_SCHEME = re.compile(r"\b((?i:bearer|basic|digest|negotiate)\s+)(?=\S*[A-Z0-9=])[\w.~+/=-]{6,}")
_USER_IN_URL = re.compile(r"(?<=://)[^/@\s]+@")
_FIELD = re.compile(
    r"(?i)(?<![\w-])((?:[\w-]*[-_])?(?:password|passwd|pwd|passphrase|secret|token|credentials?"
    r"|(?:api|access|private|secret)[-_]?key)(?:=|[\"']\s*[:=]\s*)[\"']?)[^\s\"'&;,}]+"
)
_HEADER = re.compile(
    r"(?i)\b((?:proxy-)?authorization|x-[\w-]{0,40}(?:key|token|auth)[\w-]{0,40}|api[-_ ]?key"
    r"|(?:set-)?cookie)([\"']?\s*[:=]\s*[\"']?)"
    r"(?:(?:bearer|basic|digest|token|negotiate)\s+)?[^\s\"',}\]]+"
)


def redact_message(text: str) -> str:
    """A message of a provider, a client or a tool, without anything that looks like a key either.

    An answer is never treated so: code may well contain what looks like a key.
    """
    text = _USER_IN_URL.sub(f"{HIDDEN}@", redact(text))
    text = _HEADER.sub(rf"\1\2{HIDDEN}", text)
    text = _SCHEME.sub(rf"\1{HIDDEN}", text)
    return examine_value(_FIELD.sub(rf"\1{HIDDEN}", text)).text


@lru_cache(maxsize=4096)
def _compiled(value: str) -> _Secret:
    data = value.encode("utf-8", "surrogateescape")
    patterns = ["".join(map(_character, value))]
    anchors = [_anchor(value)]
    for core in _cores(data):
        between = r"(?:\\[nr]|\s)*" if len(core) > _LINE else ""
        shown = between.join(_BASE64.get(c, c) for c in core)
        patterns.append(rf"{shown}[\w+/-]?={{0,2}}")
        anchors += [_anchor(core[at : at + 24]) for at in (0, 24) if len(core) >= at + 8]
    patterns.append(f"(?i:{data.hex()})")
    anchors += [data.hex(), data.hex().upper()]
    return _Secret(tuple(dict.fromkeys(anchors)), re.compile("|".join(patterns)))


def _anchor(text: str) -> str:
    """The longest piece that no encoding changes; empty if all pieces are short."""
    longest = max(_RUN.findall(text), key=len, default="")
    return longest if len(longest) >= 3 else ""


def _character(c: str) -> str:
    """A pattern for one character: as it is, and escaped for URL, JSON, Python, shell or HTML."""
    if c.isascii() and c.isalnum():
        return c
    number, data = ord(c), c.encode("utf-8", "surrogateescape")
    units = c.encode("utf-16-be", "surrogatepass")
    pairs = [units[i : i + 2].hex() for i in range(0, len(units), 2)]
    names = [f"#x0*{number:x}", f"#0*{number}"]
    names += [name for name in (codepoint2name.get(number), {"'": "apos"}.get(c)) if name]
    back = r"\\{1,16}"
    forms = [
        r"\\{0,16}" + re.escape(c) if c != "\\" else back,
        "".join(f"%(?:25)*{byte:02x}" for byte in data),
        "".join(f"{back}u{pair}" for pair in pairs),
        "".join(f"{back}x{byte:02x}" for byte in data),
        f"{back}U{number:08x}",
        f"(?:{back})?&(?:amp;)*(?:{'|'.join(names)});",
    ]
    if number < 256:
        forms.append(f"{back}x{number:02x}")
    if c in _ESCAPES:
        forms.append(back + _ESCAPES[c])
    if c == " ":
        forms.append(r"\+")
    if c == "\n":
        forms.append(r"\r\n")
    return f"(?i:{'|'.join(forms)})"


_BASE64 = {"+": r"(?:[+-]|%2[Bb])", "/": r"(?:\\?[/_]|%2[Ff])"}


def _cores(data: bytes) -> list[str]:
    """What base64 of any text with this in it contains, for the three places it can begin at."""
    cores = []
    for before, start in ((0, 0), (1, 2), (2, 3)):
        length = before + len(data)
        whole = base64.b64encode(bytes(before) + data + bytes(-length % 3)).decode()
        cores.append(whole[start : length * 8 // 6])
    return cores
