"""What an answer must not do: include the question's bytecode instead of recovering the source.

Replay cannot tell a recovered contract from one that installs the original's bytecode, which the
question gives away. There are two ways to do that, and both are closed: a constructor that
returns code the compiler did not make, and code that runs other code (CREATE, DELEGATECALL) where
the original does not.
"""

from __future__ import annotations

import re

from acidtest.lang.solidity import nodes, parse, text_of

CREATE, CALLCODE, DELEGATECALL, CREATE2 = 0xF0, 0xF2, 0xF4, 0xF5
_MAKES = frozenset({CREATE, CREATE2})
_RUNS = frozenset({CALLCODE, DELEGATECALL})
_NAMED = {"create": _MAKES, "create2": _MAKES, "delegatecall": _RUNS, "callcode": _RUNS}
_PUSH1, _PUSH32 = 0x60, 0x7F
_IMMUTABLE = re.compile(b"\x7f" + b"\0" * 32)
_ARRAY = re.compile(r"new\s+(?:bytes|string)$|.*\]$", re.S)


def opcodes(code: bytes) -> set[int]:
    """The opcodes in bytecode; data at its end is read as opcodes too."""
    operations, at = set(), 0
    while at < len(code):
        operation = code[at]
        operations.add(operation)
        at += 1 + (operation - _PUSH1 + 1 if _PUSH1 <= operation <= _PUSH32 else 0)
    return operations


def _without_metadata(code: bytes) -> bytes:
    """The code without the compiler metadata at its end, which is mostly a hash."""
    size = int.from_bytes(code[-2:], "big") + 2
    return code[:-size] if size < len(code) else code


def broken_rule(source: str, *original: bytes) -> str | None:
    """The construct in the source that runs other code although the original does not."""
    allowed = set().union(*(opcodes(_without_metadata(code)) for code in original))
    _, root = parse(source)
    for node in nodes(root):
        text = text_of(node)
        needed: frozenset[int] = frozenset()
        if node.type == "yul_evm_builtin":
            needed = _NAMED.get(text, frozenset())
        elif node.type == "member_expression":
            needed = _NAMED.get(text.rpartition(".")[2].strip(), frozenset()) & _RUNS
        elif node.type == "new_expression" and not _ARRAY.match(text):
            needed = _MAKES
        if needed and not needed & allowed:
            return f"it uses '{text[:40]}', which runs other code; the original does not"
    return None


def same_code(compiled: bytes, deployed: bytes) -> bool:
    """Whether the deployed code is the compiler's, with immutable values filled in."""
    if len(compiled) != len(deployed):
        return False
    at = 0
    for place in _IMMUTABLE.finditer(compiled):
        if compiled[at : place.start() + 1] != deployed[at : place.start() + 1]:
            return False
        at = place.end()
    return compiled[at:] == deployed[at:]
