"""The private keys of the people around a replayed contract, so that they can sign."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from eth_hash.auto import keccak

from acidtest.toolchains.evm import NAMES, PEOPLE

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


@cache
def _key(account: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = keccak(b"acidtest " + NAMES[account].encode())
    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256K1())


@cache
def address_of(account: str) -> str:
    """The address that belongs to a person's key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = _key(account).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return "0x" + keccak(point[1:])[12:].hex()


@cache
def sign(account: str, digest: bytes) -> tuple[int, int, int]:
    """A person's signature (v, r, s) of a digest; the same every time."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    from acidtest.toolchains.evm_watch import precompiled

    assert account in PEOPLE
    scheme = ec.ECDSA(Prehashed(SHA256()), deterministic_signing=True)
    r, s = decode_dss_signature(_key(account).sign(digest, scheme))
    s = min(s, _ORDER - s)
    words = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    for v in (27, 28):
        _, recovered = precompiled(1, digest + v.to_bytes(32, "big") + words)
        if recovered[-20:].hex() == account[2:]:
            return v, r, s
    raise AssertionError("a signature that does not recover")
