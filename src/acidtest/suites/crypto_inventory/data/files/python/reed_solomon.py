"""Forward error correction for the telemetry downlink."""


class RS256:
    """Systematic Reed-Solomon encoder over GF(256), polynomial 0x11d."""

    def __init__(self, parity: int) -> None:
        self.exp = [1] * 512
        self.log = [0] * 256
        value = 1
        for i in range(255):
            self.exp[i] = self.exp[i + 255] = value
            self.log[value] = i
            value <<= 1
            if value & 0x100:
                value ^= 0x11D
        self.parity = parity
        self.generator = [1]
        for i in range(parity):
            self.generator = self._mul_poly(self.generator, [1, self.exp[i]])

    def _mul(self, a: int, b: int) -> int:
        return self.exp[self.log[a] + self.log[b]] if a and b else 0

    def _mul_poly(self, p: list[int], q: list[int]) -> list[int]:
        out = [0] * (len(p) + len(q) - 1)
        for i, a in enumerate(p):
            for j, b in enumerate(q):
                out[i + j] ^= self._mul(a, b)
        return out

    def encode(self, message: bytes) -> bytes:
        rest = list(message) + [0] * self.parity
        for i in range(len(message)):
            lead = rest[i]
            for j, g in enumerate(self.generator):
                rest[i + j] ^= self._mul(g, lead)
        return message + bytes(rest[len(message) :])


DECODERS = {"RS256": RS256(32), "RS512": RS256(64)}
