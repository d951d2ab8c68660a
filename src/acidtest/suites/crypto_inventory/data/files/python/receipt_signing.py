"""Signed fiscal receipts for the point-of-sale terminals."""

import json
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

_PAD = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.DIGEST_LENGTH)


class ReceiptSigner:
    def __init__(self, key: rsa.RSAPrivateKey) -> None:
        self._key = key

    @classmethod
    def create(cls) -> "ReceiptSigner":
        return cls(rsa.generate_private_key(public_exponent=65537, key_size=3072))

    def store(self, path: Path, passphrase: bytes) -> None:
        blob = self._key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(passphrase),
        )
        path.write_bytes(blob)
        path.chmod(0o600)

    def sign(self, receipt: dict) -> bytes:
        canonical = json.dumps(receipt, sort_keys=True, separators=(",", ":")).encode()
        return self._key.sign(canonical, _PAD, hashes.SHA256())


def is_genuine(public: rsa.RSAPublicKey, receipt: dict, signature: bytes) -> bool:
    canonical = json.dumps(receipt, sort_keys=True, separators=(",", ":")).encode()
    try:
        public.verify(signature, canonical, _PAD, hashes.SHA256())
    except InvalidSignature:
        return False
    return True
