"""Selectors that an answer claims for its functions when it could not know their names.

/// @custom:selector 0xa9059cbb
function f_a9059cbb(address a0, uint256 a1) external { revert(); }
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction, Interface

_CLAIM = re.compile(
    r"///[ \t]*@custom:selector[ \t]+0x([0-9a-fA-F]{8})[ \t]*\r?\n"
    r"(?:[ \t]*///[^\n]*\n)*\s*function\s+([A-Za-z_$][\w$]*)\s*\("
)


def claims(source: str) -> dict[str, bytes]:
    """Selectors by the name of the function that claims them."""
    return {name: bytes.fromhex(selector) for selector, name in _CLAIM.findall(source)}


def credited(original: Interface, answer: Interface, source: str) -> dict[str, AbiFunction]:
    """The answer's functions by signature, with claimed selectors under the original's name.

    A claim holds if the function's name is unique, and if the original has the selector and no
    other function of the answer has it or claimed it before. Types and mutability stay the
    answer's own.
    """
    functions = dict(answer.functions)
    claimed = claims(source)
    names = Counter(function.name for function in answer.functions.values())
    for key, function in answer.functions.items():
        meant = original.by_selector.get(claimed.get(function.name, b""))
        if meant is None or names[function.name] > 1 or meant.signature in functions:
            continue
        del functions[key]
        functions[meant.signature] = replace(function, name=meant.name, selector=meant.selector)
    return functions
