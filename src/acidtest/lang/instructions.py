"""What one instruction of a listing refers to, and what it leaves in its registers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Section = tuple[str, int, bytes]
Reference = tuple[int, int | None]
"""An address, and how many bytes are read there; None if more may be, such as a text."""

JUMP_TARGET = re.compile(r"\b([0-9a-f]+) <")
_NAMED = re.compile(r"#\s*([0-9a-f]+)\s*<")
_WORD = 0xFFFFFFFF
_TABLE = "table at "
_GOT = (".got", ".got.plt")


@dataclass
class State:
    """What is known at an instruction: in registers, and in places of the stack by their text."""

    sections: Sequence[Section]
    order: str
    start: int
    bits: int
    address: int = 0
    code: str = ""
    registers: dict[str, int] = field(default_factory=dict)
    pushed: int | None = None

    def word(self, address: int, among: Sequence[str] = ()) -> int | None:
        """The word at an address, in one of these sections or any."""
        size = self.bits // 8
        for name, start, content in self.sections:
            if start <= address <= start + len(content) - size and (not among or name in among):
                at = address - start
                return int.from_bytes(content[at : at + size], self.order)  # type: ignore[arg-type]
        return None

    def set(self, register: str, value: int | None) -> None:
        """Know a register, or know it no longer."""
        self.registers.pop(_TABLE + register, None)
        if value is None:
            self.registers.pop(register, None)
        else:
            self.registers[register] = value & ((1 << self.bits) - 1)

    def forget(self, registers: str) -> None:
        """Know these registers no longer."""
        for register in registers.split():
            self.registers.pop(register, None)


def _operands(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    return [part.strip() for part in re.split(r",(?![^\[({]*[\])}])", text)]


def _number(text: str) -> int | None:
    match = re.fullmatch(r"[#$]?(-?)(0x[0-9a-f]+|\d+)", text)
    if match is None:
        return None
    value = int(match[2], 0) if match[2][:2] == "0x" else int(match[2])
    return -value if match[1] else value


def riscv64(state: State, mnemonic: str, text: str) -> Iterator[Reference]:
    named = _NAMED.search(text)
    if named:
        access = re.fullmatch(r"f?[ls]([bhwd])u?", mnemonic)
        yield int(named[1], 16), {"b": 1, "h": 2, "w": 4, "d": 8}[access[1]] if access else None


def _indexed(state: State, text: str, size: int) -> tuple[int | None, int | None]:
    """Address and size of `[base]`, `[base, #n]` or `[base, index …]`; None if not known."""
    inside = re.search(r"\[([^\]]*)\]", text)
    base, *rest = _operands(inside[1]) if inside else [""]
    at = state.registers.get(_arm_name(base))
    if at is None:
        return None, None
    if not rest:
        return at, size
    offset = _number(rest[0])
    if offset is not None:
        return at + offset, size
    index = state.registers.get(_arm_name(rest[0]))
    return (at, None) if index is None or len(rest) > 1 else (at + index, size)


def _arm_name(register: str) -> str:
    return f"x{register[1:]}" if re.fullmatch(r"w\d+", register) else register


def aarch64(state: State, mnemonic: str, text: str) -> Iterator[Reference]:
    parts = _operands(text.partition("//")[0])
    first = _arm_name(parts[0])
    known: int | None = None
    if mnemonic in ("adrp", "adr"):
        page = re.match(r"([0-9a-f]+)\b", parts[1]) if len(parts) > 1 else None
        known = int(page[1], 16) if page else None
        if known is not None and mnemonic == "adr":
            yield known, None
    elif mnemonic == "add" and len(parts) == 3 and _number(parts[2]) is not None:
        base = state.registers.get(_arm_name(parts[1]))
        if base is not None:
            known = base + (_number(parts[2]) or 0)
            yield known, None
    elif mnemonic == "mov" and len(parts) == 2:
        known = state.registers.get(_arm_name(parts[1]))
    elif mnemonic.startswith(("ld", "st")):
        letter = {"b": 1, "h": 2, "w": 4, "s": 4, "x": 8, "d": 8, "q": 16}.get(parts[0][:1], 8)
        size = {"b": 1, "h": 2}.get(mnemonic[-1], 4 if mnemonic == "ldrsw" else letter)
        pair = mnemonic in ("ldp", "stp", "ldnp")
        at, read = _indexed(state, text, 2 * size if pair else size)
        if at is not None:
            yield at, read
        if mnemonic.startswith("st"):
            return
        if pair and len(parts) > 1:
            state.set(_arm_name(parts[1]), None)
    elif mnemonic.startswith(("cmp", "cmn", "tst", "ccm", "fcmp", "b", "cb", "tb", "ret", "nop")):
        return
    state.set(first, known)


def armhf(state: State, mnemonic: str, text: str) -> Iterator[Reference]:
    mnemonic = re.sub(r"\.[wn]$", "", mnemonic)
    code, _, note = text.partition("@")
    parts = _operands(code)
    ahead = state.address + (4 if re.fullmatch(r"[0-9a-f]{4}( [0-9a-f]{4})?", state.code) else 8)
    known: int | None = None
    pool = re.search(r"\(?([0-9a-f]+) <", note) if "[pc, #" in code else None
    if mnemonic in ("movw", "movt", "mov", "movs") and len(parts) == 2:
        value, before = _number(parts[1]), state.registers.get(parts[0])
        if mnemonic == "movt":
            known = None if before is None or value is None else (before & 0xFFFF) | value << 16
        else:
            known = value if mnemonic == "movw" else state.registers.get(parts[1])
    elif mnemonic in ("add", "adds", "addw"):
        left, right = (parts[0], parts[1]) if len(parts) == 2 else (parts[1:3] or ["", ""])[:2]
        values = [ahead if p == "pc" else state.registers.get(p, _number(p)) for p in (left, right)]
        if len(parts) < 4 and values[0] is not None and values[1] is not None:
            known = values[0] + values[1]
            yield known & _WORD, None
    elif mnemonic.startswith(("ldr", "str", "vldr", "vstr", "ldm", "vldm")):
        double = mnemonic in ("ldrd", "strd") or (mnemonic[0] == "v" and parts[0].startswith("d"))
        narrow = {"b": 1, "h": 2}.get(mnemonic[3:].lstrip("s")[:1], 4)
        size = 8 if double else narrow
        if pool:
            place = int(pool[1], 16)
            if mnemonic == "ldr":
                known = state.word(place)
            else:
                yield place, size
        elif "[pc, r" in code and mnemonic == "ldr":
            index = state.registers.get(re.sub(r".*\[pc, (\w+)\].*", r"\1", code).strip())
            if index is not None:
                yield (ahead + index) & _WORD, size
        else:
            at, read = _indexed(state, code, size)
            if at is not None:
                known = state.word(at & _WORD, _GOT) if mnemonic == "ldr" else None
                if known is None:
                    yield at & _WORD, read
        if mnemonic.startswith(("str", "vstr", "v")):
            return
    elif mnemonic.startswith(("cmp", "cmn", "tst", "b", "cb", "push", "v", "it", "nop", "tb")):
        return
    state.set(parts[0], known)


def mips(state: State, mnemonic: str, text: str) -> Iterator[Reference]:
    parts = _operands(text)
    registers = state.registers
    if state.address == state.start:
        registers["t9"] = state.start  # the ABI says so
    known: int | None = None
    memory = re.search(r"(-?\d+)\((\w+)\)$", text)
    if mnemonic == "lui":
        known = (_number(parts[-1]) or 0) << 16
    elif mnemonic in ("addiu", "ori") and len(parts) == 3:
        base, offset = registers.get(parts[1]), _number(parts[2])
        if base is not None and offset is not None:
            known = base + offset if mnemonic == "addiu" else base | offset
            yield known & _WORD, None
    elif mnemonic == "addu" and len(parts) == 3:
        both = [registers[part] for part in parts[1:] if part in registers]
        if len(both) == 1:  # an element of a table, whose offset may come with the access
            state.set(parts[0], None)
            registers[_TABLE + parts[0]] = both[0]
            return
        known = sum(both) if both else None
    elif mnemonic == "move" and len(parts) == 2:
        known = registers.get(parts[1])
    elif memory and re.fullmatch(r"[ls](b|bu|h|hu|w|wc1|dc1|wl|wr)", mnemonic):
        if memory[2] in ("sp", "s8") and mnemonic in ("lw", "sw"):
            slot = memory[0]
            if mnemonic == "sw":
                state.set(slot, registers.get(parts[0]))
            elif parts[0] != "gp" or slot in registers:  # gp is restored after a call
                state.set(parts[0], registers.get(slot))
            return
        base, table = registers.get(memory[2]), registers.get(_TABLE + memory[2])
        if table is not None:
            yield (table + int(memory[1])) & _WORD, None
        if base is not None:
            at = (base + int(memory[1])) & _WORD
            known = state.word(at, _GOT) if mnemonic == "lw" else None
            if known is None:
                yield at, {"b": 1, "h": 2, "w": 4, "d": 8}[mnemonic[1]]
        if mnemonic.startswith("s") or mnemonic.endswith("c1"):
            return
    elif mnemonic.startswith(("s", "b", "j")) and not mnemonic.startswith(("sl", "sr", "su")):
        return
    state.set(parts[0], known)


_I386 = {part: f"e{part[:1]}x" for part in "al ah ax bl bh bx cl ch cx dl dh dx".split()}
_AT = re.compile(r"(?<![\w$])(-?0x[0-9a-f]+)?\((%\w+)?(?:,(%\w+))?(?:,\d)?\)")


def i386(state: State, mnemonic: str, text: str) -> Iterator[Reference]:
    parts = _operands(text.partition("#")[0])
    last = parts[-1].lstrip("%")
    last = _I386.get(last, last)
    thunk = re.search(r"<__x86\.get_pc_thunk\.(\w\w)>", text)
    after = state.address + len(state.code.replace(" ", "")) // 2
    known: int | None = None
    if mnemonic == "call":
        if thunk:
            state.set(f"e{thunk[1]}", after)
        target = JUMP_TARGET.search(text)
        state.pushed = after if target and int(target[1], 16) == after else None
        return
    if mnemonic == "pop":
        known, state.pushed = state.pushed, None
    elif mnemonic == "mov" and re.fullmatch(r"%\w+,%\w+", text.strip()):
        known = state.registers.get(parts[0].lstrip("%"))
    elif mnemonic == "add" and parts[0].startswith("$") and parts[-1].startswith("%"):
        base, value = state.registers.get(last), _number(parts[0])
        known = None if base is None or value is None else base + value
    memory = _AT.search(text)
    if memory and memory[2] == "%ebp" and mnemonic == "mov" and not memory[3]:
        slot = memory[0]
        if parts[-1] == slot:
            state.set(slot, state.registers.get(parts[0].lstrip("%")))
        else:
            known = state.registers.get(slot)
    elif memory and memory[2]:
        base, index = (state.registers.get((memory[n] or "").lstrip("%")) for n in (2, 3))
        if base is None and memory[0].endswith(",1)"):
            base = index
        if base is not None:
            at = (base + int(memory[1] or "0", 16)) & _WORD
            if mnemonic == "mov" and parts[0] == memory[0]:
                known = state.word(at, _GOT)
            if known is None:
                taken = mnemonic == "lea" or memory[3]
                known = at if mnemonic == "lea" and not memory[3] else None
                yield at, None if taken else _i386_size(mnemonic)
    if parts[-1].startswith("%") and not mnemonic.startswith(("cmp", "test", "push", "j", "ucom")):
        state.set(last, known)


def _i386_size(mnemonic: str) -> int:
    if mnemonic.startswith("f"):
        return {"l": 8, "s": 4, "t": 10}.get(mnemonic[-1], 4)
    if mnemonic.endswith(("sd", "q")) and mnemonic != "movsd":
        return 8
    if mnemonic.endswith(("ps", "pd", "dqa", "dqu")):
        return 16
    width = re.fullmatch(r"mov[sz]([bw])[wl]", mnemonic)
    if width:
        return {"b": 1, "w": 2}[width[1]]
    return 8 if mnemonic == "movsd" else {"b": 1, "w": 2}.get(mnemonic[-1:], 4)
