"""Splits the recovery phrase among the board members (3 of 5)."""

import secrets
import uuid
import zlib

PRIME = (1 << 127) - 1


def split(secret: int, needed: int, people: int) -> list[tuple[int, int]]:
    coefficients = [secret] + [secrets.randbelow(PRIME) for _ in range(needed - 1)]
    shares = []
    for x in range(1, people + 1):
        y = 0
        for c in reversed(coefficients):
            y = (y * x + c) % PRIME
        shares.append((x, y))
    return shares


def join(shares: list[tuple[int, int]]) -> int:
    total = 0
    for i, (xi, yi) in enumerate(shares):
        top = bottom = 1
        for j, (xj, _) in enumerate(shares):
            if i != j:
                top = top * -xj % PRIME
                bottom = bottom * (xi - xj) % PRIME
        total = (total + yi * top * pow(bottom, -1, PRIME)) % PRIME
    return total


def card(share: tuple[int, int]) -> str:
    text = f"{share[0]}-{share[1]:032x}"
    return f"{uuid.uuid4()}  {text}-{zlib.crc32(text.encode()):08x}"
