"""Voucher codes that shops can check offline with two numbers printed in their config."""

import secrets

E = 65537


def _is_prime(n: int, rounds: int = 32) -> bool:
    if n % 2 == 0:
        return n == 2
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for _ in range(rounds):
        x = pow(secrets.randbelow(n - 3) + 2, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _prime(bits: int) -> int:
    while True:
        c = secrets.randbits(bits) | (1 << (bits - 1)) | 1
        if _is_prime(c):
            return c


def new_shop() -> tuple[int, int]:
    p, q = _prime(512), _prime(512)
    n = p * q
    return n, pow(E, -1, (p - 1) * (q - 1))


def issue(n: int, d: int, voucher: int) -> int:
    return pow(voucher, d, n)


def redeem(n: int, code: int) -> int:
    return pow(code, E, n)
