"""Exact products of long integer polynomials for the combinatorics worksheet."""

P = 998244353
G = 3


def transform(a: list[int], inverse: bool = False) -> list[int]:
    n = len(a)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            a[i], a[j] = a[j], a[i]
    length = 2
    while length <= n:
        w = pow(G, (P - 1) // length, P)
        if inverse:
            w = pow(w, P - 2, P)
        for start in range(0, n, length):
            x = 1
            for k in range(start, start + length // 2):
                u, v = a[k], a[k + length // 2] * x % P
                a[k], a[k + length // 2] = (u + v) % P, (u - v) % P
                x = x * w % P
        length *= 2
    if inverse:
        scale = pow(n, -1, P)
        a = [v * scale % P for v in a]
    return a


def multiply(left: list[int], right: list[int]) -> list[int]:
    size = 1
    while size < len(left) + len(right):
        size *= 2
    fa = transform(left + [0] * (size - len(left)))
    fb = transform(right + [0] * (size - len(right)))
    return transform([x * y % P for x, y in zip(fa, fb)], inverse=True)[: len(left) + len(right) - 1]
