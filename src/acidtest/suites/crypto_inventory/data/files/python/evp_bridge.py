"""Thin bridge to libcrypto for the ciphers that the usual wrappers leave out."""

import ctypes
import ctypes.util

_lib = ctypes.CDLL(ctypes.util.find_library("crypto"))
_lib.EVP_CIPHER_CTX_new.restype = ctypes.c_void_p
_lib.EVP_get_cipherbyname.restype = ctypes.c_void_p

SUITE = {"gov": "-".join(("aria", "256", "ctr"))}


class Stream:
    """국가기관 연동 구간 전용. 키와 초기값은 연동 서버가 내려준다."""

    def __init__(self, profile: str, key: bytes, iv: bytes) -> None:
        cipher = _lib.EVP_get_cipherbyname(SUITE[profile].encode())
        if not cipher:
            raise RuntimeError(f"libcrypto has no cipher for profile {profile}")
        self._ctx = ctypes.c_void_p(_lib.EVP_CIPHER_CTX_new())
        if _lib.EVP_EncryptInit_ex(self._ctx, ctypes.c_void_p(cipher), None, key, iv) != 1:
            raise RuntimeError("EVP_EncryptInit_ex failed")

    def update(self, data: bytes) -> bytes:
        out = ctypes.create_string_buffer(len(data) + 16)
        size = ctypes.c_int(0)
        if _lib.EVP_EncryptUpdate(self._ctx, out, ctypes.byref(size), data, len(data)) != 1:
            raise RuntimeError("EVP_EncryptUpdate failed")
        return out.raw[: size.value]

    def close(self) -> None:
        _lib.EVP_CIPHER_CTX_free(self._ctx)
