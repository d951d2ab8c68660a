"""Selectors that an answer says its functions stand for, where their names could not be known.

/// @custom:selector 0xa9059cbb
function f_a9059cbb(address a0, uint256 a1) external { revert(); }
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from acidtest.suites.solidity_decompile.replay.abi import Function, Interface

_CLAIM = re.compile(
    r"///[ \t]*@custom:selector[ \t]+0x([0-9a-fA-F]{8})[ \t]*\r?\n"
    r"(?:[ \t]*///[^\n]*\n)*\s*function\s+([A-Za-z_$][\w$]*)\s*\("
)


def claims(source: str) -> dict[str, bytes]:
    """Selectors by the name of the function that claims them."""
    return {name: bytes.fromhex(selector) for selector, name in _CLAIM.findall(source)}


def credited(original: Interface, answer: Interface, source: str) -> dict[str, Function]:
    """The answer's functions by signature, claimed selectors standing under the original's name.

    A claim holds for a function that is alone in its name, and for a selector that the original
    has and no other function of the answer has or claimed before. Types and mutability stay the
    answer's own.
    """
    found = dict(answer.functions)
    claimed = claims(source)
    names = Counter(function.name for function in answer.functions.values())
    for key, function in answer.functions.items():
        meant = original.by_selector.get(claimed.get(function.name, b""))
        if meant is None or names[function.name] > 1 or meant.signature in found:
            continue
        del found[key]
        found[meant.signature] = replace(function, name=meant.name, selector=meant.selector)
    return found
