"""Shirt sizes for the club order; SM is small-to-medium, with the sleeve length behind it."""

from collections import Counter

SM2, SM3, SM4 = "SM2", "SM3", "SM4"
LENGTHS = {SM2: 58, SM3: 61, SM4: 64, "L2": 66, "XL": 70}


def size_for(chest: int, sleeve: int) -> str:
    if chest > 112:
        return "XL"
    if chest > 104:
        return "L2"
    for name in (SM2, SM3, SM4):
        if sleeve <= LENGTHS[name]:
            return name
    return "L2"


def order(members: list[tuple[str, int, int]]) -> str:
    counts = Counter(size_for(chest, sleeve) for _, chest, sleeve in members)
    spare = {name: max(1, n // 10) for name, n in counts.items()}
    return "\n".join(f"{name}: {n} + {spare[name]} spare" for name, n in sorted(counts.items()))
