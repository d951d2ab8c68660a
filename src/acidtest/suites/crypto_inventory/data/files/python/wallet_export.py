"""Exports cold-wallet addresses and signs the sweep transaction."""

import hashlib

from ecdsa import SECP256k1, SigningKey
from ecdsa.util import sigencode_der_canonize

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58check(payload: bytes) -> str:
    full = payload + hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    number = int.from_bytes(full, "big")
    text = ""
    while number:
        number, rest = divmod(number, 58)
        text = ALPHABET[rest] + text
    return "1" * (len(full) - len(full.lstrip(b"\0"))) + text


class ColdWallet:
    def __init__(self, secret: bytes) -> None:
        self._key = SigningKey.from_string(secret, curve=SECP256k1)

    def address(self) -> str:
        public = self._key.get_verifying_key().to_string("compressed")
        inner = hashlib.new("ripemd160", hashlib.sha256(public).digest()).digest()
        return base58check(b"\x00" + inner)

    def sign(self, sighash: bytes) -> bytes:
        return self._key.sign_digest(sighash, sigencode=sigencode_der_canonize)
