"""Words of the symbolic EVM: numbers, z3 terms, truth values, and what is left of the gas.

Whatever is known is a Python number: most of what a contract computes is. Products, quotients and
powers of two unknowns are functions of which the solver knows only that equal arguments give equal
results. That proves what it proves; what it cannot prove is tried again with `exact`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from acidtest.lang.tac.arithmetic import FOLDABLE, MASK, compute

BITS = z3.BitVecSort(256)
ONE, ZERO = z3.BitVecVal(1, 256), z3.BitVecVal(0, 256)
_STRIDE = 1 << 8  # products with small numbers are exact: sizes and places of elements


class Unsupported(Exception):
    """The function does something that is not modelled; says what."""


@dataclass(frozen=True, slots=True, eq=False)
class Flag:
    """The word 1 if a condition holds, otherwise 0."""

    holds: z3.BoolRef


class Gas:
    """What is left of the gas, and all that is computed from it."""


GAS = Gas()
Word = Any
"""int | z3.BitVecRef | Flag | Gas"""

_OPAQUE = {
    name: z3.Function(name, *[BITS] * (taken + 1))
    for name, taken in (
        ("mul", 2),
        ("div", 2),
        ("mod", 2),
        ("sdiv", 2),
        ("smod", 2),
        ("exp", 2),
        ("addmod", 3),
        ("mulmod", 3),
    )
}
_PRODUCT_FITS = z3.Function("fits", BITS, BITS, z3.BoolSort())


def term(word: Word) -> z3.BitVecRef:
    """A word as a z3 term."""
    if isinstance(word, int):
        return z3.BitVecVal(word, 256)
    if isinstance(word, Flag):
        return z3.If(word.holds, ONE, ZERO)
    if isinstance(word, Gas):
        raise Unsupported("it computes with the gas that is left")
    return word


def plain(value: z3.BitVecRef) -> Word:
    """A term, simplified; a number if it is one."""
    value = z3.simplify(value)
    return value.as_long() if z3.is_bv_value(value) else value


def flag(holds: z3.BoolRef) -> Word:
    """A condition as a word."""
    holds = z3.simplify(holds)
    if z3.is_true(holds):
        return 1
    return 0 if z3.is_false(holds) else Flag(holds)


def condition(word: Word) -> z3.BoolRef | bool:
    """Whether a word is not zero."""
    if isinstance(word, int):
        return word != 0
    if isinstance(word, Flag):
        return word.holds
    holds = z3.simplify(term(word) != 0)
    if z3.is_true(holds) or z3.is_false(holds):
        return z3.is_true(holds)
    return holds


def same(one: Word, other: Word) -> z3.BoolRef | bool:
    """Whether two words are equal: a bool if that is plain to see."""
    if one is other:
        return True
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    if isinstance(one, Gas) or isinstance(other, Gas):
        return isinstance(one, Gas) and isinstance(other, Gas)
    if isinstance(one, Flag) and isinstance(other, Flag):
        equal = one.holds == other.holds
    else:
        equal = term(one) == term(other)
    equal = z3.simplify(equal)
    if z3.is_true(equal) or z3.is_false(equal):
        return z3.is_true(equal)
    return equal


def _power(number: int) -> int | None:
    """k, if the number is 2**k."""
    return number.bit_length() - 1 if number > 0 and not number & (number - 1) else None


def _opaque(name: str, *words: Word) -> Word:
    terms = [term(word) for word in words]
    if name in ("mul", "addmod", "mulmod"):  # the order of the first two does not matter
        terms[:2] = sorted(terms[:2], key=lambda each: each.hash())
    return _OPAQUE[name](*terms)


def _mul(a: Word, b: Word) -> Word:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int):
            if one in (0, 1):
                return other if one else 0
            if one < _STRIDE or MASK - one < _STRIDE or _power(one) is not None:
                return plain(term(other) * term(one))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Flag):
            return plain(z3.If(one.holds, term(other), ZERO))
    return _opaque("mul", a, b)


def _div(a: Word, b: Word) -> Word:
    if isinstance(b, int):
        if b == 0:
            return 0
        if (shift := _power(b)) is not None:
            return plain(z3.LShR(term(a), shift))
    return _opaque("div", a, b)


def _mod(a: Word, b: Word) -> Word:
    if isinstance(b, int):
        if b == 0:
            return 0
        if _power(b) is not None:
            return plain(term(a) & term(b - 1))
    return _opaque("mod", a, b)


def _exp(a: Word, b: Word) -> Word:
    if isinstance(a, int) and (shift := _power(a)) is not None:
        return plain(z3.If(z3.ULT(term(b), 256), ONE << (term(b) * shift), ZERO)) if shift else 1
    if isinstance(b, int) and b <= 2:
        return 1 if b == 0 else a if b == 1 else _mul(a, a)
    return _opaque("exp", a, b)


def _signextend(size: Word, value: Word) -> Word:
    if not isinstance(size, int):
        raise Unsupported("signextend of an unknown size")
    if size > 30:
        return value
    bits = 8 * size + 8
    return plain(z3.SignExt(256 - bits, z3.Extract(bits - 1, 0, term(value))))


def _byte(index: Word, value: Word) -> Word:
    if isinstance(index, int):
        if index > 31:
            return 0
        low = 8 * (31 - index)
        return plain(z3.ZeroExt(248, z3.Extract(low + 7, low, term(value))))
    shift = (31 - term(index)) * 8
    return plain(z3.If(z3.ULT(term(index), 32), z3.LShR(term(value), shift) & 0xFF, ZERO))


def _bitwise(join: Callable[[Any, Any], Any], logic: Callable[..., Any]) -> Callable[..., Word]:
    def operation(a: Word, b: Word) -> Word:
        if isinstance(a, Flag) and isinstance(b, Flag):
            return flag(logic(a.holds, b.holds))
        return plain(join(term(a), term(b)))

    return operation


def _and(a: Word, b: Word) -> Word:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Flag) and isinstance(other, int):
            return one if other & 1 else 0
    return _bitwise(lambda x, y: x & y, z3.And)(a, b)


def _fits(a: Word, b: Word) -> z3.BoolRef:
    """Whether a product is less than 2**256."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int):
            return z3.ULE(term(other), MASK // one) if one else z3.BoolVal(True)
    terms = sorted((term(a), term(b)), key=lambda each: each.hash())
    return z3.Or(terms[0] == 0, terms[1] == 0, _PRODUCT_FITS(*terms))


def _checked(quotient: Word, factor: Word) -> z3.BoolRef | None:
    """What `x * y / x == y` says, by which compilers see that a product fits."""
    if isinstance(quotient, int | Flag) or not quotient.decl().eq(_OPAQUE["div"]):
        return None
    other = plain(quotient.arg(1))
    if not term(_mul(other, factor)).eq(quotient.arg(0)):
        return None
    return z3.If(term(other) == 0, term(factor) == 0, _fits(other, factor))


def _eq(a: Word, b: Word) -> Word:
    for one, factor in ((a, b), (b, a)):
        if (fits := _checked(one, factor)) is not None:
            return flag(fits)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Flag) and isinstance(other, int):
            return one if other == 1 else _iszero(one) if other == 0 else 0
    equal = same(a, b)
    return int(equal) if isinstance(equal, bool) else Flag(equal)


