"""What the place of a file says about what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.crypto.scanner import scan_bytes, scan_path
from acidtest.crypto.scanner.where import state_of


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("src/sign.py", "active"),
        ("tests/sign.py", "test"),
        ("a/__tests__/sign.js", "test"),
        ("pkg/testdata/key.pem", "test"),
        ("a/sign_test.go", "test"),
        ("a/sign.spec.ts", "test"),
        ("a/SignTest.java", "test"),
        ("a/test_sign.py", "test"),
        ("a/latest.py", "active"),
        ("contest/sign.py", "active"),
        ("a/Attest.java", "active"),
        ("ChangeLog", "comment"),
        ("NEWS.md", "comment"),
        ("news/feed.py", "active"),
        ("changes.py", "active"),
        ("docs/src/main/scala/Sign.scala", "comment"),
        ("benches/sign.rs", "test"),
        ("src/itest/keys/id_rsa.pub", "test"),
        ("src/integrationTest/Sign.java", "test"),
        ("src/Contest/Sign.java", "active"),
        ("SwCryptTests/Info.plist", "test"),
        ("documents/sign.py", "active"),
    ],
)
def test_tests_documents_and_histories_are_no_use(name: str, state: str) -> None:
    assert state_of(name) == state


def test_a_scan_says_test_for_what_is_below_a_folder_of_tests(tmp_path: Path) -> None:
    for name in ("tests/app/a.py", "app/a.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("import hashlib\nhashlib.md5(b'')\n")
    assert {(f.file, f.state) for f in scan_path(tmp_path)} == {
        ("app/a.py", "active"),
        ("tests/app/a.py", "test"),
    }


@pytest.mark.parametrize(
    ("name", "text", "active"),
    [
        ("a.txt", "The key is 1.2.840.113549.1.1.11.\n", {"rsa", "sha-256"}),
        ("a.txt", "The key is RSA with SHA-256, version 1.2.840.\n", set()),
        ("a.conf", "oid = 1.2.840.10045.4.3.2\n", {"ecdsa", "sha-256"}),
        ("a.conf", "disabled_oid = 1.2.840.10045.4.3.2\ntimer = on\n", set()),
        ("a.py", "def timer_init(n): pass\ntimer_init(3)\nopaque_init(4)\n", set()),
        ("a.c", "int timer_update(int n) { return timer_init(n); }\n", set()),
    ],
)
def test_an_oid_is_a_finding_and_an_ordinary_word_is_none(
    name: str, text: str, active: set[str]
) -> None:
    findings = scan_bytes(name, text.encode())
    assert {f.match.algorithm.id for f in findings if f.state == "active"} == active
