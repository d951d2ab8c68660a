"""Three-address code from EVM runtime bytecode, for questions about contracts without source.

>>> print(lift(bytes.fromhex("600560020360005500")))
// Runtime bytecode of 9 bytes, 0 public functions
<BLANKLINE>
function dispatcher:
  // Entry block: block_0000
  block_0000:
    storage[0x0] = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd
    stop
<BLANKLINE>
"""

from acidtest.lang.tac.dispatch import Entry, entries, split_types
from acidtest.lang.tac.lean import program_lean
from acidtest.lang.tac.lift import lift_program, lift_whole
from acidtest.lang.tac.program import Block, End, Operand, Phi, Statement, TacFunction, TacProgram
from acidtest.lang.tac.text import function_text, program_text

LEAN_PER_BYTE = 12
"""Characters a byte up to which the lean text has one part for each function."""

__all__ = [
    "LEAN_PER_BYTE",
    "Block",
    "End",
    "Entry",
    "Operand",
    "Phi",
    "Statement",
    "TacFunction",
    "TacProgram",
    "entries",
    "function_text",
    "lift",
    "lift_function",
    "lift_lean",
    "lift_program",
    "program_text",
    "split_types",
]


def lift(runtime: bytes) -> str:
    """The three-address code of a contract, dispatcher first, then its functions by selector.

    Accepts any bytes; the same bytes always give the same text.
    """
    return program_text(lift_program(runtime))


def lift_lean(runtime: bytes) -> str:
    """A leaner text of the same code: by functions, or in one piece where that is too long."""
    text = program_lean(lift_program(runtime))
    if len(text) <= LEAN_PER_BYTE * len(runtime):
        return text
    return min(text, program_lean(lift_whole(runtime)), key=len)


def lift_function(runtime: bytes, selector: str) -> str:
    """The three-address code of the function with this selector (`0xa9059cbb`); empty if none."""
    digits = selector.lower().removeprefix("0x")
    function = lift_program(runtime, digits).function(digits)
    return "" if function is None else function_text(function) + "\n"
