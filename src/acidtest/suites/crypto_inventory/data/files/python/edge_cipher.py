"""Packs sensor batches for the edge collector."""

import struct

_C = (0xC3EFE9DB, 0x44626B02, 0x79E27C8A, 0x78DF30EC, 0x715EA49E, 0xC785DA0A, 0xE04EF22A, 0xE5C40957)
_M = 0xFFFFFFFF


def _l(x: int, n: int) -> int:
    n &= 31
    return ((x << n) | (x >> (32 - n))) & _M if n else x


def schedule(key: bytes) -> list[tuple[int, ...]]:
    t = list(struct.unpack("<4I", key))
    rounds = []
    for i in range(24):
        c = _C[i % 4]
        t[0] = _l((t[0] + _l(c, i)) & _M, 1)
        t[1] = _l((t[1] + _l(c, i + 1)) & _M, 3)
        t[2] = _l((t[2] + _l(c, i + 2)) & _M, 6)
        t[3] = _l((t[3] + _l(c, i + 3)) & _M, 11)
        rounds.append((t[0], t[1], t[2], t[1], t[3], t[1]))
    return rounds


def block(rk: list[tuple[int, ...]], data: bytes) -> bytes:
    a, b, c, d = struct.unpack("<4I", data)
    for k in rk:
        a, b, c, d = (
            _l(((a ^ k[0]) + (b ^ k[1])) & _M, 9),
            _l(((b ^ k[2]) + (c ^ k[3])) & _M, 27),
            _l(((c ^ k[4]) + (d ^ k[5])) & _M, 29),
            a,
        )
    return struct.pack("<4I", a, b, c, d)


def pack(key: bytes, nonce: bytes, body: bytes) -> bytes:
    rk = schedule(key)
    out = bytearray()
    for n in range(0, len(body), 16):
        pad = block(rk, nonce + struct.pack("<Q", n // 16))
        out += bytes(x ^ y for x, y in zip(body[n : n + 16], pad))
    return bytes(out)