def _iszero(a: Word) -> Word:
    holds = condition(a)
    return int(not holds) if isinstance(holds, bool) else flag(z3.Not(holds))


def _added(sum_: Word, part: Word) -> Word | None:
    """What was added to `part` to get a sum; None if the sum is of other terms."""
    if isinstance(sum_, int | Flag) or isinstance(part, int | Flag):
        return None
    if sum_.decl().kind() != z3.Z3_OP_BADD or sum_.num_args() != 2:
        return None
    one, other = sum_.arg(0), sum_.arg(1)
    if one.eq(part) or other.eq(part):
        return plain(other if one.eq(part) else one)
    return None


def _subtracted(word: Word) -> Word | None:
    """y, if the word is -y."""
    if isinstance(word, int) or word.decl().kind() != z3.Z3_OP_BMUL:
        return None
    minus = word.num_args() == 2 and z3.is_bv_value(word.arg(0)) and word.arg(0).as_long() == MASK
    return word.arg(1) if minus else None


def _lt(a: Word, b: Word) -> Word:
    """Less; what tells that a sum or a difference is out of bounds is said more plainly."""
    more = _added(b, a)
    if isinstance(more, int):  # x < x + c
        return flag(z3.ULE(term(a), MASK - more))
    if more is not None and (less := _subtracted(more)) is not None:  # x < x - y
        return flag(z3.ULT(term(a), less))
    more = _added(a, b)
    if isinstance(more, int):  # x + c < x
        return flag(z3.UGT(term(b), MASK - more))
    if more is not None:
        if (less := _subtracted(more)) is not None:  # x - y < x
            return flag(z3.And(z3.ULE(less, term(b)), less != 0))
        wide = z3.ZeroExt(1, more) + z3.ZeroExt(1, term(b))
        return flag(z3.Extract(256, 256, wide) == 1)
    return flag(z3.ULT(term(a), term(b)))


