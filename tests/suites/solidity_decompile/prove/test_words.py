"""Symbolic words compute what the EVM computes, however they are written down."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import z3

from acidtest.lang.tac.arithmetic import FOLDABLE, MASK, compute
from acidtest.suites.solidity_decompile.prove.slots import apart, axioms, hash_term
from acidtest.suites.solidity_decompile.prove.words import (
    GAS,
    Gas,
    Unsupported,
    Word,
    exact,
    operate,
    term,
)

X, Y, N = z3.BitVecs("x y n", 256)
EDGES = (0, 1, 2, 3, 31, 32, 255, 256, 1 << 128, (1 << 255) - 1, 1 << 255, MASK - 1, MASK)
TAKEN = {"iszero": 1, "not": 1, "clz": 1, "addmod": 3, "mulmod": 3}


def value(word: Word, *numbers: int) -> int:
    """A word where x, y and n have these values."""
    pairs = [(v, z3.BitVecVal(n, 256)) for v, n in zip((X, Y, N), numbers, strict=False)]
    result = z3.simplify(z3.substitute(exact(term(word)), *pairs))
    return int(result.as_long())


def numbers(name: str, count: int) -> list[tuple[int, ...]]:
    draw = random.Random(name)
    some = [*EDGES, *(draw.getrandbits(draw.choice((8, 64, 160, 256))) for _ in range(8))]
    return [tuple(draw.choice(some) for _ in range(count)) for _ in range(60)]


@pytest.mark.parametrize("name", sorted(FOLDABLE - {"exp", "signextend", "clz"}))
def test_an_instruction_on_unknowns_is_the_one_on_numbers(name: str) -> None:
    count = TAKEN.get(name, 2)
    result = operate(name, *(X, Y, N)[:count])
    for drawn in numbers(name, count):
        assert value(result, *drawn) == compute(name, *drawn), drawn


@pytest.mark.parametrize("name", sorted(FOLDABLE - {"exp", "clz", "iszero", "not"}))
@pytest.mark.parametrize("first", [True, False])
def test_one_known_operand_changes_nothing(name: str, first: bool) -> None:
    if name == "signextend" and not first:
        with pytest.raises(Unsupported):
            operate(name, X, 5)
        return
    for known, unknown, third in numbers(name, 3):
        rest = (third,) if TAKEN.get(name) == 3 else ()
        drawn = (known, unknown) if first else (unknown, known)
        words = (known, X) if first else (X, known)
        assert value(operate(name, *words, *rest), unknown) == compute(name, *drawn, *rest)


def _product_check(x: Word, y: Word) -> Word:
    return operate("eq", operate("div", operate("mul", x, y), x), y)


CHECKS: dict[str, Callable[[Word, Word], Word]] = {
    "a sum is too large": lambda x, y: operate("lt", operate("add", x, y), x),
    "a sum is too large, the other way": lambda x, y: operate("gt", y, operate("add", x, y)),
    "a difference is below zero": lambda x, y: operate("gt", operate("sub", x, y), x),
    "a difference is less": lambda x, y: operate("lt", operate("sub", x, y), x),
    "a product fits": _product_check,
    "a product fits, the other way": lambda x, y: _product_check(y, x),
}


@pytest.mark.parametrize("check", CHECKS)
def test_checks_of_overflow_keep_their_meaning(check: str) -> None:
    both = CHECKS[check](X, Y)
    for x, y in numbers(check, 2):
        expected = CHECKS[check](x, y)
        assert value(both, x, y) == expected
        assert value(CHECKS[check](X, y), x) == expected
        assert value(CHECKS[check](x, Y), 0, y) == expected


def test_powers_of_two_are_shifts() -> None:
    for base, power in ((2, 0), (2, 255), (2, 256), (256, 31), (256, 32), (1, 7)):
        assert value(operate("exp", base, X), power) == compute("exp", base, power)


def test_gas_stays_apart() -> None:
    assert isinstance(operate("sub", GAS, X), Gas)
    with pytest.raises(Unsupported, match="gas"):
        term(operate("lt", GAS, 5))


def test_slots_of_different_mappings_are_apart_and_equal_keys_are_not() -> None:
    def slot(key: z3.BitVecRef, mapping: int) -> Word:
        return hash_term(z3.Concat(key, z3.BitVecVal(mapping, 256)))

    assert apart(slot(X, 1), slot(X, 2))
    assert apart(slot(X, 1), 1)
    assert apart(slot(X, 1), operate("add", slot(X, 1), 1))
    assert not apart(slot(X, 1), slot(Y, 1))
    assert not apart(X, slot(Y, 1))
    assert not apart(hash_term(X), hash_term(Y))
    far = operate("add", slot(X, 1), Y)
    assert apart(far, 3)
    assert not apart(far, 3, slots=False)  # a word that is no slot may be anything


def test_what_is_assumed_of_hashes_can_be_true() -> None:
    solver = z3.Solver()
    one, other = hash_term(X), hash_term(Y)
    solver.add(*axioms(one), *axioms(other), X != Y)
    assert solver.check() == z3.sat
    solver.add(one + 5 == other)
    assert solver.check() == z3.unsat
