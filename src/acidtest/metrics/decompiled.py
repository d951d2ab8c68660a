"""How much of a function's types and names a decompiler recovered.

All are in [0, 1] and give 1 to a function compared with itself. Types are compared without their
names (see `lang.c_types`). A type is worth a third for its width, a third for its kind (integer,
float, pointer …), and a third for its sign or for what it points to: an `undefined4` where the
original has an `int` gets one third, an `unsigned` two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TypeVar

from acidtest.lang.c_function import CVariable, FunctionText
from acidtest.lang.c_types import CType

_DISTINCT = 64
"""Different types or names of one function that are compared in part; others only if equal."""
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Names that a decompiler makes up: they say where a variable is, not what it is for.
_MADE_UP = re.compile(
    r"param_?\d+|arg_?\w?\d+|a\d+|v\d+|g\d+|r\d+|local_?[0-9a-f]+|var_?[0-9a-f]+h?"
    r"|[a-z]{1,6}Var\d+|[a-z]{0,6}Stack_?\w{1,8}|[a-z]{0,4}Ram[0-9a-f]+|tmp_?\d+"
    r"|(?:in|unaff|extraout|unkbyte|str|data|ptr|field)_[0-9A-Za-z]+|stack_base_?\d*"
)

Item = TypeVar("Item", bound=Hashable)


@lru_cache(maxsize=4096)
def type_similarity(a: CType, b: CType) -> float:
    """Return how much of a type is right; the same both ways.

    >>> type_similarity(CType("integer", 4, "signed"), CType("word", 4))
    0.3333333333333333
    """
    if a == b:
        return 1.0
    if a.kind == b.kind == "array" and a.of and b.of:
        return (1 + (a.size == b.size) + type_similarity(a.of, b.of)) / 3
    if a.kind == b.kind == "record":
        longer = max(len(a.fields), len(b.fields))
        pairs = zip(a.fields, b.fields, strict=False)
        same = sum(type_similarity(x, y) for x, y in pairs)
        return (1 + 2 * same / longer) / 3 if longer else 1.0
    if not a.size or a.size != b.size:
        return 0.0
    if a.kind != b.kind:
        return 1 / 3
    inner = type_similarity(a.of, b.of) if a.of and b.of else 0.0
    return (2 + inner) / 3


def signature_types(reference: FunctionText, candidate: FunctionText) -> float:
    """Return the mean similarity of the result and of the parameters, place by place.

    Floats are counted apart from other parameters: they are passed in registers of their own, so
    which of `f(int, float)` and `f(float, int)` was compiled cannot be known.
    """
    same = type_similarity(reference.result, candidate.result)
    places = 1
    for ours, theirs in _by_registers(reference, candidate):
        same += sum(type_similarity(a.type, b.type) for a, b in zip(ours, theirs, strict=False))
        places += max(len(ours), len(theirs))
    if reference.variadic or candidate.variadic:
        same += reference.variadic and candidate.variadic
        places += 1
    return same / places


def _by_registers(
    reference: FunctionText, candidate: FunctionText
) -> list[tuple[list[CVariable], list[CVariable]]]:
    """The parameters of both that are floats, and the others."""
    return [
        (
            [p for p in reference.parameters if (p.type.kind == "float") == floats],
            [p for p in candidate.parameters if (p.type.kind == "float") == floats],
        )
        for floats in (False, True)
    ]


def local_types(reference: FunctionText, candidate: FunctionText) -> float:
    """Return F1 of the local variables' types, each matched with the most similar one left."""
    ours = [variable.type for variable in reference.locals]
    theirs = [variable.type for variable in candidate.locals]
    return _share(matched(ours, theirs, type_similarity), len(ours) + len(theirs))


def names(reference: FunctionText, candidate: FunctionText) -> float:
    """Return F1 of the words in variables' names.

    Parameters are compared place by place as in `signature_types`, a local variable with the one
    of those left that has the most similar name.
    """
    return _names(reference, candidate, name_similarity)


def exact_names(reference: FunctionText, candidate: FunctionText) -> float:
    """Return F1 of whole names, compared as in `names`."""
    return _names(reference, candidate, lambda a, b: float(a == b))


def _names(
    reference: FunctionText, candidate: FunctionText, similarity: Callable[[str, str], float]
) -> float:
    same = 0.0
    for ours, theirs in _by_registers(reference, candidate):
        pairs = zip(ours, theirs, strict=False)
        same += sum(similarity(a.name, b.name) for a, b in pairs if a.name and b.name)
    inner, others = ([v.name for v in one.locals] for one in (reference, candidate))
    same += matched(inner, others, similarity)
    count = sum(len([*one.parameters, *one.locals]) for one in (reference, candidate))
    return _share(same, count)


def _share(same: float, count: int) -> float:
    return 2 * same / count if count else 1.0


@lru_cache(maxsize=4096)
def name_similarity(a: str, b: str) -> float:
    """Return F1 of the words in two names; a name that a decompiler made up has no words.

    >>> name_similarity("maxValue", "max_len"), name_similarity("i", "iVar1")
    (0.5, 0.0)
    """
    if a == b:
        return 1.0
    ours, theirs = _words(a), _words(b)
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def _words(name: str) -> Counter[str]:
    if _MADE_UP.fullmatch(name):
        return Counter()
    return Counter(part.lower() for part in _PARTS.findall(name))


def matched(
    ours: Sequence[Item], theirs: Sequence[Item], similarity: Callable[[Item, Item], float]
) -> float:
    """Return the summed similarity of pairs, each item in one pair, the most similar pairs first.

    >>> matched(["a", "b"], ["b", "c", "a"], lambda x, y: float(x == y))
    2.0
    """
    left, right = Counter(ours), Counter(theirs)
    both = left & right
    total = float(both.total())
    left, right = left - both, right - both
    pairs = [
        (similarity(a, b), a, b) for a in list(left)[:_DISTINCT] for b in list(right)[:_DISTINCT]
    ]
    for worth, a, b in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        count = min(left[a], right[b])
        if worth and count:
            total += worth * count
            left[a] -= count
            right[b] -= count
    return total
