"""Envelope for the customs gateway (national algorithms of the receiving side)."""

import secrets

from gmssl import func, sm2, sm3
from gmssl.sm4 import SM4_ENCRYPT, CryptSM4


class CustomsEnvelope:
    def __init__(self, private_hex: str, public_hex: str, customs_hex: str) -> None:
        self._me = sm2.CryptSM2(private_key=private_hex, public_key=public_hex)
        self._customs = sm2.CryptSM2(private_key="", public_key=customs_hex)

    def wrap(self, declaration: bytes) -> dict[str, str]:
        key, iv = secrets.token_bytes(16), secrets.token_bytes(16)
        cipher = CryptSM4()
        cipher.set_key(key, SM4_ENCRYPT)
        body = cipher.crypt_cbc(iv, declaration)
        digest = sm3.sm3_hash(func.bytes_to_list(declaration))
        return {
            "iv": iv.hex(),
            "key": self._customs.encrypt(key).hex(),
            "body": body.hex(),
            "digest": digest,
            "sign": self._me.sign(bytes.fromhex(digest), secrets.token_hex(32)),
        }
