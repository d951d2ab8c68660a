"""Tables that people keep their labels in: CSV with any usual separator, and xlsx."""

from __future__ import annotations

import csv
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from acidtest.core.errors import InputError

_MOST = 64 << 20
"""Bytes of an unpacked part of a workbook: more is a bomb, not a table of labels."""
_MOST_ELEMENTS = 4_000_000
_MOST_CELLS = 2_000_000
"""Cells up to the last one of each row, empty ones included."""
_RELATIONS = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}id",
)
_CELL = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
_WIDEST = 16_384

Row = tuple[int, Sequence[str]]
"""The number of a line, from 1, and its cells."""


def csv_rows(text: str) -> list[Row]:
    """The lines of a CSV with cells; commas, semicolons or tabs, whichever the first line has."""
    lines = io.StringIO(text, newline=None)
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    separator = max(",;\t", key=first.count)
    # not splitlines(): a cell may hold U+2028, a form feed and the like
    whole = io.StringIO(text, newline="")
    reader = csv.reader(whole, delimiter=separator, skipinitialspace=True)
    return [(reader.line_num, row) for row in reader if any(map(str.strip, row))]


def read_xlsx(path: Path) -> tuple[list[Row], list[str]]:
    """The rows of a workbook's first visible sheet, as texts, and the names of its other sheets."""
    try:
        with zipfile.ZipFile(path) as book:
            shared = [_text(item) for item in _parsed(book, "xl/sharedStrings.xml", path, "si")]
            (_, part), *others = _sheets(book, path)
            rows = list(_rows(_parsed(book, part, path, "row"), shared, path))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise InputError(f"{path}: is not an xlsx workbook: {error}") from error
    return rows, [name for name, _ in others]


def _sheets(book: zipfile.ZipFile, path: Path) -> list[tuple[str, str]]:
    """Name and part of each sheet that is shown, in the workbook's order."""
    targets = {
        each.get("Id", ""): each.get("Target", "")
        for each in _parsed(book, "xl/_rels/workbook.xml.rels", path, "Relationship")
    }
    shown = [
        (
            each.get("name", ""),
            next((targets.get(each.get(r, ""), "") for r in _RELATIONS if each.get(r)), ""),
        )
        for each in _parsed(book, "xl/workbook.xml", path, "sheet")
        if each.get("state", "visible") == "visible"
    ]
    names = set(book.namelist())
    sheets = [
        (name, posixpath.normpath(posixpath.join("/xl", target))[1:]) for name, target in shown
    ]
    sheets = [(name, part) for name, part in sheets if part in names]
    if not sheets:
        parts = [name for name in names if name.startswith("xl/worksheets/sheet")]
        sheets = [(part, part) for part in sorted(parts, key=lambda name: (len(name), name))]
    if not sheets:
        raise InputError(f"{path}: has no worksheet")
    return sheets


def _parsed(
    book: zipfile.ZipFile, name: str, path: Path, kind: str
) -> Iterator[ElementTree.Element]:
    """The elements of a kind in a part of a workbook; none if there is no such part."""
    if name not in book.namelist():
        return
    if book.getinfo(name).file_size > _MOST:
        raise InputError(f"{path}: {name} is larger than {_MOST} bytes; save the labels as CSV")
    if book.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(f"{name} is compressed in a way no program does")
    data = book.read(name)
    plain = data.replace(b"\0", b"")  # UTF-16 is legal
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise InputError(f"{path}: {name} declares XML entities, which workbooks never do")
    try:
        for count, (_, element) in enumerate(ElementTree.iterparse(io.BytesIO(data))):
            if count > _MOST_ELEMENTS:
                raise InputError(f"{path}: {name} has too many cells; save the labels as CSV")
            if _local(element) == kind:
                yield element
                element.clear()
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InputError(f"{path}: {name} is not XML: {error}") from error


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(element: ElementTree.Element) -> str:
    """The text of a string or a cell, without phonetic hints."""
    return "".join(part.text or "" for part in element.iter() if _local(part) == "t")


def _rows(rows: Iterable[ElementTree.Element], shared: Sequence[str], path: Path) -> Iterator[Row]:
    total = 0
    for nth, row in enumerate(rows, 1):
        cells: dict[int, str] = {}
        for cell in row:
            name = _CELL.fullmatch(cell.get("r", ""))
            place = _column(name[1]) if name else len(cells)
            if place < _WIDEST:
                cells[place] = _value(cell, shared)
        total += max(cells, default=-1) + 1
        if total > _MOST_CELLS:
            raise InputError(f"{path}: has more than {_MOST_CELLS:,} cells; save the labels as CSV")
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
