"""Tables that people keep their labels in: CSV with any usual separator, and xlsx."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from acidtest.core.errors import InputError

_MOST = 64 << 20
"""Bytes of an unpacked part of a workbook: more is a bomb, not a table of labels."""
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_CELL = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
_WIDEST = 16_384

Row = tuple[int, Sequence[str]]
"""The number of a line, from 1, and its cells."""


def csv_rows(text: str) -> list[Row]:
    """The lines of a CSV with cells; commas, semicolons or tabs, whichever the first line has."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True)
    return [(reader.line_num, row) for row in reader if any(map(str.strip, row))]


def xlsx_rows(path: Path) -> list[Row]:
    """The rows of a workbook's first sheet, as texts."""
    try:
        with zipfile.ZipFile(path) as book:
            shared = [_text(item) for item in _parsed(book, "xl/sharedStrings.xml", path, False)]
            sheets = sorted(
                (name for name in book.namelist() if name.startswith("xl/worksheets/sheet")),
                key=lambda name: (len(name), name),
            )
            if not sheets:
                raise InputError(f"{path}: has no worksheet")
            return list(_rows(_parsed(book, sheets[0], path, True), shared))
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{path}: is not an xlsx workbook: {error}") from error


def _parsed(book: zipfile.ZipFile, name: str, path: Path, rows: bool) -> list[ElementTree.Element]:
    """The rows or the strings of a part of a workbook; none if there is no such part."""
    if name not in book.namelist():
        return []
    if book.getinfo(name).file_size > _MOST:
        raise InputError(f"{path}: {name} is larger than {_MOST} bytes; save the labels as CSV")
    data = book.read(name)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise InputError(f"{path}: {name} declares XML entities, which workbooks never do")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise InputError(f"{path}: {name} is not XML: {error}") from error
    kind = "row" if rows else "si"
    return [element for element in root.iter() if _local(element) == kind]


def _local(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(_MAIN).removeprefix(_STRICT)


def _text(element: ElementTree.Element) -> str:
    """The text of a string or a cell, without phonetic hints."""
    return "".join(part.text or "" for part in element.iter() if _local(part) == "t")


def _rows(rows: Sequence[ElementTree.Element], shared: Sequence[str]) -> Iterator[Row]:
    for nth, row in enumerate(rows, 1):
        cells: dict[int, str] = {}
        for cell in row:
            name = _CELL.fullmatch(cell.get("r", ""))
            place = _column(name[1]) if name else len(cells)
            if place < _WIDEST:
                cells[place] = _value(cell, shared)
        texts = [cells.get(place, "") for place in range(max(cells, default=-1) + 1)]
        if any(map(str.strip, texts)):
            number = row.get("r", "")
            yield int(number) if number.isascii() and number.isdigit() else nth, texts


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _value(cell: ElementTree.Element, shared: Sequence[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _text(cell)
    value = next((part.text or "" for part in cell if _local(part) == "v"), "")
    if kind == "s":
        known = value.isascii() and value.isdigit() and int(value[:9]) < len(shared)
        return shared[int(value)] if known else ""
    if kind == "b":
        return {"1": "true", "0": "false"}.get(value, value)
    return value.removesuffix(".0") if kind == "n" else value
