"""주민등록번호 암호화 저장소 (고객정보 DB 연계 모듈)."""

import hmac
import os
from hashlib import sha256

from cryptography.hazmat.decrepit.ciphers.algorithms import SEED
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, modes


class ResidentNumberStore:
    """행정안전부 지침에 따라 뒤 7자리만 암호화한다."""

    def __init__(self, data_key: bytes, index_key: bytes) -> None:
        if len(data_key) != 16:
            raise ValueError("데이터 키는 16바이트여야 합니다")
        self._data_key = data_key
        self._index_key = index_key

    def seal(self, number: str) -> tuple[str, bytes]:
        head, tail = number.split("-")
        iv = os.urandom(16)
        padder = padding.PKCS7(128).padder()
        padded = padder.update(tail.encode()) + padder.finalize()
        enc = Cipher(SEED(self._data_key), modes.CBC(iv)).encryptor()
        return head, iv + enc.update(padded) + enc.finalize()

    def open(self, head: str, sealed: bytes) -> str:
        dec = Cipher(SEED(self._data_key), modes.CBC(sealed[:16])).decryptor()
        unpadder = padding.PKCS7(128).unpadder()
        plain = dec.update(sealed[16:]) + dec.finalize()
        return head + "-" + (unpadder.update(plain) + unpadder.finalize()).decode()

    def index(self, number: str) -> str:
        # 검색용 색인: 복호화 없이 동등 비교만 가능
        return hmac.new(self._index_key, number.encode(), sha256).hexdigest()
