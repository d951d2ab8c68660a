"""Random C expressions that are well-defined for every input, by construction.

Each knows the range of its values. Signed arithmetic is written plainly where the range shows
that it cannot overflow and through unsigned otherwise; divisors and shift counts are constants.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

_BITS = {"int": 32, "unsigned": 32, "long": 64}
_UNSIGNED = {"int": "unsigned", "unsigned": "unsigned", "long": "unsigned long"}
_SUFFIX = {"int": "", "unsigned": "u", "long": "L"}
KEYS = (2, 3, 5, 7, 8, 9, 10, 11, 13, 16, 17, 19, 26, 31, 37)


def limits(kind: str) -> tuple[int, int]:
    """Lowest and highest value of a type."""
    bits = _BITS[kind]
    return (
        (0, (1 << bits) - 1) if kind == "unsigned" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    )


@dataclass(frozen=True, slots=True)
class TypedValue:
    """An expression: its text, type and range, and whether it needs no parentheses.

    `wide` is the same value, modulo the type's width, as an operand of the unsigned type.
    """

    text: str
    kind: str
    low: int
    high: int
    whole: bool = True
    wide: str = ""

    @property
    def part(self) -> str:
        """As an operand."""
        return self.text if self.whole else f"({self.text})"


class Expressions:
    """Writes expressions over the values in `scope`; records in `exercises` the constructs used."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.scope: list[TypedValue] = []
        self.exercises: dict[str, None] = {}
        self.callee: Callable[[], TypedValue] | None = None

    def constant(self, kind: str) -> TypedValue:
        """A random constant, never 0."""
        rng = self._rng
        number = rng.choice((rng.randint(1, 9), rng.choice(KEYS), rng.randint(10, 255)))
        if rng.random() < 0.15:
            number = rng.randint(256, 1 << 20)
        if kind != "unsigned" and rng.random() < 0.2:
            return TypedValue(f"{-number}{_SUFFIX[kind]}", kind, -number, -number, False)
        return TypedValue(f"{number}{_SUFFIX[kind]}", kind, number, number)

    def cast(self, value: TypedValue, kind: str) -> TypedValue:
        """`value` converted; ranges that do not fit wrap, which gcc defines."""
        if value.kind == kind:
            return value
        low, high = limits(kind)
        inside = low <= value.low and value.high <= high
        if kind == "long":
            return TypedValue(f"(long){value.part}", kind, value.low, value.high)
        bounds = (value.low, value.high) if inside else (low, high)
        if kind == "unsigned" and value.kind == "int" and value.wide:
            return TypedValue(value.wide, kind, *bounds)
        wide = value.part if value.kind == "unsigned" else ""
        return TypedValue(f"({kind}){value.part}", kind, *bounds, wide=wide)

    def _atom(self, kind: str) -> TypedValue:
        if self._rng.random() < 0.25:
            return self.constant(kind)
        return self.cast(self._rng.choice(self.scope), kind)

    def expression(self, kind: str, depth: int) -> TypedValue:
        """A random expression of a type."""
        rng = self._rng
        if depth <= 0 or rng.random() < 0.1:
            return self._atom(kind)
        if self.callee is not None and rng.random() < 0.08:
            return self.cast(self.callee(), kind)
        shape = rng.choice(
            ("sum", "sum", "sum", "product", "bits", "shift", "key", "key", "choice")
        )
        left = self.expression(kind, depth - 1)
        if left.low == left.high:  # an operation on two constants is folded away
            left = self.cast(rng.choice(self.scope), kind)
        if shape == "key":
            return self._keyed(left)
        if shape == "shift":
            return self._shifted(left)
        right = self.expression(kind, depth - 1)
        if right.text == left.text:
            right = self.constant(kind)
        if shape == "choice":
            self.exercises["conditional expressions"] = None
            bounds = min(left.low, right.low), max(left.high, right.high)
            return TypedValue(
                f"{self.condition(0)} ? {left.part} : {right.part}", kind, *bounds, False
            )
        if shape == "bits":
            return self._bitwise(left, right)
        return self.arithmetic(left, rng.choice("+-") if shape == "sum" else "*", right)

    def arithmetic(self, left: TypedValue, operator: str, right: TypedValue) -> TypedValue:
        """Sum, difference or product of two values of one type, wrapping where it might not fit."""
        kind = left.kind
        by = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[operator]
        ends = [by(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = limits(kind)
        text = f"{left.part} {operator} {right.part}"
        if low <= min(ends) and max(ends) <= high:
            return TypedValue(text, kind, min(ends), max(ends), False)
        if kind == "unsigned":
            return TypedValue(text, kind, low, high, False)
        self.exercises["wrap-around through unsigned"] = None
        sides = [side.wide or f"({_UNSIGNED[kind]}){side.part}" for side in (left, right)]
        inner = f"({sides[0]} {operator} {sides[1]})"
        return TypedValue(f"({kind}){inner}", kind, low, high, wide=inner)

    def _bitwise(self, left: TypedValue, right: TypedValue) -> TypedValue:
        operator = self._rng.choice("&|^^")
        kind, text = left.kind, f"{left.part} {operator} {right.part}"
        if left.low >= 0 and right.low >= 0:
            top = max(left.high, right.high)
            return TypedValue(text, kind, 0, (1 << top.bit_length()) - 1, False)
        return TypedValue(text, kind, *limits(kind), False)

    def _shifted(self, left: TypedValue) -> TypedValue:
        rng, kind = self._rng, left.kind
        count = rng.randint(1, 9)
        if kind == "unsigned" and rng.random() < 0.5:
            if rng.random() < 0.5:
                self.exercises["rotation"] = None
                text = f"{left.part} << {count} | {left.part} >> {32 - count}"
                return TypedValue(text, kind, *limits(kind), False)
            return TypedValue(f"{left.part} << {count}", kind, *limits(kind), False)
        return TypedValue(
            f"{left.part} >> {count}", kind, left.low >> count, left.high >> count, False
        )

    def _keyed(self, left: TypedValue) -> TypedValue:
        """A division, remainder or mask by a constant."""
        rng, kind = self._rng, left.kind
        key = rng.choice(KEYS)
        shown = f"{key}{_SUFFIX[kind]}"
        operator = rng.choice("/%%&")
        if operator == "&":
            mask = rng.choice((1, 3, 7, 15, 31, 63, 127, 255))
            return TypedValue(f"{left.part} & {mask}{_SUFFIX[kind]}", kind, 0, mask, False)
        if operator == "%":
            low = 0 if left.low >= 0 else -(key - 1)
            return TypedValue(f"{left.part} % {shown}", kind, low, key - 1, False)
        ends = [abs(end) // key * (1 if end >= 0 else -1) for end in (left.low, left.high)]
        return TypedValue(f"{left.part} / {shown}", kind, ends[0], ends[1], False)

    def condition(self, depth: int) -> str:
        """A random condition, in parentheses."""
        rng = self._rng
        if depth > 0 and rng.random() < 0.3:
            return f"({self.condition(0)} {rng.choice(('&&', '||'))} {self.condition(0)})"
        value = rng.choice(self.scope)
        if value.kind == "unsigned" or rng.random() < 0.35:
            key = rng.choice(KEYS[:8])
            operator = rng.choice(("==", "!=", ">", "<="))
            rest = rng.randrange(key if operator in ("==", "!=") else key - 1)
            return f"({value.part} % {key} {operator} {rest})"
        if value.high - value.low <= 512:
            # a character is mostly a letter or a digit
            low, high = (40, 120) if value.high == 255 else (value.low + 1, value.high - 1)
            bound = str(rng.randint(low, max(low, high)))
        elif rng.random() < 0.4:
            bound = self.cast(rng.choice(self.scope), value.kind).part
        else:  # an index or a length is mostly small
            bound = str(rng.randint(-40, 60) if value.low < 0 else rng.randint(1, 9))
        if bound == value.part:
            bound = "0"
        return f"({value.part} {rng.choice(('<', '<=', '>', '>='))} {bound})"
