"""Which registers carry a function's arguments, read from gcc's code for its reference.

Unoptimised code stores every argument on the stack before it does anything else, so a register of
the calling convention that is read before it is written carries one. This holds for structs and
hidden arguments too, without knowing their types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_INTEGERS = ("di", "si", "dx", "cx", "8", "9")
_REGISTER = re.compile(r"%(?:[re]?(di|si|dx|cx)|(dil|sil|dl|cl)|r([89])[dwb]?|xmm([0-7]))\b")
_LOW = {"dil": "di", "sil": "si", "dl": "dx", "cl": "cx"}
_RAX = re.compile("%(?:[re]?ax|al)")
_FLOATS = 10  # numbers from here on are vector registers
_OPERAND = re.compile(r"(?:[^,(]|\([^)]*\))+")
_WRITES = ("mov", "lea", "cvt", "set", "pop")
_READS = ("cmp", "test", "push", "comis", "ucomis", "idiv", "div", "mul")
_CLEARS = ("xor", "pxor", "xorps", "xorpd", "vpxor", "vxorps", "vxorpd")
_WHOLE = ("movaps", "movups", "movapd", "movupd", "movdqa", "movdqu", "vmovaps", "vmovdqa")


@dataclass(frozen=True, slots=True)
class Registers:
    """Bits: integer registers, vector registers, and of these the ones that are used whole.

    A variadic function may be given any of them; its call says how many vector registers. Of the
    integer registers, `streams` carry a `FILE *`, and `open` lead to what the function may change
    as it likes.
    """

    integers: int = 0
    floats: int = 0
    whole: int = 0
    variadic: bool = False
    streams: int = 0
    open: int = 0


ANY = Registers(0x3F, 0xFF, 0xFF, variadic=True)


def passed(assembly: str, name: str) -> int:
    """Bits of the integer registers in which calls of a function pass something, at most.

    A variadic function may use any, and its call does not say how many. Unoptimised code fills them
    right before the call and does not read them again; all of them if it is called by its address.
    """
    bits = 0
    lines = assembly.splitlines()
    call = re.compile(rf"call\s+{re.escape(name)}(?:@PLT)?$")
    mention = re.compile(rf"(?<![\w.$]){re.escape(name)}(?![\w.$])")
    for at, line in enumerate(lines):
        text = line.strip()
        if call.match(text):
            filled = _filled(lines, at)
            bits |= (1 << next(i for i in range(7) if i not in filled)) - 1
        elif mention.search(text) and not text.startswith((".type", ".size", ".globl", ".string")):
            return 0x3F
    return bits


def _filled(lines: list[str], end: int) -> set[int]:
    """The registers that the straight piece of code before a line writes, and then never reads."""
    filled: set[int] = set()
    read: set[int] = set()
    for at in range(end - 1, -1, -1):
        operation, _, rest = lines[at].strip().partition("\t")
        if operation.startswith(("j", "call", "ret")) or operation.endswith(":"):
            break
        operands = [text.strip() for text in _OPERAND.findall(rest)]
        if not operands or operation[0] == ".":
            continue
        target = operands[-1]
        cleared = operation in _CLEARS and len(set(operands)) == 1
        overwritten = "(" not in target and operation.startswith(_WRITES)
        if "(" not in target and not operation.startswith(_READS):
            filled |= _registers(target) - read
        read |= _registers(" ".join([] if cleared else operands[:-1] if overwritten else operands))
    return filled


def arguments(assembly: str, name: str) -> Registers:
    """The registers that a function of some unoptimised code is given; any if it is not there."""
    start = re.search(rf"^{re.escape(name)}:$", assembly, re.MULTILINE)
    if start is None:
        return ANY
    given: set[int] = set()
    whole: set[int] = set()
    written: set[int] = set()
    count_gone = False
    for line in assembly[start.end() :].splitlines():
        operation, _, rest = line.strip().partition("\t")
        if operation == "testb" and "%al" in rest and not count_gone:  # the call's count of floats
            return ANY
        if operation.startswith(("j", "call", "ret")):
            break
        if not operation or operation[0] == "." or operation.endswith(":"):
            continue
        operands = [text.strip() for text in _OPERAND.findall(rest)]
        target = operands[-1] if operands else ""
        cleared = operation in _CLEARS and len(set(operands)) == 1
        overwritten = "(" not in target and operation.startswith(_WRITES)
        read = [] if cleared else operands[:-1] if overwritten else operands
        for register in _registers(" ".join(read)) - written:
            given.add(register)
            if operation in _WHOLE and "(" in target:
                whole.add(register)
        if "(" not in target:
            written |= _registers(target)
            count_gone = count_gone or bool(_RAX.fullmatch(target))
    return Registers(_bits(given), _bits(given, _FLOATS), _bits(whole, _FLOATS))


def _bits(registers: set[int], first: int = 0) -> int:
    return sum(1 << number - first for number in registers if 0 <= number - first < _FLOATS)


def _registers(text: str) -> set[int]:
    numbers = set()
    for name, low, numbered, vector in _REGISTER.findall(text):
        if vector:
            numbers.add(_FLOATS + int(vector))
        else:
            numbers.add(_INTEGERS.index(name or _LOW.get(low, "") or numbered))
    return numbers
