"""Which functions a contract has, by evmole: selector, entry, arguments, mutability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from acidtest.errors import InfrastructureError


@dataclass(frozen=True, slots=True)
class Entry:
    """A public function as its bytecode shows it; `arguments` as in `address,uint256`."""

    selector: str
    pc: int
    arguments: str
    mutability: str


def entries(runtime: bytes) -> list[Entry]:
    """The public functions of runtime bytecode, by selector; none where evmole finds none."""
    try:
        import evmole
    except ImportError as error:
        raise InfrastructureError(
            "the Python package evmole is missing; Solidity questions need it. "
            "Install it with: pip install 'acidtest[solidity]'"
        ) from error
    try:
        found = evmole.contract_info(
            runtime, selectors=True, arguments=True, state_mutability=True
        ).functions
    except BaseException as error:
        # A panic of the Rust library is no Exception; whatever it stumbled over, there are none.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            return []
        raise
    return sorted(
        (
            Entry(f.selector, f.bytecode_offset, f.arguments or "", f.state_mutability or "")
            for f in found or ()
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
