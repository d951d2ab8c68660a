"""Three-address code of EVM runtime bytecode, for questions about contracts without source.

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

from acidtest.toolchain.tac.dispatch import Entry, entries, split_types
from acidtest.toolchain.tac.lift import lift_program
from acidtest.toolchain.tac.program import Block, End, Function, Operand, Phi, Program, Statement
from acidtest.toolchain.tac.text import function_text, program_text

__all__ = [
    "Block",
    "End",
    "Entry",
    "Function",
    "Operand",
    "Phi",
    "Program",
    "Statement",
    "entries",
    "function_text",
    "lift",
    "lift_function",
    "lift_program",
    "program_text",
    "split_types",
]


def lift(runtime: bytes) -> str:
    """The three-address code of a contract, dispatcher first, then its functions by selector.

    Takes any bytes; the same bytes give the same text.
    """
    return program_text(lift_program(runtime))


def lift_function(runtime: bytes, selector: str) -> str:
    """The three-address code of the function with this selector (`0xa9059cbb`); empty if none."""
    wanted = selector.lower().removeprefix("0x")
    found = lift_program(runtime, wanted).function(wanted)
    return "" if found is None else function_text(found) + "\n"
