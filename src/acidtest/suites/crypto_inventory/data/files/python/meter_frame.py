"""원격 검침 프레임 보호 (8바이트 단위)."""

MASK = 0xFF


def _rol(x: int, n: int) -> int:
    return ((x << n) | (x >> (8 - n))) & MASK


def _f0(x: int) -> int:
    return _rol(x, 1) ^ _rol(x, 2) ^ _rol(x, 7)


def _f1(x: int) -> int:
    return _rol(x, 3) ^ _rol(x, 4) ^ _rol(x, 6)


def _delta() -> list[int]:
    s = [0, 1, 0, 1, 1, 0, 1]
    out = [0x5A]
    for i in range(1, 128):
        s.append(s[i + 2] ^ s[i - 1])
        out.append(sum(s[i + k] << k for k in range(7)))
    return out


DELTA = _delta()


class MeterFrame:
    def __init__(self, mk: bytes) -> None:
        self.wk = [mk[i + 12] if i < 4 else mk[i - 4] for i in range(8)]
        self.sk = [0] * 128
        for i in range(8):
            for j in range(8):
                self.sk[16 * i + j] = (mk[(j - i) & 7] + DELTA[16 * i + j]) & MASK
                self.sk[16 * i + j + 8] = (mk[((j - i) & 7) + 8] + DELTA[16 * i + j + 8]) & MASK

    def protect(self, block: bytes) -> bytes:
        x = list(block)
        x[0] = (x[0] + self.wk[0]) & MASK
        x[2] ^= self.wk[1]
        x[4] = (x[4] + self.wk[2]) & MASK
        x[6] ^= self.wk[3]
        for r in range(32):
            k = self.sk[4 * r : 4 * r + 4]
            x = [
                x[7] ^ ((_f0(x[6]) + k[3]) & MASK), x[0],
                (x[1] + (_f1(x[0]) ^ k[0])) & MASK, x[2],
                x[3] ^ ((_f0(x[2]) + k[1]) & MASK), x[4],
                (x[5] + (_f1(x[4]) ^ k[2])) & MASK, x[6],
            ]
        x = x[1:] + x[:1]
        x[0] = (x[0] + self.wk[4]) & MASK
        x[2] ^= self.wk[5]
        x[4] = (x[4] + self.wk[6]) & MASK
        x[6] ^= self.wk[7]
        return bytes(x)
