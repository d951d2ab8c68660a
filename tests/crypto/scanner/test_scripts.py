"""SQL, PowerShell and notebooks: what they use is found, what they only say is not."""

from __future__ import annotations

import json

import pytest

from acidtest.crypto.scanner import scan_bytes, scan_file

NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "source": ["RSA"]},
            {"cell_type": "code", "source": ["%time\n", "import hashlib\n", "hashlib.md5(b'')"]},
            {"cell_type": "code", "source": "hashlib.sha1(b'')", "outputs": [{"text": "DES"}]},
        ]
    },
    indent=1,
)


@pytest.mark.parametrize(
    ("name", "text", "active"),
    [
        ("a.sql", "SELECT AES_ENCRYPT(name, 'k'), SHA2('x', 384) FROM t;", "aes sha-384"),
        ("a.sql", "SELECT digest('x', 'sha256'), hmac('md5', 'k', 'sha1');", "hmac sha-1 sha-256"),
        ("a.sql", "SELECT crypt('p', gen_salt('bf', 8)), HASHBYTES('SHA1', @x);", "bcrypt sha-1"),
        ("a.sql", "CREATE SYMMETRIC KEY k WITH ALGORITHM = AES_256;", "aes"),
        ("a.sql", "-- MD5(x)\nSELECT md5, 'MD5(x)' AS aes FROM des WHERE name = 'rsa';", ""),
        ("a.ps1", "$m = [System.Security.Cryptography.MD5]::Create()", "md5"),
        ("a.ps1", "$h = New-Object System.Security.Cryptography.HMACSHA256", "hmac sha-256"),
        ("a.ps1", "New-Certificate -KeyAlgorithm RSA -HashAlgorithm SHA256", "rsa sha-256"),
        ("a.ps1", '# MD5\nWrite-Host "AES-256"; <# -Algorithm MD5 #>', ""),
        ("a.ipynb", NOTEBOOK, "md5 sha-1"),
        ("a.ipynb", '{"cells": 5}', ""),
    ],
)  # fmt: skip
def test_scripts(name: str, text: str, active: str) -> None:
    findings = scan_bytes(name, text.encode())
    used = sorted({f.match.algorithm.id for f in findings if f.state == "active"})
    assert used == active.split()


def test_a_notebook_nested_too_deep_says_so() -> None:
    assert "brackets" in scan_file("a.ipynb", b"[" * 100_000).incomplete


def test_a_finding_in_a_notebook_has_the_line_of_the_file() -> None:
    findings = scan_bytes("a.ipynb", NOTEBOOK.encode())
    lines = NOTEBOOK.split("\n")
    assert ["md5" in lines[f.lines[0] - 1] for f in findings if f.match.algorithm.id == "md5"] == [
        True
    ]
