"""A hostile file is given up with the reason; the others are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.crypto.scanner import scan_file, scan_tree
from acidtest.crypto.scanner.limits import LARGEST, GaveUp, check, limited
from acidtest.crypto.scanner.output import FORMATS

JAVA = "import java.security.MessageDigest\n"
"""A file without any such word is read without its syntax."""
HONEST = "import hashlib\nhashlib.md5(b'')\n"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.kt", JAVA + "<" * 100_000, "its syntax takes too long to read"),
        ("a.java", JAVA + "a<" * 50_000, "its syntax takes too long to read"),
        ("a.json", "[" * 100_000, "it has more than 100 brackets inside each other"),
        ("a.js", "x = " + "new " * 25_000, ""),
        ("a.py", "import hashlib\nhashlib.new(" + "a if b else " * 500 + "c)", ""),
        ("a.md", " " * (LARGEST + 1), "only its first 4,000,000 bytes are read"),
    ],
)
def test_a_file_that_is_given_up_says_why(name: str, text: str, reason: str) -> None:
    assert scan_file(name, text.encode()).incomplete == reason


@pytest.mark.parametrize("suffix", [".py", ".js", ".go", ".c", ".cs", ".conf", ".log", ".xml"])
def test_a_file_of_open_brackets_is_read_to_its_end(suffix: str) -> None:
    for bracket in "[({":
        assert scan_file(f"a{suffix}", bracket.encode() * 20_000).incomplete in (
            "",
            "it has more than 100 brackets inside each other",
        )


def test_findings_before_the_end_of_time_are_kept() -> None:
    with pytest.raises(GaveUp), limited(-(10**9)):
        check()
    check()  # outside a file nothing is limited


def test_what_was_read_before_a_file_is_given_up_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(500))

    def over() -> None:
        if next(calls, None) is None:
            raise GaveUp("it takes too long to read")

    monkeypatch.setattr("acidtest.crypto.scanner.code.check", over)
    scanned = scan_file("a.py", (HONEST + "x = 1\n" * 1000).encode())
    assert scanned.incomplete
    assert {finding.match.algorithm.id for finding in scanned.findings} == {"md5"}


@pytest.mark.parametrize("workers", [1, 2])
def test_every_format_names_the_files_that_were_not_read(tmp_path: Path, workers: int) -> None:
    (tmp_path / "bad.kt").write_text(JAVA + "<" * 100_000)
    for number in range(60):
        (tmp_path / f"ok{number}.py").write_text(HONEST)
    scanned = list(scan_tree(tmp_path, workers))
    incomplete = [(each.file, each.incomplete) for each in scanned if each.incomplete]
    findings = [finding for each in scanned for finding in each.findings]
    assert incomplete == [("bad.kt", "its syntax takes too long to read")]
    assert len(findings) == 60
    for name, write in FORMATS.items():
        assert "bad.kt" in write(findings, incomplete), name
        assert "bad.kt" not in write(findings, ()), name
        assert "takes too long" in json.dumps(json.loads(write(findings, incomplete))), name
