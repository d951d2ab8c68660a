"""SQL, PowerShell and notebooks: functions of databases, .NET's classes, and cells of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from acidtest.core.untrusted import NestingError, load_json
from acidtest.crypto.scanner.code import scan_code
from acidtest.crypto.scanner.comments import named_in
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter, spec
from acidtest.crypto.scanner.imports import Imports
from acidtest.crypto.scanner.limits import GaveUp, check
from acidtest.crypto.scanner.resolve import Resolver
from acidtest.crypto.taxonomy import Match

_SQL = re.compile(r"'(?:[^'\\]|''|\\.)*+'|--[^\n]*|#[^\n]*|/\*(?s:.*?)\*/|\w+|[(),;=]")
_FUNCTIONS = {
    "aes_encrypt": "aes", "aes_decrypt": "aes", "des_encrypt": "3des", "des_decrypt": "3des",
    "md5": "md5", "sha": "sha-1", "sha1": "sha-1", "sha2": "sha-2", "sha224": "sha-224",
    "sha256": "sha-256", "sha384": "sha-384", "sha512": "sha-512",
}  # fmt: skip
"""MySQL's and PostgreSQL's functions that are named like what they compute."""
_ASKED = frozenset("digest hmac hashbytes standard_hash encrypt decrypt gen_salt".split())
"""Functions that are told the algorithm in quotes: last, HASHBYTES first; the rest is data."""
_SALTS = {"bf": "bcrypt", "md5": "md5-crypt", "des": "des-crypt", "xdes": "des-crypt"}
_CLASS = re.compile(r"\bSecurity\.Cryptography\.(\w+)")
_OPTION = re.compile(r"(?<!\w)-(?:Key|Hash|Signature)?Algorithm\s+[\"']?([\w\-]+)", re.I)
_NOTE = re.compile(r"<#(?s:.*?)#>|(?<![\w`])#[^\n]*")


def scan_sql(text: str) -> Iterator[CryptoFinding]:
    """What a database is asked to compute."""
    line_of = line_counter(text)
    pieces = [(m[0], m.start()) for m in _SQL.finditer(text)]
    for at, (word, start) in enumerate(pieces):
        check()
        line = line_of(start)
        if word.startswith(("--", "#", "/*")):
            yield from named_in(word, line)
            continue
        follows = pieces[at + 1][0] if at + 1 < len(pieces) else ""
        matches: tuple[Match, ...] = ()
        if follows == "(" and word.lower() in _FUNCTIONS:
            matches = spec(_size(word.lower(), pieces[at + 2 : at + 8]))
        elif follows == "(" and word.lower() in _ASKED:
            matches = _asked(word.lower(), pieces[at + 2 : at + 40])
        elif word.lower() == "algorithm" and follows == "=" and at + 2 < len(pieces):
            matches = TAXONOMY.find_whole(pieces[at + 2][0].strip("'"))
        for match in matches:
            yield CryptoFinding(match, (line, line), "call", "active", 0.85)


def _size(name: str, arguments: list[tuple[str, int]]) -> str:
    """MySQL's SHA2 takes the length as its second argument."""
    sizes = [word for word, _ in arguments if word in ("224", "256", "384", "512")]
    return f"sha-{sizes[0]}" if name == "sha2" and sizes else _FUNCTIONS[name]


def _asked(name: str, arguments: list[tuple[str, int]]) -> tuple[Match, ...]:
    depth, said = 1, list[str]()
    for word, _ in arguments:
        depth += (word == "(") - (word == ")")
        if not depth or word == ";":
            break
        if word[:1] == "'" and depth == 1:
            said.append(word.strip("'").lower())
    if not said:
        return ()
    if name == "gen_salt":
        return spec(_SALTS.get(said[0], ""))
    matches = TAXONOMY.find_whole(said[0] if name == "hashbytes" else said[-1])
    return (*spec("hmac"), *matches) if name == "hmac" else matches


def scan_powershell(text: str) -> Iterator[CryptoFinding]:
    """Classes of .NET and options that name an algorithm."""
    line_of = line_counter(text)
    for note in _NOTE.finditer(text):
        yield from named_in(note[0], line_of(note.start()))
    bare = _NOTE.sub(lambda note: re.sub(r"[^\n]", " ", note[0]), text)
    names = Resolver(Imports(), "csharp")
    for use in _CLASS.finditer(bare):
        check()
        place = (line_of(use.start()),) * 2
        for match in names.matches(f"System.Security.Cryptography.{use[1]}"):
            yield CryptoFinding(match, place, "name", "active", 0.85)
    for option in _OPTION.finditer(bare):
        place = (line_of(option.start()),) * 2
        for match in TAXONOMY.find_whole(option[1]):
            yield CryptoFinding(match, place, "call", "active", 0.85)


def scan_notebook(text: str) -> Iterator[CryptoFinding]:
    """The cells of code of a notebook in Python, as one program; a line is that of the file."""
    try:
        data = load_json(text)
    except NestingError as error:
        raise GaveUp(f"it has {error}") from error
    except ValueError:
        return
    cells = data.get("cells") if isinstance(data, dict) else None
    rows: list[str] = []
    for cell in cells if isinstance(cells, list) else ():
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", "")
            whole = "".join(map(str, source)) if isinstance(source, list) else str(source)
            rows += ("#" if row[:1] in "%!" else row for row in f"{whole}\n".split("\n"))
    last = text.count("\n") + 1
    for finding in scan_code("cells.py", "\n".join(rows).encode("utf-8", "replace")):
        row = rows[min(finding.lines[0], len(rows)) - 1].strip().replace('"', '\\"')
        place = text.find(row) if row else 0
        line = min(text.count("\n", 0, max(place, 0)) + 1, last)
        yield replace(finding, lines=(line, line))
