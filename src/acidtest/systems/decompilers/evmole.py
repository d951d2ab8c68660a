"""evmole: selectors, arguments and mutability from bytecode, as a contract skeleton.

It recovers neither names nor bodies. Functions are named after their selectors, and a NatSpec line
gives the selector of each, so that the interface can be scored.
"""

from __future__ import annotations

import importlib.metadata
import re
import time
from collections.abc import Mapping, Sequence
from typing import ClassVar

from acidtest.core.errors import InputError
from acidtest.core.extras import check_packages
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.lang.tac import Entry, entries, split_types

_HEAD = """// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.2;

contract Recovered {
"""
_DYNAMIC = ("string", "bytes")


class EvmoleSystem:
    """evmole recovers the interface of a contract, without names or bodies."""

    name = "evmole"
    suites: ClassVar[tuple[str, ...]] = ("solidity-decompile",)

    def __init__(self, argument: str, suite: Suite) -> None:
        """Check the argument and that evmole is installed."""
        if argument:
            raise InputError(f"evmole takes no argument, but got '{argument}'")
        check_packages("the system evmole", "evmole")
        self._version = importlib.metadata.version("evmole")

    @property
    def identity(self) -> Mapping[str, Json]:
        """The library version and the output format."""
        return {"decompiler": "evmole", "version": self._version, "form": "skeleton-1"}

    def answer(self, question: Question) -> Answer:
        """The skeleton; empty with a note if no function was found."""
        runtime = question.binary
        if runtime is None:
            raise InputError("evmole reads bytecode; these questions have none")
        start = time.perf_counter()
        functions = entries(runtime)
        return Answer(
            question.sample.id,
            skeleton(functions) if functions else "",
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if functions else "evmole: found no function",
        )


def skeleton(interface: Sequence[Entry]) -> str:
    """Solidity that compiles and has these functions; tuples become structs."""
    structs: dict[str, str] = {}
    functions = []
    for entry in interface:
        arguments = ", ".join(
            f"{_located(_declared(kind, structs))} a{place}"
            for place, kind in enumerate(split_types(entry.arguments))
        )
        mutability = entry.mutability if entry.mutability in ("pure", "view", "payable") else ""
        words = " ".join(word for word in ("external", mutability) if word)
        functions.append(
            f"    /// @custom:selector 0x{entry.selector}\n"
            f"    function f_{entry.selector}({arguments}) {words} {{\n        revert();\n    }}\n"
        )
    declared = [
        f"    struct {name} {{\n{body}    }}\n\n"
        for body, name in sorted(structs.items(), key=_nth)
    ]
    return _HEAD + "".join(declared) + "\n".join(functions) + "}\n"


def _nth(item: tuple[str, str]) -> int:
    return int(item[1].removeprefix("S"))


def _declared(kind: str, structs: dict[str, str]) -> str:
    """The type as written in source code; a tuple becomes a struct of its members."""
    tuple_type = re.fullmatch(r"\((.*)\)((?:\[\d*\])*)", kind)
    if tuple_type is None:
        return kind
    members = [_declared(member, structs) for member in split_types(tuple_type[1])]
    body = "".join(f"        {member} m{place};\n" for place, member in enumerate(members))
    name = structs.setdefault(body, f"S{len(structs)}")
    return name + tuple_type[2]


def _located(kind: str) -> str:
    is_reference = kind.endswith("]") or kind in _DYNAMIC or kind.startswith("S")
    return f"{kind} calldata" if is_reference else kind
