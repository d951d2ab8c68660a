"""Which addresses do the instructions of a listing refer to, on each architecture?

objdump names them only for x86-64 and RISC-V. Elsewhere several instructions put an address
together, so their registers are followed: along the listing, and along jumps forward.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from acidtest.lang.instructions import (
    JUMP_TARGET,
    Reference,
    Section,
    State,
    aarch64,
    armhf,
    i386,
    mips,
    riscv64,
)

_LINE = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)[ \t]*([^\n]*)$", re.MULTILINE)
_REFERENCE = re.compile(r"\t(\w+)[^\t#]*#\s*([0-9a-f]+)\s*<")
_Step = Callable[[State, str, str], Iterator[Reference]]


def x86_64_size(mnemonic: str) -> int | None:
    """How many bytes an instruction can read; None if it only takes the address."""
    if mnemonic == "lea":
        return None
    if mnemonic.endswith(("ss", "l", "d")) and not mnemonic.endswith(("sd", "pd")):
        return 4
    return 8 if mnemonic.endswith(("sd", "q")) else 16


def _x86_64(listing: str) -> Iterator[Reference]:
    for mnemonic, address in _REFERENCE.findall(listing):
        yield int(address, 16), x86_64_size(mnemonic)


@dataclass(frozen=True)
class _Kind:
    """How one architecture's listing is followed."""

    step: _Step
    bits: int = 64
    order: str = "little"
    call: str = ""
    lost: str = ""
    """Registers that a call does not keep."""
    delay: bool = False
    """Whether the instruction after a jump is run before it."""


_MIPS_LOST = "at v0 v1 a0 a1 a2 a3 t0 t1 t2 t3 t4 t5 t6 t7 t8 t9"
_KINDS = {
    "riscv64": _Kind(riscv64),
    "aarch64": _Kind(aarch64, 64, "little", r"blr?", " ".join(f"x{n}" for n in range(19))),
    "armhf": _Kind(armhf, 32, "little", r"blx?", "r0 r1 r2 r3 ip lr"),
    "i386": _Kind(i386, 32, "little", r"call", "eax ecx edx"),
    "mips": _Kind(mips, 32, "big", r"jalr?|bal", _MIPS_LOST, True),
    "mipsel": _Kind(mips, 32, "little", r"jalr?|bal", _MIPS_LOST, True),
}
_ENDS = re.compile(r"b(\.n)?|j|jr|jmp|ret|br|tb[bh]|pop|bx|ldm\w*|notrack")
_JUMPS = re.compile(r"b(?!lx?$|lr$)[\w.]*|j\w*|cbn?z|tbn?z|bn?ez")
_INDIRECT = re.compile(r"br|jr|tb[bh]|jmp|ldr|add|notrack")


def references(listing: str, architecture: str, sections: Sequence[Section]) -> list[Reference]:
    """All that the instructions refer to, in their order; not all of it need be data."""
    if architecture == "x86-64":
        return list(_x86_64(listing))
    kind = _KINDS[architecture]
    lines = _LINE.findall(listing)
    if not lines:
        return []
    state = State(sections, kind.order, int(lines[0][0], 16), kind.bits)
    flow = _Flow(state)
    made: list[Reference] = []
    jump: tuple[str, str] | None = None
    for address, code, mnemonic, text in lines:
        state.address, state.code = int(address, 16), code
        flow.arrive()
        made += kind.step(state, mnemonic, text)
        thunk = "get_pc_thunk" in text or state.pushed is not None
        if kind.call and re.fullmatch(kind.call, mnemonic) and not thunk:
            if kind.delay:
                jump = ("call", "")
                continue
            state.forget(kind.lost)
        elif _JUMPS.fullmatch(mnemonic) or _ends(mnemonic, text):
            if kind.delay:
                jump = (mnemonic, text)
                continue
            flow.leave(mnemonic, text)
        if jump is not None:  # this was the instruction in its delay slot
            if jump[0] == "call":
                state.forget(kind.lost)
            else:
                flow.leave(*jump)
            jump = None
    return made


def _ends(mnemonic: str, text: str) -> bool:
    """Whether what follows is only reached by a jump."""
    if mnemonic.startswith(("pop", "ldm")):
        return "pc" in text
    return bool(_ENDS.fullmatch(mnemonic))


class _Flow:
    """What is known where jumps meet."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._ahead: dict[int, dict[str, int]] = {}
        self._switched: dict[str, int] = {}
        self._cut = False

    def arrive(self) -> None:
        """Come to the next instruction, from the one before or by jumps."""
        there = self._ahead.pop(self._state.address, None)
        if self._cut:
            self._state.registers = dict(self._switched if there is None else there)
        elif there is not None:
            self._state.registers = _both(self._state.registers, there)
        self._cut = False

    def leave(self, mnemonic: str, text: str) -> None:
        """Jump, or end."""
        target = JUMP_TARGET.search(text)
        now = dict(self._state.registers)
        if target:
            at = int(target[1], 16)
            self._ahead[at] = _both(self._ahead[at], now) if at in self._ahead else now
        elif _INDIRECT.match(mnemonic):
            self._switched = now
        self._cut = _ends(mnemonic, text)


def _both(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in a.items() if b.get(name) == value}
