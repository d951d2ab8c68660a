"""Which functions can be called on generated inputs, and how: read from the prototype."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.core.untrusted import whole_number
from acidtest.lang.affordable import affordable

# by name: letter of the struct module. x86-64 and aarch64 Linux agree on all but char's sign.
SCALARS = {
    "char": "b", "signed char": "b", "unsigned char": "B", "short": "h", "short int": "h",
    "unsigned short": "H", "unsigned short int": "H", "int": "i", "signed": "i", "signed int": "i",
    "unsigned": "I", "unsigned int": "I", "long": "q", "long int": "q", "unsigned long": "Q",
    "unsigned long int": "Q", "long long": "q", "long long int": "q", "unsigned long long": "Q",
    "unsigned long long int": "Q", "float": "f", "double": "d", "bool": "?", "_Bool": "?",
    "int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i",
    "uint32_t": "I", "int64_t": "q", "uint64_t": "Q", "size_t": "Q", "ssize_t": "q",
    "ptrdiff_t": "q", "intptr_t": "q", "uintptr_t": "Q",
}  # fmt: skip
_LENGTH_NAME = re.compile(
    r"(?i)[a-z]?n[a-z]?|m|.*(len|length|size|count|cap|capacity|rows?|num|total)\d*|(n|num)_?\w+|sz"
)
_TYPEDEF = re.compile(r"\btypedef\s+([\w\s]+?)\s+(\w+)\s*;")
SLOTS = 8


class NotAllowed(Exception):
    """Why the function cannot be called on generated inputs."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number; `code` as the struct module has it."""

    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Buffer:
    """A pointer to `factor` times as many elements as the parameter `length` says.

    `text` ends with a NUL. Without a length it is one string, or as many elements as `beside`,
    the length of another array, or just `factor`.
    """

    name: str
    code: str
    text: bool
    const: bool
    factor: int = 1
    length: int | None = None
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class CallSignature:
    """How to call `entry`; `result` is a code, `*` for a pointer, `s` for text, "" for nothing.

    A pointer points to elements of code `element`; `count` is the parameter that points to their
    number, if there is one.
    """

    entry: str
    result: str
    result_type: str
    element: str
    count: int | None
    parameters: Sequence[Scalar | Buffer]
    types: Sequence[str]

    @property
    def lengths(self) -> set[int]:
        """Which parameters are the length of a buffer."""
        return {p.length for p in self.parameters if isinstance(p, Buffer) and p.length is not None}


def read_signature(prototype: str, entry: str, dependencies: str) -> CallSignature:
    """The signature of a C prototype; raises `NotAllowed`."""
    known = dict(SCALARS)
    for meaning, name in _TYPEDEF.findall(dependencies):
        if " ".join(meaning.split()) in known:
            known[name] = known[" ".join(meaning.split())]
    data = prototype.encode("utf-8", "replace")
    if not affordable("c", data):
        raise NotAllowed("its prototype takes too long to read")
    root = Parser(Language(tree_sitter_c.language())).parse(data).root_node
    declaration = next((n for n in root.children if n.type == "declaration"), None)
    if declaration is None or root.has_error:
        raise NotAllowed("its prototype could not be read")
    node, stars = declaration.child_by_field_name("declarator"), 0
    while node is not None and node.type == "pointer_declarator":
        node, stars = node.child_by_field_name("declarator"), stars + 1
    listed = node.child_by_field_name("parameters") if node is not None else None
    if node is None or node.type != "function_declarator" or listed is None:
        raise NotAllowed("its prototype could not be read")
    base = _base(declaration, data)
    result = _result(base, stars, known)
    given: list[Scalar | Buffer] = []
    types: list[str] = []
    for child in listed.named_children:
        if child.type == "comment" or _text(child, data) == "void":
            continue
        if child.type != "parameter_declaration":
            raise NotAllowed("it takes a variable number of arguments")
        given.append(_parameter(child, data, known, len(given)))
        types.append(_base(child, data))
    parameters = with_lengths(given)
    buffers = [p for p in parameters if isinstance(p, Buffer)]
    if len(buffers) > SLOTS:
        raise NotAllowed(f"it takes more than {SLOTS} buffers")
    if not result and all(b.const for b in buffers):
        raise NotAllowed("it returns nothing and writes to none of its arguments")
    return CallSignature(
        entry=entry,
        result=result,
        result_type=f"{base} {'*' * stars}",
        element=known.get(base, ""),
        count=next((i for i, p in enumerate(parameters) if _tells_count(p)), None),
        parameters=parameters,
        types=types,
    )


