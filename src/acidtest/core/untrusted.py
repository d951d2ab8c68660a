"""Reads what strangers wrote: JSON, numbers and lone surrogates, with every way to fail named.

`json.loads` can raise RecursionError, gives numbers that no float holds, and gives documents so
deep that whatever handles them later fails. Every reader of foreign JSON uses `load_json` instead.
"""

from __future__ import annotations

import csv
import json
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.records import Json
from acidtest.core.text import described

NESTING_MAX = 100
"""Brackets inside each other in a JSON document; real ones have a dozen."""
DIGITS_MAX = 100
"""Digits of a whole number in JSON: any 256-bit number has fewer, and a float still holds it.
A longer one is read as a float, and may so become infinite, as 1e400 does."""
_READABLE = 4300  # digits that Python itself reads; more are not JSON

_SURROGATE = re.compile("[\ud800-\udfff]")
_FAULTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
           MemoryError, AssertionError, csv.Error, struct.error)  # fmt: skip


def _integer(digits: str) -> int | float:
    return float(digits) if DIGITS_MAX < len(digits) <= _READABLE else int(digits)


_DECODER = json.JSONDecoder(parse_int=_integer)
_LENIENT = json.JSONDecoder(parse_int=_integer, strict=False)


class NestingError(ValueError):
    """A document has too many brackets inside each other."""

    def __init__(self) -> None:
        super().__init__(f"more than {NESTING_MAX} brackets inside each other")


def load_json(data: str | bytes) -> Json:
    """The JSON value in a text; raises `ValueError` and nothing else, with what is wrong."""
    text = data if isinstance(data, str) else _decoded(data)
    if text.startswith("\ufeff"):
        raise ValueError("the text begins with a byte order mark")
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NestingError from None
    _check_depth(value)
    return value


def load_json_at(text: str, place: int = 0, *, strict: bool = True) -> tuple[Json, int]:
    """The JSON value that begins at a place, and where it ends; `ValueError` as above."""
    try:
        value, end = (_DECODER if strict else _LENIENT).raw_decode(text, place)
    except RecursionError:
        raise NestingError from None
    _check_depth(value)
    return value, end


def _decoded(data: bytes) -> str:
    return data.decode(json.detect_encoding(data), "surrogatepass")


def _check_depth(value: Json) -> None:
    level = [value]
    for _ in range(NESTING_MAX):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, list | dict)
        ]
        if not level:
            return
    raise NestingError


def whole_number(text: str, digits: int = 18) -> int | None:
    """A number written in ASCII digits, and not too many of them; else None.

    >>> whole_number("42"), whole_number("4²"), whole_number("٤٢"), whole_number("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def without_surrogates(text: str) -> str:
    r"""The text with halves of surrogate pairs replaced: no file and no tool can hold them.

    >>> without_surrogates("a\ud800b") == "a\ufffdb"
    True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


@contextmanager
def reading(where: object) -> Iterator[None]:
    """A net under a reader: what its checks do not name is still the file's fault, not a crash."""
    try:
        yield
    except AcidtestError:
        raise
    except OSError as error:
        raise InputError(f"{where}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8 text (byte {error.start})") from error
    except _FAULTS as error:
        what = described(error)[:300]
        raise InputError(f"{where}: has a part that cannot be read ({what})") from error
