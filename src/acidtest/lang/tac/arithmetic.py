"""256-bit arithmetic on constants, as the EVM does it."""

from __future__ import annotations

from collections.abc import Callable

WORD = 1 << 256
MASK = WORD - 1


def signed(value: int) -> int:
    """A word read as two's complement."""
    return value - WORD if value >> 255 else value


def _sdiv(a: int, b: int) -> int:
    x, y = signed(a), signed(b)
    if not y:
        return 0
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _smod(a: int, b: int) -> int:
    x, y = signed(a), signed(b)
    return abs(x) % abs(y) * (-1 if x < 0 else 1) if y else 0


def _signextend(size: int, value: int) -> int:
    if size > 30:
        return value
    bits = 8 * size + 8
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


_OPERATIONS: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "sub": lambda a, b: a - b,
    "div": lambda a, b: a // b if b else 0,
    "sdiv": _sdiv,
    "mod": lambda a, b: a % b if b else 0,
    "smod": _smod,
    "addmod": lambda a, b, n: (a + b) % n if n else 0,
    "mulmod": lambda a, b, n: a * b % n if n else 0,
    "exp": lambda a, b: pow(a, b, WORD),
    "signextend": _signextend,
    "lt": lambda a, b: int(a < b),
    "gt": lambda a, b: int(a > b),
    "slt": lambda a, b: int(signed(a) < signed(b)),
    "sgt": lambda a, b: int(signed(a) > signed(b)),
    "eq": lambda a, b: int(a == b),
    "iszero": lambda a: int(not a),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "not": lambda a: ~a,
    "byte": lambda i, x: x >> (8 * (31 - i)) & 0xFF if i < 32 else 0,
    "shl": lambda shift, x: x << shift if shift < 256 else 0,
    "shr": lambda shift, x: x >> shift if shift < 256 else 0,
    "sar": lambda shift, x: signed(x) >> min(shift, 255),
    "clz": lambda x: 256 - x.bit_length(),
}
FOLDABLE = frozenset(_OPERATIONS)


def compute(name: str, *words: int) -> int:
    """The result of an arithmetic instruction; the first operand is from the top of the stack.

    >>> compute("sub", 2, 5) == 2**256 - 3
    True
    """
    return _OPERATIONS[name](*words) & MASK
