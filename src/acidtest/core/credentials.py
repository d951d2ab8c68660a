"""Recognises secrets: in variables, commands, addresses and headers, by the name they go with."""

from __future__ import annotations

import base64
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

HIDDEN = "***"

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET = tuple(
    "KEY KEYS TOKEN TOKENS SECRET SECRETS PASS PASSWORD PASSWORDS PASSWD PASSPHRASE PASSCODE PWD "
    "AUTH AUTHORIZATION CREDENTIAL CREDENTIALS CRED CREDS COOKIE COOKIES JWT DSN BEARER "
    "SESSION SESSIONID SESSID WEBHOOK MNEMONIC".split()
)
_SECRET_ALONE = frozenset("PW PAT SIG SIGNATURE SAS OTP PIN".split())  # the end of many words
_ABOUT = frozenset(
    "FILE FILES PATH PATHS DIR DIRECTORY FOLDER SOCK SOCKET HOME SIZE LENGTH LIMIT COUNT MAX TYPE "
    "KIND NAME EMAIL DATE VERSION PARALLELISM LAYOUT ADDRESS ALGORITHM FORMAT METHOD MODE ENV "
    "MANAGER DESKTOP PORT HOST TIMEOUT".split()
)
_PLACES = frozenset("URL URI ENDPOINT ISSUER DOMAIN SERVER PROXY".split())
_SWITCH = frozenset(
    "NO USE WITH WITHOUT ENABLE DISABLE SKIP SHOW LIST IS HAS MAX MIN NUM N PER ASK CHECK".split()
)
_COMMON = frozenset(
    "password passwd secret test testing token admin root user guest default changeme example demo "
    "dummy letmein qwerty apikey none null true false enabled disabled basic bearer".split()
)
_WORDS = re.compile(r"[A-Za-z]+(?:[ _./:@-][A-Za-z]+)*")
_NUMBERED = re.compile(r"[A-Za-z]+\d{1,3}")
_NUMBER = re.compile(r"[\d.,:_ /-]+")
_LEAST, _LEAST_NUMBERED, _LEAST_NUMBER, _LEAST_WORDS = 8, 12, 10, 16
_SHAPE = re.compile(
    r"(?<![\w-])(?:sk-[\w-]{12,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}"
    r"|xox[abeprs]-[\w-]{10,}|hf_\w{16,}|nvapi-[\w-]{16,}|AIza[\w-]{30,}|A[KS]IA[A-Z0-9]{16}"
    r"|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)"
)
_REFERENCE = re.compile(r"\{\w+\}|\$\{?\w+\}?|-|")
_RAW = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+""", re.DOTALL)
_ASSIGNED = re.compile(r"((?:[\w.]+:)?-{0,2}([\w.-]+)=)(.+)", re.DOTALL)
_PAIR = re.compile(r"((?:^|(?<=[;&?#|,:\s]))([\w.-]+)=)([^;&,\s]+)")
_QUOTED_PAIR = re.compile(r"""((["'])([\w.-]+)\2\s*:\s*(["']))((?:\\.|(?!\4).)+)""", re.DOTALL)
_HEADER = re.compile(r"(\s*([\w-]+)\s*:\s*)(\S.*)", re.DOTALL)
_USER = re.compile(r"(?<=://)[^/\s?#]+(?=@)")
_NETRC = re.compile(r"(\blogin\s+\S+\s+password\s+)(\S+)")
_WITH_USER = ("-u", "-U", "--user", "--proxy-user", "--username")
_DEEPEST = 3


def is_secret_name(name: str) -> bool:
    """Whether a variable, option, field or header of this name holds a secret.

    >>> [is_secret_name(n) for n in ("PGPASSWORD", "x-api-key", "accessToken", "GITHUB_PAT")]
    [True, True, True, True]
    >>> [is_secret_name(n) for n in ("PWD", "PATH", "max-tokens", "SSH_AUTH_SOCK", "GIT_AUTHOR")]
    [False, False, False, False, False]
    """
    words = [word.upper() for word in _WORD.findall(name)]
    if not words or name in ("PWD", "OLDPWD") or words[0] in _SWITCH:
        return False
    if words[-1] in _ABOUT:
        return False
    return any(word.endswith(_SECRET) or word in _SECRET_ALONE for word in words)


def is_distinctive(value: str) -> bool:
    """Whether a value is so unlikely in any other text that it can be replaced everywhere.

    >>> [is_distinctive(v) for v in ("1", "test", "function", "password123", "uint256")]
    [False, False, False, False, False]
    >>> [is_distinctive(v) for v in ("s3cr3t-x", "correct-horse-battery", "4929 1837 2218")]
    [True, True, True]
    """
    if len(value) < _LEAST or len(set(value)) < 4:
        return False
    if re.sub(r"[\W\d_]+", "", value).lower() in _COMMON:
        return False
    if _WORDS.fullmatch(value):
        return len(value) >= _LEAST_WORDS
    if _NUMBERED.fullmatch(value):
        return len(value) >= _LEAST_NUMBERED
    return not _NUMBER.fullmatch(value) or len(value) >= _LEAST_NUMBER


class Examined(NamedTuple):
    """A text with its secrets hidden, and the secrets."""

    text: str
    secrets: tuple[str, ...]


def examine(command: str, depth: int = 0) -> Examined:
    """Hide the secrets of a command line, whatever their length; all other text stays as it is.

    >>> examine("env PASS=x tool --api-key 'a b' -u me:y http://me:z@host/?key=k {asm}").text
    'env PASS=*** tool --api-key *** -u me:*** http://me:***@host/?key=*** {asm}'
    """
    secrets: list[str] = []
    header = _HEADER.fullmatch(command) if depth else None
    if header and is_secret_name(header[2]):
        return Examined(header[1] + HIDDEN, (header[3].strip(),))

    before = ""

    def hide(match: re.Match[str]) -> str:
        nonlocal before
        raw, word, option = match[0], _unquoted(match[0]), before
        before = word
        if _REFERENCE.fullmatch(word) or word == HIDDEN:
            return raw
        if option in _WITH_USER and ":" in word:
            user, _, password = word.partition(":")
            secrets.extend((word, password))
            return f"{user}:{HIDDEN}"
        if _takes_secret(option) and not re.match(r"-{1,2}[A-Za-z]", word):
            secrets.append(word)
            return HIDDEN
        inner = _examine_word(word, depth)
        secrets.extend(inner.secrets)
        return raw if inner.text == word else _quoted_like(raw, inner.text)

    text = _RAW.sub(hide, command)
    return Examined(text, tuple(dict.fromkeys(secrets)))


def _takes_secret(option: str) -> bool:
    return bool(re.fullmatch(r"-{1,2}[A-Za-z][\w.-]*", option)) and is_secret_name(option)


def _examine_word(word: str, depth: int) -> Examined:
    """One word of a command: an assignment, an address, JSON, or a command of its own."""
    assigned = _ASSIGNED.fullmatch(word)
    if assigned and is_secret_name(assigned[2]) and not _REFERENCE.fullmatch(assigned[3]):
        return Examined(assigned[1] + HIDDEN, (assigned[3],))
    outer = examine_value(word)
    if depth < _DEEPEST and re.search(r"\s", word):
        inner = examine(outer.text, depth + 1)
        return Examined(inner.text, (*outer.secrets, *inner.secrets))
    return outer


def examine_value(value: str) -> Examined:
    """Hide what is secret in a value under any name: passwords in addresses, `Password=…`."""
    secrets: list[str] = []

    def keep(*values: str) -> str:
        secrets.extend(values)
        return HIDDEN

    def user(match: re.Match[str]) -> str:
        name, colon, password = match[0].partition(":")
        if not colon:
            return keep(name) if is_distinctive(name) else name
        if not password or password == HIDDEN:
            return match[0]
        return f"{name}:{keep(password, f'{name}:{password}')}"

    def pair(match: re.Match[str]) -> str:
        name, secret = match[2], match[3]
        if not is_secret_name(name) or _REFERENCE.fullmatch(secret):
            return match[0]
        return match[1] + (secret if secret == HIDDEN else keep(secret))

    def quoted_pair(match: re.Match[str]) -> str:
        return match[1] + keep(match[5]) if is_secret_name(match[3]) else match[0]

    text = _USER.sub(user, value)
    text = _QUOTED_PAIR.sub(quoted_pair, text)
    text = _PAIR.sub(pair, text)
    text = _NETRC.sub(lambda match: match[1] + keep(match[2]), text)
    text = _SHAPE.sub(lambda match: keep(match[0]), text)
    return Examined(text, tuple(secrets))


def _unquoted(raw: str) -> str:
    try:
        return "".join(shlex.split(raw))
    except ValueError:  # a quote that is not closed
        return raw


def _quoted_like(raw: str, text: str) -> str:
    mark = raw[0]
    if len(raw) > 1 and mark in "\"'" and raw[-1] == mark and mark not in text:
        return f"{mark}{text}{mark}"
    return shlex.quote(text) if re.search(r"\s", text) else text


def in_environment(variables: Mapping[str, str]) -> Iterator[str]:
    """The secrets in environment variables; a file's name is none, nor is an address by itself."""
    for name, value in variables.items():
        yield from examine_value(value).secrets
        if not is_secret_name(name) or _is_file(value):
            continue
        last = [word.upper() for word in _WORD.findall(name)][-1]
        if last not in _PLACES:
            yield value


def _is_file(value: str) -> bool:
    try:
        return value.startswith(("/", "~/", "./", "../")) and Path(value).expanduser().exists()
    except (OSError, ValueError, RuntimeError):
        return False


def parts(secret: str) -> Iterator[str]:
    """A secret, and the pieces of it that are secrets too: lines, items, the password of a pair."""
    secret = secret.strip()
    yield secret
    pieces = re.split(r"[\s,;]+", secret)
    if len(pieces) > 1:
        yield from (piece for piece in pieces if not piece.startswith("-----"))
    for piece in pieces:
        yield from examine_value(piece).secrets
        yield from _password(piece)
        yield from _password(_decoded(piece))
    if secret[:1] in "{[":
        yield from _named(secret)


def _password(pair: str) -> Iterator[str]:
    user, colon, password = pair.partition(":")
    if colon and user and password and not password.startswith("//"):
        yield password


def _decoded(text: str) -> str:
    """The `user:password` of a Basic header; empty if this is none."""
    if len(text) < 8 or len(text) % 4 or not re.fullmatch(r"[A-Za-z0-9+/_-]+={0,2}", text):
        return ""
    try:
        plain = base64.b64decode(text, altchars=b"-_" if re.search("[-_]", text) else None)
        return plain.decode("ascii") if plain.isascii() and b":" in plain else ""
    except ValueError:
        return ""


def _named(text: str) -> Iterator[str]:
    """The secret fields of a JSON document."""
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += item.values()
            yield from (v for k, v in item.items() if isinstance(v, str) and is_secret_name(k))
        elif isinstance(item, list):
            waiting += item
