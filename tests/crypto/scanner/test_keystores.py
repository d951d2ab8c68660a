"""Keystores of Java, PKCS #12, keys of OpenSSH: written here byte by byte or by `cryptography`."""

from __future__ import annotations

import base64
import datetime
import struct
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.crypto.scanner import scan_file


def certificate(key: Any) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")])
    begin = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    built = x509.CertificateBuilder(
        name, name, key.public_key(), 1, begin, begin.replace(year=2027)
    )
    return built.sign(key, hashes.SHA384())


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def counted(data: bytes, width: int) -> bytes:
    return len(data).to_bytes(width, "big") + data


@pytest.fixture(scope="module")
def jks(key: rsa.RSAPrivateKey) -> bytes:
    """One certificate, and one private key with its chain."""
    der = certificate(key).public_bytes(serialization.Encoding.DER)
    chained = counted(b"X.509", 2) + counted(der, 4)
    other = certificate(ec.generate_private_key(ec.SECP256R1()))
    trusted = counted(b"X.509", 2) + counted(other.public_bytes(serialization.Encoding.DER), 4)
    head = b"\xfe\xed\xfe\xed" + struct.pack(">II", 2, 2)
    named = counted(b"alias", 2) + bytes(8)
    private = struct.pack(">I", 1) + named + counted(b"sealed", 4) + struct.pack(">I", 1) + chained
    return head + private + struct.pack(">I", 2) + named + trusted + bytes(20)


def labels(name: str, data: bytes) -> set[str]:
    return {finding.match.label for finding in scan_file(name, data).findings}


def test_a_keystore_has_its_keys_its_certificates_and_its_own_digest(jks: bytes) -> None:
    assert labels("store.jks", jks) == {"RSA-2048-PKCS1-v1.5", "SHA-384", "ECDSA-P-256", "SHA-1"}


def test_one_that_is_cut_off_has_what_comes_before(jks: bytes) -> None:
    assert "RSA-2048-PKCS1-v1.5" in labels("store.jks", jks[:-200])
    assert labels("store.jks", jks[:12]) == {"SHA-1"}


def test_secret_keys_are_under_old_encryption(jks: bytes) -> None:
    secret = b"\xce\xce\xce\xce" + struct.pack(">II", 2, 1) + struct.pack(">I", 3)
    assert labels("store.jceks", secret + bytes(99)) == {"SHA-1", "PBKDF1", "MD5", "3DES"}


def test_pkcs12_says_how_it_is_sealed(key: rsa.RSAPrivateKey) -> None:
    sealing = serialization.BestAvailableEncryption(b"x")
    data = pkcs12.serialize_key_and_certificates(b"a", key, certificate(key), None, sealing)
    assert {"AES-256-CBC", "PBKDF2", "HMAC"} <= labels("store.p12", data)


OPEN = serialization.NoEncryption()


def openssh(key: Any, sealing: Any = OPEN) -> bytes:
    form = serialization.PrivateFormat.OpenSSH
    return bytes(key.private_bytes(serialization.Encoding.PEM, form, sealing))


def test_a_key_of_openssh_has_its_size_or_its_curve(key: rsa.RSAPrivateKey) -> None:
    assert labels("id_rsa", openssh(key)) == {"RSA-2048"}
    assert labels("id_ed25519", openssh(ed25519.Ed25519PrivateKey.generate())) == {"Ed25519"}
    assert labels("id_ecdsa", openssh(ec.generate_private_key(ec.SECP384R1()))) == {"ECDSA-P-384"}


def test_a_sealed_key_of_openssh_names_its_cipher() -> None:
    sealed = b"openssh-key-v1\0" + b"".join(
        counted(part, 4) for part in (b"aes256-ctr", b"bcrypt", b"salt and rounds")
    )
    public = counted(b"ssh-ed25519", 4) + counted(bytes(32), 4)
    text = armoured(sealed + struct.pack(">I", 1) + counted(public, 4) + bytes(64))
    assert labels("id_ed25519", text) == {"Ed25519", "AES-256-CTR", "bcrypt"}


def armoured(data: bytes) -> bytes:
    body = base64.encodebytes(data)
    return b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + body + b"-----END OPENSSH PRIVATE KEY-----\n"


def test_known_hosts_have_the_size_of_their_keys(key: rsa.RSAPrivateKey) -> None:
    public = key.public_key().public_bytes(
        serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
    )
    assert labels("known_hosts", b"host.example,10.0.0.1 " + public + b"\n") == {"RSA-2048"}


@settings(max_examples=80)
@given(st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=8), st.integers(0))
def test_no_damage_makes_it_raise(jks: bytes, changes: list[tuple[int, int]], end: int) -> None:
    damaged = bytearray(jks)
    for place, byte in changes:
        damaged[8 + place % (len(damaged) - 8)] = byte
    scanned = scan_file("store.jks", bytes(damaged[: 8 + end % len(damaged)]))
    assert "SHA-1" in {finding.match.label for finding in scanned.findings}
