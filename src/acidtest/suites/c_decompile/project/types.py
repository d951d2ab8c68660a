"""The types of a C file, as far as inputs can be made of them and results compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from acidtest.suites.c_decompile.agrees import SCALARS
from acidtest.suites.c_decompile.project.items import ItemKind, ParsedUnit, declared_name

_DEPTH = 40


class NotTyped(Exception):
    """Why no inputs can be made of a type."""


@dataclass(frozen=True, slots=True)
class Void:
    """No type."""


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A number; `code` as the struct module has it."""

    code: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer; `const` is what it points to."""

    target: CType
    const: bool


@dataclass(frozen=True, slots=True)
class Array:
    """An array, as a member or a parameter; its extent is for the compiler to say."""

    element: CType


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union; `name` is how C spells it, empty if it has no name.

    Its members are read when they are needed: it may lead to itself.
    """

    name: str
    union: bool
    key: int


@dataclass(frozen=True, slots=True)
class FunctionType:
    """A function, of which there are pointers."""

    result: CType
    parameters: tuple[CType, ...]
    spelled: str


CType = Void | ScalarType | Pointer | Array | Record | FunctionType


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a record, or a parameter; `const` ones cannot be assigned."""

    name: str
    type: CType
    const: bool = False
    bits: bool = False


class Types:
    """The types of one file."""

    def __init__(self, unit: ParsedUnit) -> None:
        self._unit = unit
        self._typedefs: dict[str, tuple[Node, Node]] = {}
        self._tags: dict[str, Node] = {}
        self._nodes: list[Node] = []
        self._keys: dict[int, int] = {}
        for item in unit.items:
            if item.kind in (ItemKind.TYPE, ItemKind.VARIABLE):
                self._learn(item.node)

    def _learn(self, node: Node) -> None:
        if node.type == "type_definition":
            for declarator in node.children_by_field_name("declarator"):
                name = declared_name(declarator)
                if name is not None:
                    self._typedefs.setdefault(self._unit.text(name), (node, declarator))
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if part.type in ("struct_specifier", "union_specifier", "enum_specifier"):
                name, body = part.child_by_field_name("name"), part.child_by_field_name("body")
                if name is not None and body is not None:
                    self._tags.setdefault(self._unit.text(name), part)
            if part.type != "initializer_list":
                waiting += part.named_children

    def declared(self, node: Node, declarator: Node | None, depth: int = 0) -> CType:
        """The type of what a declaration declares with one of its declarators."""
        if depth > _DEPTH:
            raise NotTyped("its types lead too deep")
        base = self._base(node, depth)
        return self._shaped(base, declarator, _const(node, self._unit), depth)

    def _base(self, node: Node, depth: int) -> CType:
        kind = node.child_by_field_name("type")
        if kind is None:
            raise NotTyped("it has a type that could not be read")
        text = " ".join(self._unit.text(kind).split())
        if kind.type in ("struct_specifier", "union_specifier"):
            return self._record(kind)
        if kind.type == "enum_specifier":
            return ScalarType("I")
        if text == "void":
            return Void()
        if text in self._typedefs:
            meant = self.declared(*self._typedefs[text], depth + 1)
            return replace(meant, name=text) if isinstance(meant, Record) else meant
        if text in SCALARS:
            return ScalarType(SCALARS[text])
        if kind.type == "sized_type_specifier":
            words = sorted(word for word in text.split() if word not in ("int", "signed"))
            name = " ".join(words) or "int"
            names = {"long unsigned": "unsigned long", "short unsigned": "unsigned short",
                     "char unsigned": "unsigned char", "long long unsigned": "unsigned long long",
                     "char": "signed char"}  # fmt: skip
            if (name := names.get(name, name)) in SCALARS:
                return ScalarType(SCALARS[name])
        if text == "__builtin_va_list" or text == "va_list":
            raise NotTyped("it takes a variable number of arguments")
        raise NotTyped(f"no inputs can be made of type {text[:60]}")

    def _record(self, kind: Node) -> Record:
        name, body = kind.child_by_field_name("name"), kind.child_by_field_name("body")
        union = kind.type == "union_specifier"
        spelled = ""
        if name is not None:
            tag = self._unit.text(name)
            spelled = f"{'union' if union else 'struct'} {tag}"
            kind = kind if body is not None else self._tags.get(tag, kind)
        key = self._keys.setdefault(kind.id, len(self._nodes))
        if key == len(self._nodes):
            self._nodes.append(kind)
        return Record(spelled, union, key)

    def members(self, record: Record) -> Sequence[Member]:
        """What a record consists of; raises `NotTyped` if that is not known."""
        body = self._nodes[record.key].child_by_field_name("body")
        if body is None:
            raise NotTyped(f"what {record.name} consists of is not known")
        members: list[Member] = []
        for child in body.named_children:
            if child.type != "field_declaration":
                if child.type != "comment":
                    raise NotTyped(f"{record.name} could not be read")
                continue
            bits = any(part.type == "bitfield_clause" for part in child.named_children)
            const = _const(child, self._unit)
            declarators = child.children_by_field_name("declarator")
            if not declarators and not bits:
                kind = self.declared(child, None)
                if isinstance(kind, Record):  # an anonymous one: its members are the record's
                    members += self.members(kind)
            for declarator in declarators:
                name = _field_name(declarator)
                kind = self.declared(child, declarator)
                plain = const and not isinstance(kind, Pointer)
                text = self._unit.text(declarator)
                fixed = plain or (isinstance(kind, Pointer) and "const" in text)
                members.append(Member(self._unit.text(name), kind, fixed, bits))
        return members

    def _shaped(self, base: CType, node: Node | None, const: bool, depth: int) -> CType:
        while node is not None:
            kind = node.type.removeprefix("abstract_")
            if kind == "pointer_declarator":
                base = Pointer(base, const)
                const = "const" in self._unit.text(node).partition("*")[2].split("*")[0].split()
            elif kind == "array_declarator":
                base = Array(base)
            elif kind == "function_declarator":
                listed = node.child_by_field_name("parameters")
                parameters = tuple(m.type for m in self.parameters(listed, depth + 1))
                base = FunctionType(base, parameters, "")
            inner = node.child_by_field_name("declarator")
            if inner is None and kind not in ("identifier", "field_identifier"):
                inner = next(
                    (c for c in node.named_children if c.type.endswith("declarator")), None
                )
            node = inner
        return base

    def parameters(self, listed: Node | None, depth: int = 0) -> list[Member]:
        """The parameters of a function; arrays are pointers."""
        made: list[Member] = []
        for child in listed.named_children if listed is not None else ():
            if child.type == "comment":
                continue
            if child.type != "parameter_declaration":
                raise NotTyped("it takes a variable number of arguments")
            declarator = child.child_by_field_name("declarator")
            kind = self.declared(child, declarator, depth)
            if isinstance(kind, Void):
                continue
            if isinstance(kind, Array):
                kind = Pointer(kind.element, _const(child, self._unit))
            if isinstance(kind, FunctionType):
                kind = Pointer(kind, const=True)
            name = declared_name(declarator)
            made.append(Member("" if name is None else self._unit.text(name), kind))
        return made


def _field_name(declarator: Node) -> Node:
    node: Node | None = declarator
    while node is not None and node.type != "field_identifier":
        inner = node.child_by_field_name("declarator")
        node = inner or next(
            (c for c in node.named_children if c.type.endswith(("declarator", "identifier"))), None
        )
    if node is None:
        raise NotTyped("a member could not be read")
    return node


def _const(node: Node, unit: ParsedUnit) -> bool:
    return any(c.type == "type_qualifier" and unit.text(c) == "const" for c in node.children)
