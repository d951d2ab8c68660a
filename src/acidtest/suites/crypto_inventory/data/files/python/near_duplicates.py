"""중복 민원 찾기: MinHash와 LSH(지역 민감 해싱) 사용."""

import re

from datasketch import MinHash, MinHashLSH

LSH_256 = 256  # permutations


def shingles(text: str, k: int = 3) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i : i + k]) for i in range(max(1, len(words) - k + 1))}


def sketch(text: str) -> MinHash:
    m = MinHash(num_perm=LSH_256)
    for s in shingles(text):
        m.update(s.encode("utf-8"))
    return m


def near_duplicates(petitions: dict[str, str], threshold: float = 0.8) -> list[tuple[str, str]]:
    lsh = MinHashLSH(threshold=threshold, num_perm=LSH_256)
    pairs = []
    for name, text in petitions.items():
        m = sketch(text)
        pairs += [(other, name) for other in lsh.query(m)]
        lsh.insert(name, m)
    return pairs
