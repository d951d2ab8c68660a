"""A first look at a file's words loses nothing that reading its code finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.crypto.scanner import scan_bytes
from acidtest.crypto.scanner.glance import Glance, glance
from acidtest.crypto.scanner.tokens import LANGUAGES

from .test_scanner_cases import ALL

CODE = [case for case in ALL if Path(case.name).suffix in LANGUAGES]
PLAIN = {
    "python": "# MD5 is not used\ndef f(md5):\n    return md5 + 1\n",
    "javascript": "export const f = (x) => x.map((y) => y + 1); // https://example.com\n",
    "go": 'package a\nimport "fmt"\nfunc F(a string) { fmt.Println("rsa", a) }\n',
    "java": "class A { int f(int seed) { return seed * 31; } }\n",
}


def test_a_file_without_a_telling_word_is_not_read_as_code() -> None:
    assert {
        language for language, text in PLAIN.items() if glance(language).may_hold(text)
    } == set()


def test_what_the_look_passes_over_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = [
        case
        for case in CODE
        if not glance(LANGUAGES[Path(case.name).suffix][1]).may_hold(case.source)
    ]
    before = [scan_bytes(case.name, case.source.encode()) for case in silent]
    monkeypatch.setattr(Glance, "may_hold", lambda self, text: True)
    assert len(silent) > 10
    assert before == [scan_bytes(case.name, case.source.encode()) for case in silent]