def _clz(value: Word) -> Word:
    raise Unsupported("clz")


_SYMBOLIC: dict[str, Callable[..., Word]] = {
    "add": lambda a, b: plain(term(a) + term(b)),
    "sub": lambda a, b: plain(term(a) - term(b)),
    "mul": _mul,
    "div": _div,
    "mod": _mod,
    "sdiv": lambda a, b: _opaque("sdiv", a, b),
    "smod": lambda a, b: _opaque("smod", a, b),
    "addmod": lambda a, b, n: _opaque("addmod", a, b, n),
    "mulmod": lambda a, b, n: _opaque("mulmod", a, b, n),
    "exp": _exp,
    "signextend": _signextend,
    "lt": _lt,
    "gt": lambda a, b: _lt(b, a),
    "slt": lambda a, b: flag(term(a) < term(b)),
    "sgt": lambda a, b: flag(term(a) > term(b)),
    "eq": _eq,
    "iszero": _iszero,
    "and": _and,
    "or": _bitwise(lambda a, b: a | b, z3.Or),
    "xor": _bitwise(lambda a, b: a ^ b, z3.Xor),
    "not": lambda a: plain(~term(a)),
    "byte": _byte,
    "shl": lambda shift, a: plain(term(a) << term(shift)),
    "shr": lambda shift, a: plain(z3.LShR(term(a), term(shift))),
    "sar": lambda shift, a: plain(term(a) >> term(shift)),
    "clz": _clz,
}
assert set(_SYMBOLIC) == FOLDABLE


def operate(name: str, *words: Word) -> Word:
    """The result of an arithmetic instruction; the first operand is from the top of the stack."""
    if all(isinstance(word, int) for word in words):
        return compute(name, *words)
    if any(isinstance(word, Gas) for word in words):
        return GAS
    return _SYMBOLIC[name](*words)


def exact(formula: z3.ExprRef) -> z3.ExprRef:
    """A formula with products, quotients and remainders as they are; powers stay opaque."""
    a, b, n = z3.Var(0, BITS), z3.Var(1, BITS), z3.Var(2, BITS)
    wide = [z3.ZeroExt(256, each) for each in (a, b, n)]

    def unless_zero(divisor: z3.BitVecRef, result: z3.BitVecRef) -> z3.BitVecRef:
        return z3.If(divisor == 0, ZERO, result)

    return z3.substitute_funs(
        formula,
        (_PRODUCT_FITS, z3.BVMulNoOverflow(a, b, False)),
        (_OPAQUE["mul"], a * b),
        (_OPAQUE["div"], unless_zero(b, z3.UDiv(a, b))),
        (_OPAQUE["mod"], unless_zero(b, z3.URem(a, b))),
        (_OPAQUE["sdiv"], unless_zero(b, a / b)),
        (_OPAQUE["smod"], unless_zero(b, z3.SRem(a, b))),
        (
            _OPAQUE["addmod"],
            unless_zero(n, z3.Extract(255, 0, z3.URem(wide[0] + wide[1], wide[2]))),
        ),
        (
            _OPAQUE["mulmod"],
            unless_zero(n, z3.Extract(255, 0, z3.URem(wide[0] * wide[1], wide[2]))),
        ),
    )
