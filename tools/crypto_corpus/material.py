"""Keys derived from names, and the certificates, requests and messages made with them."""

from __future__ import annotations

import datetime
import hashlib
import random
from functools import cache
from typing import Any

from asn1crypto import algos, cms, core
from asn1crypto import pem as armour
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import (
    dsa,
    ec,
    padding,
    rsa,
)
from cryptography.x509.oid import NameOID

KCDSA = "1.2.410.200004.1.1"
SEED_CBC = "1.2.410.200004.1.4"
START = datetime.datetime(2026, 1, 5, 9, 0, tzinfo=datetime.UTC)


# --- keys from names ------------------------------------------------------------------------


def stream(name: str) -> random.Random:
    """A reproducible source of numbers; these keys protect nothing."""
    return random.Random(hashlib.sha256(f"corpus key: {name}".encode()).digest())


def probable_prime(n: int, numbers: random.Random) -> bool:
    """Miller-Rabin, 24 rounds."""
    if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)):
        return False
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(24):
        x = pow(numbers.randrange(2, n - 1), odd, n)
        if x in (1, n - 1):
            continue
        if not any((x := x * x % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def prime(bits: int, numbers: random.Random) -> int:
    """A prime with its two top bits set."""
    while True:
        n = numbers.getrandbits(bits) | 3 << (bits - 2) | 1
        if probable_prime(n, numbers):
            return n


@cache
def rsa_key(name: str, bits: int) -> rsa.RSAPrivateKey:
    """An RSA key derived from a name."""
    numbers = stream(name)
    while True:
        p, q = prime(bits // 2, numbers), prime(bits // 2, numbers)
        if p != q and (p - 1) % 65537 and (q - 1) % 65537:
            break
    d = pow(65537, -1, (p - 1) * (q - 1))
    public = rsa.RSAPublicNumbers(65537, p * q)
    return rsa.RSAPrivateNumbers(
        p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public
    ).private_key()


@cache
def field(name: str, p_bits: int, q_bits: int) -> tuple[int, int, int, int, int]:
    """p, q, g of a prime field with a subgroup, and x, y."""
    numbers = stream(name)
    q = prime(q_bits, numbers)
    while True:
        p = numbers.getrandbits(p_bits) | 1 << (p_bits - 1)
        p -= p % (2 * q) - 1
        if p.bit_length() == p_bits and probable_prime(p, numbers):
            break
    g = next(h for h in (pow(b, (p - 1) // q, p) for b in range(2, 99)) if h > 1)
    x = numbers.randrange(2, q)
    return p, q, g, x, pow(g, x, p)


def ec_key(name: str, curve: ec.EllipticCurve) -> ec.EllipticCurvePrivateKey:
    """An elliptic-curve key derived from a name."""
    return ec.derive_private_key(stream(name).getrandbits(curve.key_size - 8) | 1, curve)


def spki(key: Any) -> bytes:
    """The DER of a public key."""
    encoding, form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    return bytes(key.public_bytes(encoding, form))


def pem(kind: str, der: bytes) -> str:
    """RFC 7468 armour."""
    return str(armour.armor(kind, der).decode())


# --- certificates ---------------------------------------------------------------------------


def name_of(cn: str, org: str, country: str = "KR") -> x509.Name:
    """A subject of three parts."""
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, country),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, org),
            x509.NameAttribute(NameOID.COMMON_NAME, cn),
        ]
    )


def certificate(
    key: Any, subject: x509.Name, issuer_key: Any, issuer: x509.Name, hashed: Any, **how: Any
) -> x509.Certificate:
    """A certificate of one year."""
    serial = int.from_bytes(hashlib.sha256(subject.public_bytes()).digest()[:12], "big")
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(serial)
        .not_valid_before(START)
        .not_valid_after(START + datetime.timedelta(days=365))
        .add_extension(x509.BasicConstraints(ca=subject == issuer, path_length=None), True)
    )
    return builder.sign(issuer_key, hashed, **how)


def self_signed(key: Any, cn: str, org: str, hashed: Any, **how: Any) -> str:
    """A self-signed certificate in PEM."""
    subject = name_of(cn, org)
    made = certificate(key, subject, key, subject, hashed, **how)
    return made.public_bytes(serialization.Encoding.PEM).decode()


def request(key: Any, cn: str, org: str, hashed: Any, **how: Any) -> str:
    """A certificate request in PEM."""
    made = x509.CertificateSigningRequestBuilder().subject_name(name_of(cn, org))
    return made.sign(key, hashed, **how).public_bytes(serialization.Encoding.PEM).decode()


def sha1_certificate() -> str:
    """A certificate of 2009 with sha1WithRSAEncryption: no library signs one any more."""
    key = rsa_key("old root", 1024)
    subject = name_of("Works Root 2009", "Werkzeug Nord", "DE")
    new = certificate(key, subject, key, subject, hashes.SHA256())
    built = asn1_x509.Certificate.load(new.public_bytes(serialization.Encoding.DER))
    tbs = built["tbs_certificate"]
    algorithm = algos.SignedDigestAlgorithm({"algorithm": "sha1_rsa", "parameters": core.Null()})
    tbs["signature"] = algorithm
    signature = key.sign(tbs.dump(), padding.PKCS1v15(), hashes.SHA1())
    made = asn1_x509.Certificate(
        {"tbs_certificate": tbs, "signature_algorithm": algorithm, "signature_value": signature}
    )
    return pem("CERTIFICATE", made.dump())


def revocations() -> str:
    """A list signed with ECDSA on P-256."""
    key = ec_key("crl", ec.SECP256R1())
    builder = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(name_of("Door CA", "Schliesstechnik", "DE"))
        .last_update(START)
        .next_update(START + datetime.timedelta(days=30))
    )
    for serial in (0x1F03, 0x2A11, 0x2A12):
        entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(START)
        builder = builder.add_revoked_certificate(entry.build())
    made = builder.sign(key, hashes.SHA256(), ecdsa_deterministic=True)
    return made.public_bytes(serialization.Encoding.PEM).decode()