def _tells_count(parameter: Scalar | Buffer) -> bool:
    """Whether it can be an output parameter for the number of returned elements."""
    return (
        isinstance(parameter, Buffer)
        and not parameter.const
        and parameter.length is None
        and parameter.code in "hHiIqQ"
        and bool(_LENGTH_NAME.fullmatch(parameter.name))
    )


def _text(node: Node, data: bytes) -> str:
    return " ".join(data[node.start_byte : node.end_byte].decode("utf-8", "replace").split())


def _base(node: Node, data: bytes) -> str:
    """The type before the declarator, without qualifiers."""
    words = [
        _text(child, data)
        for child in node.named_children
        if child.type in ("primitive_type", "sized_type_specifier", "type_identifier")
        or child.type.endswith(("struct_specifier", "union_specifier", "enum_specifier"))
    ]
    return " ".join(words)


def _result(base: str, stars: int, known: Mapping[str, str]) -> str:
    if stars == 1 and base == "char":
        return "s"
    if stars == 1 and base in known:
        return "*"
    if stars == 0 and base == "void":
        return ""
    if stars == 0 and base in known:
        return known[base]
    raise NotAllowed(f"what it returns cannot be compared: {base} {'*' * stars}".rstrip())


def _parameter(node: Node, data: bytes, known: Mapping[str, str], at: int) -> Scalar | Buffer:
    shown = _text(node, data)
    base = _base(node, data)
    const = any(_text(c, data) == "const" for c in node.children if c.type == "type_qualifier")
    name, shape, factor = f"argument {at + 1}", "", 1
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "identifier":
        if declarator.type.endswith("pointer_declarator"):
            shape += "*"
        elif declarator.type.endswith("array_declarator"):
            shape += "["
            size = declarator.child_by_field_name("size")
            digits = _text(size, data) if size is not None else ""
            extent = whole_number(digits or "1", 9)
            if extent is None:
                raise NotAllowed(f"its parameter '{shown}' has an extent that is not a number")
            factor *= extent
        elif declarator.type.endswith("function_declarator"):
            raise NotAllowed(f"its parameter '{shown}' is a function")
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            kinds = ("identifier", "pointer_declarator", "array_declarator", "function_declarator")
            inner = next((c for c in declarator.named_children if c.type in kinds), None)
        declarator = inner
    if declarator is not None:
        name = _text(declarator, data)
    code = known.get(base)
    # from the outside in: a pointer, an array, or a pointer to arrays; not an array of pointers
    if code is None or not re.fullmatch(r"\*?|\[+\*?", shape) or factor > 4096:
        raise NotAllowed(f"its parameter '{shown}' is neither number, string nor array of numbers")
    if not shape:
        return Scalar(name, code)
    return Buffer(name, code, base == "char" and factor == 1, const, factor)


def with_lengths(given: Sequence[Scalar | Buffer]) -> list[Scalar | Buffer]:
    """Pointers paired with the parameters that say how much they point to."""
    whole = [i for i, p in enumerate(given) if isinstance(p, Scalar) and p.code in "hHiIqQ"]
    named = [i for i in whole if _LENGTH_NAME.fullmatch(given[i].name)]
    done: list[Scalar | Buffer] = []
    before: int | None = None
    for at, parameter in enumerate(given):
        if isinstance(parameter, Scalar):
            done.append(parameter)
            continue
        end = next(
            (i for i in range(at + 1, len(given)) if isinstance(given[i], Buffer)), len(given)
        )
        near = [i for i in named if at < i < end]
        if not near and not parameter.text and at + 1 in whole:
            near = [at + 1]
        shared = [i for i in named if i > at]
        if not near and not parameter.text and before is None and shared:
            near = shared[:1]
        length = near[0] if near else None
        done.append(
            Buffer(
                parameter.name,
                parameter.code,
                parameter.text,
                parameter.const,
                parameter.factor,
                length,
                None if parameter.text else before,
            )
        )
        before = length if length is not None else before
    return done
