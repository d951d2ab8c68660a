"""Finds repeated passages between two manuscripts (Rabin-Karp over words)."""

from collections import defaultdict

BASE = 65537
M = (1 << 61) - 1


def fingerprint(words: list[int]) -> int:
    h = 0
    for w in words:
        h = (h * BASE + w) % M
    return h


def windows(words: list[int], k: int):
    if len(words) < k:
        return
    top = pow(BASE, k - 1, M)
    h = fingerprint(words[:k])
    yield 0, h
    for i in range(k, len(words)):
        h = ((h - words[i - k] * top) * BASE + words[i]) % M
        yield i - k + 1, h


def shared(left: str, right: str, k: int = 12) -> list[tuple[int, int]]:
    vocab: dict[str, int] = {}
    a = [vocab.setdefault(w.lower(), len(vocab) + 1) for w in left.split()]
    b = [vocab.setdefault(w.lower(), len(vocab) + 1) for w in right.split()]
    seen = defaultdict(list)
    for at, h in windows(a, k):
        seen[h].append(at)
    return [(i, j) for j, h in windows(b, k) for i in seen.get(h, ()) if a[i : i + k] == b[j : j + k]]
