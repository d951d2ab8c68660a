"""C types without their names: what a declaration says of width, kind, sign and what is pointed to.

`unsigned`, `uint32_t` and a typedef of either are one type here, and a struct is its fields. Widths
are those of 64-bit Linux. Nothing is compiled, so a type that the text does not define is only a
name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tree_sitter import Node

from acidtest.core.untrusted import whole_number
from acidtest.lang.c_source import parse
from acidtest.lang.tree import text_of

_DEEP = 32
"""Typedefs of typedefs, pointers to pointers: what is deeper is an unknown type."""
_FIELDS = 256

Kind = Literal["integer", "float", "pointer", "array", "record", "function", "void", "word", "name"]


@dataclass(frozen=True, slots=True)
class CType:
    """A type; `size` in bytes, None if it is not known.

    `sign` of an integer is `signed`, `unsigned`, `bool` or `enum`. Of a `word` only the size is
    known, as of Ghidra's `undefined4`. A `name` is not defined in the text. `of` is what a pointer
    points to, or the element of an array. A record inside a record has no `fields`.
    """

    kind: Kind
    size: int | None = None
    sign: str = ""
    of: CType | None = None
    fields: tuple[CType, ...] = ()
    name: str = ""


def pointer(to: CType) -> CType:
    """A pointer to a type."""
    return CType("pointer", 8, of=to)


def _integer(size: int, sign: str = "signed") -> CType:
    return CType("integer", size, sign)


VOID = CType("void", 0)
FUNCTION = CType("function")
_PLAIN = {
    "char": 1, "short": 2, "int": 4, "long": 8, "__int128": 16, "__int128_t": 16, "int8_t": 1,
    "int16_t": 2, "int32_t": 4, "int64_t": 8, "intptr_t": 8, "intmax_t": 8, "ssize_t": 8,
    "ptrdiff_t": 8, "time_t": 8, "off_t": 8, "wchar_t": 4,
}  # fmt: skip
_UNSIGNED = {
    "uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "uint64_t": 8, "uintptr_t": 8, "uintmax_t": 8,
    "size_t": 8, "__uint128_t": 16, "wint_t": 4,
}  # fmt: skip
_STANDARD: dict[str, CType] = {
    **{name: _integer(size) for name, size in _PLAIN.items()},
    **{name: _integer(size, "unsigned") for name, size in _UNSIGNED.items()},
    "bool": _integer(1, "bool"),
    "_Bool": _integer(1, "bool"),
    "float": CType("float", 4),
    "double": CType("float", 8),
    "void": VOID,
}
_SIGNS = {"signed": "signed", "__signed__": "signed", "unsigned": "unsigned"}
_WORDS = re.compile(r"[A-Za-z_]\w*")
_NOT_A_TYPE = frozenset("const volatile restrict register static extern struct union enum".split())


class CScope:
    """The types that some texts define at file level; a later text comes before an earlier one."""

    def __init__(self, texts: Iterable[str], known: Mapping[str, CType] | None = None) -> None:
        self._known = {**_STANDARD, **(known or {})}
        self._typedefs: dict[str, tuple[Node, Node]] = {}
        self._tags: dict[str, Node] = {}
        self._names: dict[tuple[str, bool], CType] = {}
        self._records: dict[tuple[int, int, int], CType] = {}
        self.macros: dict[str, str] = {}
        self._roots = [parse(text, "c")[1] for text in texts]  # a node needs its tree
        for root in self._roots:
            self._read(root)

    def _read(self, root: Node) -> None:
        waiting = list(reversed(root.children))
        while waiting:
            node = waiting.pop()
            kind = node.type
            if kind.startswith("preproc_if") or kind in ("preproc_else", "linkage_specification"):
                waiting += reversed(node.children)
            elif kind == "preproc_def":
                name, value = (node.child_by_field_name(part) for part in ("name", "value"))
                if name is not None:
                    self.macros[text_of(name)] = text_of(value).strip() if value is not None else ""
            elif kind == "type_definition":
                for declarator in node.children_by_field_name("declarator"):
                    named = name_in(declarator)
                    if named is not None:
                        self._typedefs[text_of(named)] = (node, declarator)
            if kind in ("type_definition", "declaration", "function_definition"):
                inner = node.child_by_field_name("type")
                node, kind = (inner, inner.type) if inner is not None else (node, kind)
            if kind in ("struct_specifier", "union_specifier"):
                tag, body = (node.child_by_field_name(part) for part in ("name", "body"))
                if tag is not None and body is not None:
                    self._tags[text_of(tag)] = node

    def declared(self, declaration: Node, declarator: Node | None) -> CType:
        """The type of one declarator in a declaration or parameter."""
        return self._declared(declaration, declarator, 0, inside=False)

    def result(self, function: Node, own: Node) -> CType:
        """What a function returns; `own` is the declarator with its name and parameters."""
        declarator = function.child_by_field_name("declarator")
        return self._declared(function, declarator, 0, inside=False, end=own)

    def parameter(self, declaration: Node, declarator: Node | None) -> CType:
        """The same for a parameter: arrays and functions are pointers."""
        declared = self.declared(declaration, declarator)
        if declared.kind == "array" and declared.of is not None:
            return pointer(declared.of)
        return pointer(declared) if declared.kind == "function" else declared

    def named(self, name: str) -> CType:
        """The type that one word means."""
        return self._name(name, 0, inside=False)

    def _declared(
        self,
        declaration: Node,
        declarator: Node | None,
        depth: int,
        inside: bool,
        end: Node | None = None,
    ) -> CType:
        made = self._base(declaration.child_by_field_name("type"), depth, inside)
        # from the outside in: each layer is applied to what the one around it gives
        for _ in range(_DEEP):
            if declarator is None or declarator == end:
                break
            kind = declarator.type
            if kind.endswith("pointer_declarator"):
                made = pointer(made)
            elif kind.endswith("array_declarator"):
                made = self._array(made, declarator.child_by_field_name("size"))
            elif kind.endswith("function_declarator"):
                made = FUNCTION
            declarator = inner_declarator(declarator)
        return made

    def _array(self, element: CType, size: Node | None) -> CType:
        extent = None
        if size is not None:
            digits = text_of(size)
            extent = whole_number(self.macros.get(digits, digits), 9)
        whole = None if extent is None or element.size is None else extent * element.size
        return CType("array", whole, of=element)

    def _base(self, node: Node | None, depth: int, inside: bool) -> CType:
        if node is None:
            return _integer(4)  # C without a type is int
        if node.type in ("struct_specifier", "union_specifier"):
            return self._record(node, depth, inside)
        if node.type == "enum_specifier":
            return _integer(4, "enum")
        return self._words(_WORDS.findall(text_of(node)), depth, inside)

    def _words(self, words: list[str], depth: int, inside: bool) -> CType:
        words = [word for word in words if word not in _NOT_A_TYPE]
        signs = [_SIGNS[word] for word in words if word in _SIGNS]
        names = [word for word in words if word not in _SIGNS]
        if "double" in names:
            return CType("float", 16 if "long" in names else 8)
        if len(names) > 1:  # `long int`, `short int`, `long long`
            names = [name for name in names if name != "int"][:1] or ["int"]
        made = self._name(names[0], depth, inside) if names else _integer(4)
        return replace(made, sign=signs[-1]) if signs and made.kind == "integer" else made

    def _name(self, name: str, depth: int, inside: bool) -> CType:
        key = name, inside
        if key not in self._names:
            made = self._meaning(name, depth, inside)
            self._names.setdefault(key, made)
        return self._names[key]

    def _meaning(self, name: str, depth: int, inside: bool) -> CType:
        if depth > _DEEP:
            return CType("name", name=name)
        if name in self.macros and self.macros[name] != name:
            return self._words(_WORDS.findall(self.macros[name]), depth + 1, inside)
        if name in self._typedefs:
            return self._declared(*self._typedefs[name], depth + 1, inside)
        if name in self._known:
            return self._known[name]
        return CType("name", name=name)

    def _record(self, node: Node, depth: int, inside: bool) -> CType:
        tag = node.child_by_field_name("name")
        if node.child_by_field_name("body") is None and tag is not None:
            node = self._tags.get(text_of(tag), node)
        body = node.child_by_field_name("body")
        if body is None:
            return CType("name", name=text_of(tag) if tag is not None else "")
        if inside or depth > _DEEP:  # may be the record itself again, or grow without end
            return CType("record")
        key = node.id, node.start_byte, node.end_byte
        if key not in self._records:
            self._records[key] = self._fields(node.type, body, depth)
        return self._records[key]

    def _fields(self, kind: str, body: Node, depth: int) -> CType:
        fields: list[CType] = []
        packed = False  # bits share units, so the size is not the sum of the fields
        for field in body.named_children[:_FIELDS]:
            if field.type == "field_declaration":
                packed |= any(child.type == "bitfield_clause" for child in field.children)
                for declarator in declarators(field):
                    fields.append(self._declared(field, declarator, depth + 1, inside=True))
        size = None if packed else _size(kind, fields)
        return CType("record", size, fields=tuple(fields))


def _size(kind: str, fields: Iterable[CType]) -> int | None:
    """The size of a record, with the padding that x86-64 gives it."""
    offset, most, aligned = 0, 0, 1
    for field in fields:
        size, inner = field.size, field
        while inner.kind == "array" and inner.of is not None:
            inner = inner.of
        if size is None or not inner.size:
            return None
        align = min(inner.size, 16)
        aligned = max(aligned, align)
        offset = -(-offset // align) * align + size
        most = max(most, size)
    whole = most if kind == "union_specifier" else offset
    return -(-whole // aligned) * aligned


def declarators(declaration: Node) -> list[Node | None]:
    """What a declaration declares; one None if it declares nothing by name."""
    return [*declaration.children_by_field_name("declarator")] or [None]


def inner_declarator(node: Node) -> Node | None:
    """What a declarator declares further in; None at its name."""
    inner = node.child_by_field_name("declarator")
    if inner is None and node.type.endswith("declarator"):
        inner = next(
            (c for c in node.named_children if c.type.endswith(("declarator", "identifier"))), None
        )
    return inner


def name_in(declarator: Node | None) -> Node | None:
    """The name that a declarator declares, if it has one."""
    for _ in range(_DEEP):
        if declarator is None or declarator.type.endswith("identifier"):
            return declarator
        if declarator.type == "primitive_type":  # the grammar knows some typedefs as keywords
            return declarator
        declarator = inner_declarator(declarator)
    return None
