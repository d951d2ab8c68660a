"""Names that the key services of clouds and Kubernetes give to algorithms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from acidtest.crypto.scanner.finding import TAXONOMY, spec
from acidtest.crypto.taxonomy import Match

_WHOLE = {
    "SYMMETRIC_DEFAULT": "aes bits=256 mode=GCM",
    "GOOGLE_SYMMETRIC_ENCRYPTION": "aes bits=256 mode=GCM",
    "ECC_SECG_P256K1": "ecc curve=secp256k1",
    "EC_SIGN_SECP256K1_SHA256": "ecdsa curve=secp256k1; sha-256",
    "EC_SIGN_ED25519": "ed25519",
}
_CURVE = re.compile(r"EC_SIGN_P(\d{3})_SHA(\d{3})")
_RSA = re.compile(
    r"RSA_(SIGN|DECRYPT)_(?:RAW_)?(PKCS1|PSS|OAEP)_(\d{4})(?:_SHA(\d{1,3}))?", re.ASCII
)
_PADDINGS = {"PKCS1": "PKCS1-v1.5"}
_PROVIDERS = {"aescbc": "aes mode=CBC", "aesgcm": "aes mode=GCM", "secretbox": "xsalsa20"}


def key_service(name: str) -> Iterator[Match]:
    """What Amazon's, Google's or another service calls a kind of key."""
    if said := _WHOLE.get(name):
        yield from spec(said)
    elif curve := _CURVE.fullmatch(name):
        yield TAXONOMY.match("ecdsa", curve=f"P-{curve[1]}")
        yield from spec(_digest(curve[2]))
    elif rsa := _RSA.fullmatch(name):
        use = "signature" if rsa[1] == "SIGN" else "encryption"
        padding = _PADDINGS.get(rsa[2], rsa[2])
        yield TAXONOMY.match("rsa", use, bits=int(rsa[3]), padding=padding)
        if rsa[4]:
            yield from spec(_digest(rsa[4]))


def _digest(bits: str) -> str:
    return "sha-1" if bits == "1" else f"sha-{bits}"


def provider(name: str) -> tuple[Match, ...]:
    """What encrypts secrets in a Kubernetes EncryptionConfiguration."""
    said = _PROVIDERS.get(name)
    return spec(said) if said else ()
