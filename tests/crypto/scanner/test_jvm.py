"""Java archives and classes: names beside the calls they are for. Classes are written here."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.crypto.scanner import jvm, scan_file


def made(classes: list[str], strings: list[str]) -> bytes:
    """A class file with a constant pool and nothing else; a long takes two places."""
    pool, count = b"\5" + bytes(8), 3
    for tag, texts in ((7, classes), (8, strings)):
        for text in texts:
            data = text.encode()
            pool += b"\1" + struct.pack(">H", len(data)) + data + bytes([tag])
            pool += struct.pack(">H", count)
            count += 2
    return b"\xca\xfe\xba\xbe" + struct.pack(">HHH", 0, 61, count) + pool


CIPHER = made(["javax/crypto/Cipher"], ["AES/GCM/NoPadding", "SHA256withRSA", "hello MD5", "rsa"])
OTHER = made(["java/lang/System"], ["MD5"])
ENGINE = made(["org/bouncycastle/crypto/engines/TwofishEngine"], [])


def archive(**classes: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made_of:
        for name, body in classes.items():
            made_of.writestr(f"{name}.class", body)
    return file.getvalue()


def labels(name: str, data: bytes) -> set[str]:
    return {finding.match.label for finding in scan_file(name, data).findings}


def test_whole_names_beside_the_api_count_and_others_do_not() -> None:
    assert labels("A.class", CIPHER) == {"AES-GCM", "SHA-256", "RSA"}
    assert labels("B.class", OTHER) == set()


def test_an_archive_is_the_sum_of_its_classes() -> None:
    data = archive(A=CIPHER, B=OTHER, C=ENGINE)
    assert labels("app.jar", data) == {"AES-GCM", "SHA-256", "RSA", "Twofish"}


def test_an_archive_that_is_cut_off_says_so() -> None:
    scanned = scan_file("app.jar", archive(A=CIPHER)[:60])
    assert scanned.incomplete == "it is no archive that can be read"


def test_a_bomb_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jvm, "_ALL", 1_000_000)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bomb:
        for number in range(3):
            bomb.writestr(f"{number}.class", b"\xca\xfe\xba\xbe" + bytes(400_000))
    assert "larger than 1,000,000" in scan_file("bomb.jar", file.getvalue()).incomplete


@settings(max_examples=100)
@given(
    st.sampled_from([("A.class", CIPHER), ("a.jar", archive(A=CIPHER, C=ENGINE))]),
    st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_no_damage_makes_it_raise(
    given_file: tuple[str, bytes], changes: list[tuple[int, int]]
) -> None:
    name, whole = given_file
    damaged = bytearray(whole)
    for place, byte in changes:
        damaged[4 + place % (len(damaged) - 4)] = byte
    scan_file(name, bytes(damaged))
