"""Tables of labels as people and their programs write them, and as nobody should."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.sast_triage.sheet import csv_rows, read_xlsx
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

from .logs import labels, log, read, result

_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def _sheet(text: str) -> str:
    row = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>'
    return f"<worksheet {_MAIN}><sheetData>{row}</sheetData></worksheet>"


def _book(path: Path, **parts: str | bytes) -> Path:
    names = {"book": "xl/workbook.xml", "rels": "xl/_rels/workbook.xml.rels"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in parts.items():
            book.writestr(names.get(name, f"xl/worksheets/{name}.xml"), part)
    return path


def test_the_first_sheet_that_is_shown_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    sheets = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"{more}/>'
        for name, n, more in (("old", 1, ' state="hidden"'), ("labels", 3, ""), ("notes", 2, ""))
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    rels = "".join(
        f'<Relationship Id="rId{n}" Target="{folder}worksheets/sheet{n}.xml"/>'
        for n, folder in ((1, ""), (2, "/xl/"), (3, ""))
    )
    path = _book(
        tmp_path / "t.xlsx",
        book=f"<workbook {_MAIN} {_R}><sheets>{sheets}</sheets></workbook>",
        rels=f'<Relationships xmlns="{space}">{rels}</Relationships>',
        **{f"sheet{n}": _sheet(f"sheet {n}") for n in (1, 2, 3)},
    )
    assert read_xlsx(path) == ([(1, ["sheet 3"])], ["notes"])


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_workbook_that_is_damaged_is_refused(tmp_path: Path, how: int) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", how) as book:
        book.writestr("xl/worksheets/sheet1.xml", _sheet("x" * 500))
    data = bytearray(whole.getvalue())
    data[64:80] = b"\xff" * 16
    path = tmp_path / "t.xlsx"
    path.write_bytes(data)
    with pytest.raises(InputError, match="is not an xlsx workbook"):
        read_xlsx(path)


def test_a_workbook_compressed_in_an_odd_way_is_refused(tmp_path: Path) -> None:
    path = _book(tmp_path / "a.xlsx", book=b"<workbook/>", sheet1=_sheet("x").encode())
    data = bytearray(path.read_bytes())
    for at in (8, data.index(b"PK\x01\x02") + 10):
        data[at : at + 2] = (93).to_bytes(2, "little")  # zstd: some libraries teach it to zipfile
    path.write_bytes(data)
    with pytest.raises(
        InputError, match=r"is not an xlsx workbook: xl/workbook\.xml is compressed"
    ):
        read_xlsx(path)


def test_a_workbook_of_far_cells_is_refused(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 400))
    sheet = f"<worksheet {_MAIN}><sheetData>{rows}</sheetData></worksheet>"
    with pytest.raises(InputError, match="cells; save the labels as CSV"):
        read_xlsx(_book(tmp_path / "t.xlsx", sheet1=sheet))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]>{_sheet("x")}'
    with pytest.raises(InputError, match="declares XML entities"):
        read_xlsx(_book(tmp_path / "t.xlsx", sheet1=text.encode(encoding)))


@pytest.mark.parametrize("odd", ["\u2028", "\x0c", "\x85", "\x1c"])
def test_a_cell_may_hold_what_some_call_a_line_break(odd: str) -> None:
    rows = csv_rows(f"file,label,reason\r\na.c,FP,one{odd}two\r\nb.c,TP,\r\n")
    assert rows[1:] == [(2, ["a.c", "FP", f"one{odd}two"]), (3, ["b.c", "TP", ""])]


def test_the_clearer_name_of_a_column_counts(tmp_path: Path) -> None:
    one = [log(result("a.c", 1), result("b.c", 1))]
    text = (
        "status,type,source,label,rule,file\nTP,bug,scanner,FP,R,a.c\nopen,bug,scanner,TP,R,b.c\n"
    )
    assert labels(read(tmp_path, one, labels_csv=text)) == {"a.c:1": FALSE_ALARM, "b.c:1": REAL_BUG}
    for head in ("file,label,Label", "file,verdict,triage", "path,uri,label", "file,status,result"):
        with pytest.raises(InputError, match="may both hold the"):
            read(tmp_path, one, labels_csv=f"{head}\na.c,TP,FP\n")


def test_comments_may_stand_above_the_names_of_the_columns(tmp_path: Path) -> None:
    text = "# by the team, in May\n# second\nfile,label\na.c,FP\n"
    assert labels(read(tmp_path, [log(result("a.c", 1))], labels_csv=text)) == {
        "a.c:1": FALSE_ALARM
    }


@pytest.mark.parametrize("text", ["", "file,label\n", "# name, category, real, cwe\n"])
def test_a_table_without_rows_is_noted(tmp_path: Path, text: str) -> None:
    data = read(tmp_path, [log(result("a.c", 1))], labels_csv=text)
    assert any("labels.csv: has no rows" in note for note in data.notes)
