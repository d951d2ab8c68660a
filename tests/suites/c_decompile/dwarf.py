"""Types and names of a function from gcc's debug information, to compare with those of its text."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from acidtest.lang.c_function import CVariable
from acidtest.lang.c_types import FUNCTION, VOID, CType, pointer

_ENTRY = re.compile(r" <(\w+)><(\w+)>: Abbrev Number: \d+ \(DW_TAG_(\w+)\)")
_ATTRIBUTE = re.compile(r"    <\w+> +DW_AT_(\w+) *: ?(?:\(.*?\): )?(.*)")
_SIGNS = {"2": "bool", "5": "signed", "6": "signed", "7": "unsigned", "8": "unsigned"}


@dataclass
class _Die:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Die] = field(default_factory=list)


def variables(
    source: str, entry: str, folder: Path
) -> tuple[CType, list[CVariable], list[CVariable]]:
    """Result, parameters and locals of a function."""
    (folder / "t.c").write_text(source)
    build = ["gcc", "-std=gnu17", "-g", "-O0", "-c", "t.c"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    show = ["readelf", "--debug-dump=info", "t.o"]
    text = subprocess.run(show, cwd=folder, check=True, capture_output=True, text=True).stdout
    dies: dict[str, _Die] = {}
    path: list[_Die] = []
    for line in text.splitlines():
        if match := _ENTRY.match(line):
            depth, offset, tag = int(match[1], 16), match[2], match[3]
            dies[offset] = _Die(tag)
            path[depth:] = [dies[offset]]
            if depth:
                path[depth - 1].children.append(dies[offset])
        elif path and (match := _ATTRIBUTE.match(line)):
            path[-1].attributes[match[1]] = match[2].strip()
    reader = _Reader(dies)
    function = next(
        die
        for die in dies.values()
        if die.tag == "subprogram" and die.attributes.get("name") == entry
    )
    parameters = [die for die in function.children if die.tag == "formal_parameter"]
    return (
        reader.type_of(function),
        [CVariable(die.attributes["name"], reader.type_of(die)) for die in parameters],
        [CVariable(d.attributes["name"], reader.type_of(d)) for d in reader.locals(function)],
    )


class _Reader:
    def __init__(self, dies: dict[str, _Die]) -> None:
        self._dies = dies

    def locals(self, die: _Die) -> list[_Die]:
        """Variables of a function and of the blocks in it."""
        made = []
        for child in die.children:
            if child.tag == "variable" and "external" not in child.attributes:
                made.append(child)
            elif child.tag == "lexical_block":
                made += self.locals(child)
        return made

    def type_of(self, die: _Die, inside: bool = False) -> CType:
        """The type that an entry refers to; nothing is `void`."""
        reference = die.attributes.get("type")
        if reference is None:
            return VOID
        return self._type(self._dies[reference.strip("<>").removeprefix("0x")], inside)

    def _type(self, die: _Die, inside: bool) -> CType:
        size = int(die.attributes.get("byte_size", "0"))
        encoding = die.attributes.get("encoding", "").split("\t")[0]
        if die.tag == "base_type":
            return (
                CType("float", size)
                if encoding == "4"
                else CType("integer", size, _SIGNS[encoding])
            )
        if die.tag == "pointer_type":
            return pointer(self.type_of(die, inside))
        if die.tag == "enumeration_type":
            return CType("integer", size, "enum")
        if die.tag == "subroutine_type":
            return FUNCTION
        if die.tag in ("structure_type", "union_type"):
            if inside:
                return CType("record")
            members = [child for child in die.children if child.tag == "member"]
            return CType(
                "record", size, fields=tuple(self.type_of(m, inside=True) for m in members)
            )
        if die.tag == "array_type":
            made = self.type_of(die, inside)
            for bound in reversed(die.children):
                last = bound.attributes.get("upper_bound", "")
                whole = (
                    None if not last.isdigit() or made.size is None else (int(last) + 1) * made.size
                )
                made = CType("array", whole, of=made)
            return made
        return self.type_of(die, inside)  # typedef, const, volatile, restrict