class FieldParameters(core.Sequence):  # type: ignore[misc]
    """p, q, g as in the KCDSA and DSA parameter fields."""

    _fields = [("p", core.Integer), ("q", core.Integer), ("g", core.Integer)]  # noqa: RUF012


class AnyAlgorithm(core.Sequence):  # type: ignore[misc]
    """An AlgorithmIdentifier of any number."""

    _fields = [("algorithm", core.ObjectIdentifier), ("parameters", core.Any)]  # noqa: RUF012


class AnyPublicKey(core.Sequence):  # type: ignore[misc]
    """A SubjectPublicKeyInfo of any algorithm."""

    _fields = [("algorithm", AnyAlgorithm), ("public_key", core.BitString)]  # noqa: RUF012


def kcdsa_public() -> str:
    """A KCDSA public key: y is g to the inverse of x."""
    p, q, g, x, _ = field("kcdsa", 2048, 256)
    y = core.Integer(pow(g, pow(x, -1, q), p)).dump()
    bits = tuple(int(b) for byte in y for b in f"{byte:08b}")
    parameters = FieldParameters({"p": p, "q": q, "g": g})
    made = AnyPublicKey(
        {"algorithm": {"algorithm": KCDSA, "parameters": parameters}, "public_key": bits}
    )
    return pem("PUBLIC KEY", made.dump())


def dsa_public() -> str:
    """A DSA public key of 2048 bits."""
    p, q, g, _, y = field("dsa", 2048, 256)
    numbers = dsa.DSAPublicNumbers(y, dsa.DSAParameterNumbers(p, q, g))
    return pem("PUBLIC KEY", spki(numbers.public_key()))


def dh_parameters() -> str:
    """PKCS #3 parameters with a safe-looking prime of 2048 bits."""

    class Parameters(core.Sequence):  # type: ignore[misc]
        _fields = [("p", core.Integer), ("g", core.Integer)]  # noqa: RUF012

    p, _, g, _, _ = field("dh", 2048, 256)
    return pem("DH PARAMETERS", Parameters({"p": p, "g": g}).dump())


def sealed_message() -> str:
    """CMS: a key wrapped with RSA, the content under SEED-CBC (contents are random bytes)."""
    numbers = stream("cms")
    key = rsa_key("cms receiver", 2048)
    subject = name_of("수신기관", "행정정보센터")
    receiver = asn1_x509.Certificate.load(
        certificate(key, subject, key, subject, hashes.SHA256()).public_bytes(
            serialization.Encoding.DER
        )
    )
    wrap = cms.KeyEncryptionAlgorithm({"algorithm": "rsaes_pkcs1v15", "parameters": core.Null()})
    recipient = cms.KeyTransRecipientInfo(
        {
            "version": "v0",
            "rid": cms.RecipientIdentifier(
                "issuer_and_serial_number",
                {"issuer": receiver.issuer, "serial_number": receiver.serial_number},
            ),
            "key_encryption_algorithm": wrap,
            "encrypted_key": numbers.randbytes(256),
        }
    )
    content = {
        "content_type": "data",
        "content_encryption_algorithm": {
            "algorithm": SEED_CBC,
            "parameters": core.OctetString(numbers.randbytes(16)),
        },
        "encrypted_content": numbers.randbytes(320),
    }
    body = cms.EnvelopedData(
        {
            "version": "v0",
            "recipient_infos": [cms.RecipientInfo("ktri", recipient)],
            "encrypted_content_info": content,
        }
    )
    return pem("CMS", cms.ContentInfo({"content_type": "enveloped_data", "content": body}).dump())


def rsa_pkcs1() -> str:
    """A bare RSAPublicKey in its own armour."""
    key = rsa_key("archive", 3072).public_key()
    form = serialization.PublicFormat.PKCS1
    return key.public_bytes(serialization.Encoding.PEM, form).decode()


def openssh(key: Any) -> str:
    """An OpenSSH public key without comment."""
    encoding, form = serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
    return str(key.public_key().public_bytes(encoding, form).decode())
