"""Finds a contract's functions with evmole: selector, entry, arguments, mutability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from acidtest.core.extras import needed_by


@dataclass(frozen=True, slots=True)
class Entry:
    """A public function as its bytecode shows it; `arguments` as in `address,uint256`."""

    selector: str
    pc: int
    arguments: str
    mutability: str


def entries(runtime: bytes) -> list[Entry]:
    """The public functions of runtime bytecode, by selector; empty if evmole finds none."""
    with needed_by("a Solidity question"):
        import evmole
    try:
        functions = evmole.contract_info(
            runtime, selectors=True, arguments=True, state_mutability=True
        ).functions
    except BaseException as error:
        # A Rust panic is not an Exception; in either case report no functions.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            return []
        raise
    return sorted(
        (
            Entry(f.selector, f.bytecode_offset, f.arguments or "", f.state_mutability or "")
            for f in functions or ()
        ),
        key=lambda entry: entry.selector,
    )


def split_types(text: str) -> Iterator[str]:
    """The types of a list such as `uint256,(bool,bytes)[],address`."""
    depth, word = 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            yield word
            word = ""
        else:
            word += letter
    if word:
        yield word
