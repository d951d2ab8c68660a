"""C declarations of what a program holds, as a decompiler's text uses it.

By its symbol's size, the prefix of its name, and the instruction that uses it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from acidtest.lang import objdump
from acidtest.lang.elf_object import Place

# an address at the end of a name, as decompilers write it
WITH_ADDRESS = re.compile(
    r"(?!(?:local|var|param|\w{0,9}Stack|LABEL|LAB|label|loc|code_r|joined_r|switchD|caseD)_?)"
    r"\w*?(?:_|[a-z]Ram)(?=[a-fA-F]*\d)([0-9a-fA-F]{4,16})",
    re.ASCII,
)
_SIZES = {1: "char", 2: "short", 4: "int", 8: "long", 16: "__int128"}
_PREFIXES = {  # IDA's, and Ghidra's strings and pointers
    **{"byte": "char", "word": "short", "dword": "int", "qword": "long", "flt": "float"},
    **{"dbl": "double", "xmmword": "unsigned __int128", "off": "void *", "PTR": "void *"},
    **{"unk": "char", "asc": "char []", "s": "char []"},
}
_SCALAR = re.compile(r"(?:char|short|int|long|float|double|_Bool|bool|unsigned|signed|const| )+")
_FIXED = {
    f"{sign}int{8 * size}_t": f"{'unsigned ' if sign else ''}{name}"
    for sign in ("u", "")
    for size, name in _SIZES.items()
    if size < 16
} | {"size_t": "unsigned long", "ssize_t": "long", "bool": "_Bool"}


@dataclass(frozen=True, slots=True)
class ProgramPart:
    """Something of the program: where the reference's object has it, and how the code uses it."""

    place: Place
    size: int = 0
    function: str = ""
    access: str = ""


def prototype(name: str, head: str, function: str) -> str:
    """A function's head as the reference has it in scalars; parameters only if some are not passed
    as integers.

    A decompiler may show a struct as the registers that hold it.
    """
    before, _, listed = head.rstrip("\n;").partition("(")
    result = _scalar(before[: before.rfind(function)] if function in before else "")
    parameters = [_scalar(re.sub(r"\w+\s*$", "", one)) for one in listed[:-1].split(",")]
    floats = any(re.search(r"\b(?:float|double)$", one or "") for one in parameters)
    shown = ", ".join(filter(None, parameters)) if floats and all(parameters) else ""
    return f"extern {result or 'long'} {name}({shown});"


def _scalar(text: str) -> str | None:
    """A type that needs no definition; None if there is no such."""
    words = re.sub(r"\b(?:static|inline|extern|register|__inline)\b", " ", text).split()
    bare = " ".join(_FIXED.get(word, word) for word in words)
    if "*" in text or "[" in text:
        return "void *"
    return bare if bare == "void" or _SCALAR.fullmatch(bare) else None


def declarator(name: str, given: ProgramPart, text: str) -> str:
    """What declares a variable: its type, its name, and whether it is an array."""
    prefix = re.match(r"_?([A-Za-z]+)_", name)
    kind = _PREFIXES.get(prefix[1], "") if prefix and WITH_ADDRESS.fullmatch(name) else ""
    if not kind:
        size = given.size or objdump.access_width(given.access)
        if size not in _SIZES or (size == 16 and objdump.access_width(given.access) != 16):
            # whoever takes its address counts in bytes
            one = re.search(rf"&{name}\b", text) and not re.search(rf"(?<!&)\b{name}\b", text)
            return f"unsigned char {name}" + ("" if one else f"[{max(1, given.size)}]")
        kind = _type_of(name, given.access, size, text)
    if kind.endswith("[]"):
        return f"{kind[:-3]} {name}[]"
    return f"{kind} {name}[]" if re.search(rf"\b{name}\s?\[", text) else f"{kind} {name}"


def _type_of(name: str, access: str, size: int, text: str) -> str:
    """By the instruction; by the name of the variable that it is assigned to, as Ghidra's say."""
    if size in (4, 8) and objdump.is_float(access):
        return "float" if size == 4 else "double"
    signed = not access.startswith("movz") and size < 16
    if match := re.search(rf"\b([a-z]{{1,3}})Var\d+ = {name}\b", text):
        signed = match[1] not in ("u", "b", "us")
    if size == 1 and not access.startswith("movs"):
        signed = False
    return f"{'signed' if signed else 'unsigned'} {_SIZES[size]}"
