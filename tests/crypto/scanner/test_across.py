"""Names travel between the files of a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.crypto.scanner import scan_path
from acidtest.crypto.scanner.across import Tree
from acidtest.crypto.scanner.limits import check, limited

TREES = {
    "a constant of a settings module": (
        {
            "settings.py": "SIGNING = 'ES256'\nLABEL = 'RS512'\n",
            "tokens.py": "import jwt\nfrom settings import SIGNING\n"
            "def issue(c, k): return jwt.encode(c, k, algorithm=SIGNING)\n",
        },
        {"tokens.py ecdsa", "tokens.py sha-256"},
    ),
    "an argument from another module": (
        {
            "sums.py": "import hashlib\n"
            "def digest_of(data, kind): return hashlib.new(kind, data)\n",
            "main.py": "from sums import digest_of\nprint(digest_of(b'x', 'md5'))\n",
        },
        {"sums.py md5"},
    ),
    "a constructor in another class of the package": (
        {
            "Hasher.java": "import java.security.MessageDigest;\nclass Hasher { final String a;\n"
            "  Hasher(String a) { this.a = a; }\n"
            "  byte[] f(byte[] d) throws Exception"
            " { return MessageDigest.getInstance(a).digest(d); } }\n",
            "Main.java": 'class Main { Hasher h = new Hasher("SHA-1"); }\n',
        },
        {"Hasher.java sha-1"},
    ),
    "exported options": (
        {
            "config.js": "module.exports = { hashName: 'sha512' };\n",
            "sum.js": "const crypto = require('crypto');\nconst config = require('./config');\n"
            "module.exports = (x) => crypto.createHash(config.hashName).update(x);\n",
        },
        {"sum.js sha-512"},
    ),
    "a call in a test": (
        {
            "sums.py": "import hashlib\n"
            "def digest_of(data, kind): return hashlib.new(kind, data)\n",
            "tests/test_sums.py": "from sums import digest_of\nprint(digest_of(b'x', 'md5'))\n",
        },
        set(),
    ),
    "a parameter named like another file's constant": (
        {
            "settings.py": "kind = 'md5'\n",
            "sums.py": "import hashlib\nimport settings\n"
            "def digest_of(kind): return hashlib.new(kind)\n",
        },
        set(),
    ),
    "constants of one name and different values": (
        {
            "old.py": "KIND = 'md5'\n",
            "new.py": "KIND = 'sha512'\n",
            "sums.py": "import hashlib\nimport old, new\n"
            "def digest_of(d): return hashlib.new(KIND, d)\n",
        },
        set(),
    ),
    "a call of another object's method": (
        {
            "sums.py": "import hashlib\n"
            "def digest_of(kind): return hashlib.new(kind)\n"
            "class Box:\n    def seal_with(self, kind): return hashlib.new(kind)\n",
            "main.py": "import sums\nother.digest_of('md5')\nseal_with('sha1')\n"
            "other.seal_with('md4')\nsums.digest_of('sha512')\n",
        },
        {"sums.py sha-512"},
    ),
    "a call in a docstring, a comment and dead code": (
        {
            "sums.py": "import hashlib\n"
            "def digest_of(data, kind): return hashlib.new(kind, data)\n",
            "main.py": "from sums import digest_of\n"
            'def f():\n    """Say.\n\n    >>> digest_of(b\'x\', \'md5\')\n    """\n'
            "x = 1  # digest_of(b'x', 'sha1')\n"
            "if False:\n    digest_of(b'x', 'sha512')\n"
            "def test_it():\n    digest_of(b'x', 'md4')\n",
        },
        set(),
    ),
    "files that do not know each other": (
        {
            "labels.py": "KIND = 'md5'\nshow_kind(b'x', 'des')\n",
            "sums.py": "import hashlib\ndef show_kind(d, kind): return hashlib.new(kind, d)\n"
            "def other(d): return hashlib.new(KIND, d)\n",
        },
        set(),
    ),
}


@pytest.mark.parametrize("title", TREES)
def test_a_name_reaches_the_file_that_uses_it(title: str, tmp_path: Path) -> None:
    files, rows = TREES[title]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    active = [f for f in scan_path(tmp_path) if f.state == "active"]
    assert {f"{f.file} {f.match.algorithm.id}" for f in active} == rows


@pytest.mark.parametrize(
    "row", ["a:" + " " * 290 + "!'md5'", "a: a " * 58 + "'md5'", "(" + "a" * 298]
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_the_first_look_at_a_hostile_file_ends_in_time(row: str, end: str, tmp_path: Path) -> None:
    files = [tmp_path / "a.py", tmp_path / "b.py"]
    for file in files:
        file.write_text((row + end) * 400)
    with limited(400 * 300):
        Tree(files)
        for _ in range(200):
            check()


def test_a_class_of_the_same_name_in_another_file_is_another(tmp_path: Path) -> None:
    made = "class {0} {{ static Object f() {{ return new Factory({1}); }}\n{2} }}\n"
    inner = "static class Factory { Factory(String cipher) { Cipher.getInstance(cipher); } }"
    java = "import javax.crypto.Cipher;\n"
    (tmp_path / "Block.java").write_text(java + made.format("Block", '"Blowfish"', inner))
    (tmp_path / "Stream.java").write_text(java + made.format("Stream", '"RC4"', inner))
    active = {(f.file, f.match.algorithm.id) for f in scan_path(tmp_path) if f.state == "active"}
    assert active == {("Block.java", "blowfish"), ("Stream.java", "rc4")}
