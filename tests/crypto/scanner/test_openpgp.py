"""OpenPGP packets, written here as RFC 9580 describes them; GnuPG's own files agree."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.crypto.scanner import scan_file

ED25519 = bytes.fromhex("092b06010401da470f01")
P256 = bytes.fromhex("082a8648ce3d030107")


def number(bits: int) -> bytes:
    return bits.to_bytes(2, "big") + (1 << (bits - 1)).to_bytes((bits + 7) // 8, "big")


def packet(tag: int, body: bytes, *, new: bool = True) -> bytes:
    if not new:
        return bytes([0x80 | tag << 2 | 1]) + len(body).to_bytes(2, "big") + body
    if len(body) < 192:
        return bytes([0xC0 | tag, len(body)]) + body
    return bytes([0xC0 | tag, 255]) + len(body).to_bytes(4, "big") + body


def key(algorithm: int, material: bytes, version: int = 4) -> bytes:
    between = {3: bytes(6), 4: bytes(4)}.get(version, bytes(4))
    counted = len(material).to_bytes(4, "big") if version > 4 else b""
    return bytes([version]) + between + bytes([algorithm]) + counted + material


def signature(public: int, digest: int) -> bytes:
    return bytes([4, 0x13, public, digest]) + bytes(20)


def labels(name: str, data: bytes) -> set[str]:
    return {finding.match.label for finding in scan_file(name, data).findings}


@pytest.mark.parametrize("new", [True, False], ids=["new", "old"])
@pytest.mark.parametrize(
    ("tag", "body", "expected"),
    [
        (6, key(1, number(3072)), {"RSA-3072"}),
        (6, key(1, number(1024), 3), {"RSA-1024"}),
        (6, key(1, number(2048), 6), {"RSA-2048"}),
        (5, key(17, number(1024)), {"DSA-1024"}),
        (14, key(16, number(2048)), {"ElGamal-2048"}),
        (6, key(22, ED25519), {"Ed25519"}),
        (6, key(19, P256), {"ECDSA-P-256"}),
        (14, key(18, P256), {"ECDH-P-256"}),
        (6, key(28, bytes(57), 6), {"Ed448"}),
        (2, signature(1, 2), {"RSA", "SHA-1"}),
        (1, b"\3" + bytes(8) + b"\1" + number(2048), {"RSA"}),
        (3, bytes([4, 3, 3, 2]), {"CAST-128"}),
        (6, b"", set()),
        (2, b"\4", set()),
    ],
)
def test_a_packet_says_its_algorithms(tag: int, body: bytes, expected: set[str], new: bool) -> None:
    assert labels("keys.gpg", packet(tag, body, new=new)) == expected


def test_packets_follow_one_another_also_in_armour_and_in_keyboxes() -> None:
    block = packet(6, key(1, number(4096))) + packet(2, signature(1, 10))
    expected = {"RSA-4096", "SHA-512"}
    assert labels("keys.gpg", block) == expected
    body = base64.encodebytes(block).decode()
    armoured = f"-----BEGIN PGP PUBLIC KEY BLOCK-----\nVersion: x\n\n{body}=AAAA\n-----END PGP "
    assert labels("key.asc", f"{armoured}PUBLIC KEY BLOCK-----\n".encode()) == expected
    head = b"\0\0\0\x20\1\1\0\0KBXf" + bytes(20)
    blob = b"\2\1\0\0" + (40).to_bytes(4, "big") + len(block).to_bytes(4, "big") + bytes(24) + block
    whole = head + (len(blob) + 4).to_bytes(4, "big") + blob
    assert labels("pubring.kbx", whole) == expected


@settings(max_examples=150)
@given(st.binary(max_size=300), st.sampled_from(["a.gpg", "a.kbx", "a.asc"]))
def test_no_bytes_make_it_raise(data: bytes, name: str) -> None:
    begin = {"a.gpg": b"\xc6", "a.kbx": b"\0\0\0\x20\1\1\0\0KBXf"}.get(
        name, b"-----BEGIN PGP MESSAGE-----\n\n"
    )
    scan_file(name, begin + data + b"\n-----END PGP MESSAGE-----")
