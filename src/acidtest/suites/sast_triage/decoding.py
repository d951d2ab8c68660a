"""The text of a report: analysers on Windows write UTF-16."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

from acidtest.core.errors import InputError

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def text_of(path: Path) -> str:
    """The text of a file, in UTF-8 or in what its first bytes say."""
    data = path.read_bytes()
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), None)
    if encoding is None:
        odd = path.suffix in (".json", ".jsonl", ".sarif") and b"\0" in data[:4]
        encoding = json.detect_encoding(data) if odd else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        raise InputError(f"{path}: is not {name} text (byte {error.start})") from error
