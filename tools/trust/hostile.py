"""Makes hostile inputs from honest ones: JSON, text and bytes, each mutated in its own way."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import hostile_zip

LONGEST = 100_000
RAW: dict[str, str] = {
    "@@huge@@": "1" + "0" * 400,
    "@@digits@@": "7" * 5000,
    "@@inf@@": "1e400",
    "@@nan@@": "NaN",
    "@@neg@@": "-Infinity",
    "@@deep@@": "[" * 2000 + "]" * 2000,
    "@@deeper@@": '{"a":' * 12_000 + "1" + "}" * 12_000,
    "@@open@@": "[" * 50_000,
    "@@64@@": str(2**64),
    "@@zero@@": "-0.0",
    "@@tiny@@": "1e-400",
}
"""What json cannot write itself, by the string that stands for it until the text is made."""
VALUES: tuple[Any, ...] = (
    *RAW, None, True, False, 0, 1, -1, 2**31, -(2**63), 0.5, 95, "", " ", "0.9", "95%", "NaN",
    "nan", "inf", "1e400", "3²3", "٣", "①", "9" * 5000, "0x" + "f" * 80, "\ud800", "\x00",
    "\x1b[2J", "a\r\nb", "\u2028", "\ufeff", "../../x", "a" * 20_000, "é" * 300, "[" * 500,
    [], {},
    [[]], [None], [{}], {"": None}, {"a": {"b": []}}, [1, "2", None], list(range(300)), -5, 1e308,
    "2.1.0", "AES", "func0", "true", "-1", "1-2", "5-", "٣-٤", "1:2:3", "O0", "\n", "'", '"', "\\",
    "yes", [["a"]], {"text": 5}, {"uri": 5}, {"name": 5}, "²", "１２", "x" * 300, "CWE-", "%s",
    "{0}",
)  # fmt: skip
TOKENS = (
    "\x00", "\ufeff", "\r", "\r\n", "\n", "\n\n", "\t", "\u2028", "\x0b", "\x85", "\ud800", "²",
    "٣٤", "１", "[" * 400, "]" * 400, "(" * 4000, "{" * 4000, "<" * 4000, "/*", "*/", "//",
    '"', "'", "`",
    "\\", '"""', "```", "~~~", "<think>", "</think>", "9" * 5000, "1" + "0" * 400, "0x", "1e400",
    "NaN", "-", "a" * 5000, "a." * 2000, "x(" * 2000, "AES-", "RSA ", "%", "$", "${", "f\"{", ",",
    ";", ":", "=", "==", "#", "#if 0\n", "#define A A\n", "pragma solidity ^0.8.0;",
    "pragma solidity " + "9" * 5000 + ";", "pragma solidity 0.٣.²;", "contract C {", "function f(",
    "new " * 2000, "getattr(" * 500, "require(" * 500, "use a::{" * 100,
    "-----BEGIN CERTIFICATE-----",
    "-----END CERTIFICATE-----", "MIIB", "Error: X (CWE-1):", "// constructor: [", "// value: 3²",
    "// value: " + "9" * 5000, "<!--", "-->", "<?xml", "&a;", "<!DOCTYPE", "]]>", "true", "null",
    ".byte 99\n", "mov w0, #0x", "#(1 - 2)", "1.2.840.113549" + ".1" * 200, ' "alg": ', "_rep9",
    "_rep²", "é", "\udfff\ud800", "Contents of section .data:\n", " 4010 zz", "0,true,", "a,b,c\n",
)  # fmt: skip
_DIGITS = re.compile(r"[0-9]")
_OTHER_DIGITS = "²³¹٠١٢٣٤０１２०१२"


def mutated(seed: bytes, rng: random.Random) -> bytes:
    """A hostile relative of an honest input."""
    kind = rng.random()
    if kind < 0.85 and seed.startswith(hostile_zip.SIGNATURE):
        return hostile_zip.mutated(seed, rng, mutated)[:LONGEST]
    if kind < 0.55:
        data = _json(seed, rng)
        if data is not None:
            return data[:LONGEST]
    if kind < 0.85:
        return _text(seed, rng)[:LONGEST]
    return _bytes(seed, rng)[:LONGEST]


