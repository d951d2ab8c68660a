"""Programs and libraries: imports, offered functions, tables, packages of Go."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.crypto.scanner import CryptoFinding, scan_file
from acidtest.crypto.scanner.binaries import symbols
from acidtest.toolchains.gcc import find_gcc

SOURCE = """
int EVP_sha1(void), RSA_sign(void), SSL_extension_present(void), malloc_it(void);
int MD5_Update(void) { return EVP_sha1() + RSA_sign() + SSL_extension_present() + malloc_it(); }
const unsigned table[] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b };
"""


def built(folder: Path, source: str, *flags: str) -> bytes:
    (folder / "source.c").write_text(source)
    command = [find_gcc().path, "-shared", "-fPIC", *flags, "source.c", "-o", "out.so"]
    subprocess.run(command, cwd=folder, check=True)
    return (folder / "out.so").read_bytes()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return built(tmp_path_factory.mktemp("library"), SOURCE)


def labels(data: bytes, evidence: str) -> set[str]:
    scanned = scan_file("program", data)
    return {f.match.label for f in scanned.findings if f.evidence == evidence}


def test_imported_and_offered_functions_are_told_apart(library: bytes) -> None:
    assert labels(library, "import") == {"SHA-1", "RSA"}
    assert labels(library, "name") == {"MD5"}


def test_names_of_functions_are_read_without_sections_too(library: bytes) -> None:
    stripped = bytearray(library)
    stripped[40:48] = bytes(8)  # where the sections are
    stripped[58:64] = bytes(6)  # how many there are
    assert symbols(bytes(stripped)) == symbols(library)
    assert ("EVP_sha1", False) in symbols(library)
    assert ("MD5_Update", True) in symbols(library)


def test_a_table_is_known_by_its_bytes_and_single_words_are_not(
    library: bytes, tmp_path: Path
) -> None:
    assert labels(library, "constant") == {"SHA-256"}
    apart = built(tmp_path, SOURCE.replace("0x71374491,", "1, 0x71374491,"))
    assert labels(apart, "constant") == set()


def test_a_32_bit_program_is_read(tmp_path: Path) -> None:
    try:
        data = built(tmp_path, SOURCE, "-m32", "-nostdlib")
    except subprocess.CalledProcessError:
        pytest.skip("gcc cannot build for i386: apt-get install gcc-12-multilib")
    assert labels(data, "import") == {"SHA-1", "RSA"}


def test_packages_of_a_go_program_are_those_whose_functions_are_linked(library: bytes) -> None:
    names = b"\0crypto/rsa.SignPSS\0golang.org/x/crypto/chacha20poly1305.New\0crypto/rand.Read\0"
    assert labels(library + names, "import") == {"SHA-1", "RSA"}
    go = labels(library + b"\xff Go buildinf:" + names, "import")
    assert go == {"SHA-1", "RSA", "ChaCha20"}


def test_an_ordinary_program_has_none() -> None:
    data = Path("/bin/true").read_bytes()
    assert [f for f in scan_file("true", data).findings if isinstance(f, CryptoFinding)] == []


@pytest.fixture(scope="module")
def damage(library: bytes) -> Callable[[list[tuple[int, int]], int], bytes]:
    """Changes some bytes of the library and cuts it off; the library itself is long to print."""

    def damaged(changes: list[tuple[int, int]], end: int) -> bytes:
        data = bytearray(library)
        for place, byte in changes:
            data[place] = byte
        return bytes(data[: 5 + end % len(data)])

    return damaged


@settings(max_examples=60)
@example([(39, 128)], 10_000)  # its segments are said to lie beyond all memory
@given(st.lists(st.tuples(st.integers(4, 0x400), st.integers(0, 255)), max_size=12), st.integers(5))
def test_no_damage_makes_it_raise(
    damage: Callable[[list[tuple[int, int]], int], bytes],
    changes: list[tuple[int, int]],
    end: int,
) -> None:
    symbols(damage(changes, end))