def _json(seed: bytes, rng: random.Random) -> bytes | None:
    """Values swapped, keys removed or renamed, in one JSON document or in lines of it."""
    text = seed.decode("utf-8", "replace")
    lines = [text]
    try:
        documents = [json.loads(text)]
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
        try:
            documents = [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            return None
    at = rng.randrange(len(documents)) if documents else 0
    if not documents:
        return None
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        documents[at] = _swapped(documents[at], rng)
    ascii_only = rng.random() < 0.7
    rows = [json.dumps(document, ensure_ascii=ascii_only) for document in documents]
    whole = "\n".join(rows)
    for mark, raw in RAW.items():
        whole = whole.replace(f'"{mark}"', raw)
    return whole.encode("utf-8", "surrogatepass")


def _swapped(document: Any, rng: random.Random) -> Any:
    """The document with one of its places changed."""
    places: list[tuple[Any, Any]] = []
    waiting = [document] if isinstance(document, dict | list) else []
    while waiting and len(places) < 3000:
        value = waiting.pop()
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in list(inner):
            places.append((value, key))
            if isinstance(part, dict | list):
                waiting.append(part)
    if not places or rng.random() < 0.03:
        return copy.deepcopy(rng.choice(VALUES))
    container, key = rng.choice(places)
    how = rng.random()
    if how < 0.7:
        container[key] = copy.deepcopy(rng.choice(VALUES))
    elif how < 0.8:
        del container[key]
    elif how < 0.87 and isinstance(container, dict):
        container[rng.choice(("", "id", "\ud800", "²", "x" * 500))] = container.pop(key)
    elif how < 0.94:
        container[key] = [container[key]] * rng.choice((1, 2, 50))
    else:
        other, at = rng.choice(places)
        container[key] = copy.deepcopy(other[at]) if at in _keys(other) else None
    return document


def _keys(container: Any) -> Any:
    return container if isinstance(container, dict) else range(len(container))


def _text(seed: bytes, rng: random.Random) -> bytes:
    text = seed.decode("utf-8", "replace")
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(text) + 1)
        how = rng.random()
        if how < 0.45:
            text = text[:place] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 3)) + text[place:]
        elif how < 0.6:
            text = _DIGITS.sub(lambda m: _digit(m[0], rng), text)
        elif how < 0.75:
            end = min(len(text), place + rng.choice((1, 5, 50, 500)))
            text = text[:place] + text[place:end] * rng.choice((0, 2, 3, 40)) + text[end:]
        elif how < 0.85:
            text = text[:place]
        elif how < 0.93:
            old, new = (
                rng.choice("[]{}()\"',:;\n \t="),
                rng.choice(("", "[", "(", "\r", "\x00", '"')),
            )
            text = text.replace(old, new, rng.choice((1, 3, -1)))
        else:
            unit = rng.choice(TOKENS)[:40]
            text = unit * (rng.choice((100, 3000, 60_000)) // max(1, len(unit)))
        text = text[:LONGEST]
    return text.encode("utf-8", "surrogatepass" if rng.random() < 0.3 else "replace")


def _digit(digit: str, rng: random.Random) -> str:
    return rng.choice(_OTHER_DIGITS) if rng.random() < 0.1 else digit


def _bytes(seed: bytes, rng: random.Random) -> bytes:
    data = bytearray(seed)
    for _ in range(rng.choice((1, 2, 8, 60))):
        if not data:
            break
        place = rng.randrange(len(data))
        how = rng.random()
        if how < 0.4:
            data[place] ^= 1 << rng.randrange(8)
        elif how < 0.6:
            data[place] = rng.choice((0, 1, 0x7F, 0x80, 0xC0, 0xED, 0xFE, 0xFF))
        elif how < 0.75:
            del data[place : place + rng.choice((1, 4, 100))]
        elif how < 0.9:
            data[place:place] = data[place : place + rng.choice((1, 8, 300))]
        else:
            del data[place:]
        del data[LONGEST:]
    return bytes(data)
