"""How a C or C++ function is called, and what comes back, read from its prototype."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

import tree_sitter_c
import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

from acidtest.lang.affordable import affordable
from acidtest.suites.c_decompile.wire import STACK_ARGUMENTS, ResultKind, ReturnedIn

_INTEGER = re.compile(
    r"(?:(?:unsigned|signed|char|short|int|long|_Bool|bool|size_t|ssize_t|ptrdiff_t|"
    r"u?int(?:8|16|32|64|ptr|max)_t|wchar_t)\s*)+"
)
_FLOAT = re.compile(r"float|double")
_TYPES = (
    *("primitive_type", "sized_type_specifier", "type_identifier"),
    *("qualified_identifier", "template_type"),
)
# Classes that a call makes a copy of, and passes by its address; a function may change that copy.
_COPIED = re.compile(
    r"(?:const )?(?:std::)?(?:basic_string|w?string|(?:unordered_)?(?:multi)?(?:map|set)|vector"
    r"|list|forward_list|deque|queue|priority_queue|stack|function|shared_ptr|unique_ptr|any"
    r"|[io]?stringstream)\b"
)
_REGISTERS = 6


class NotStrict(Exception):
    """Why a task cannot have the strict verdict."""


@dataclass(frozen=True, slots=True)
class Passing:
    """How many bytes of the stack carry arguments, at most, and what comes back.

    Integer registers, a bit for each: those that carry a stream, and those that lead to what the
    function may change as it likes.
    """

    stack: int
    result: ResultKind
    streams: int = 0
    open: int = 0


NOTHING = Passing(0, ResultKind.NUMBER)


@functools.cache
def _grammar(language: str) -> Language:
    return Language((tree_sitter_cpp if language == "cpp" else tree_sitter_c).language())


def read_prototype(prototype: str, language: str = "c") -> tuple[Node, str, int, bytes]:
    """The list of parameters, the type of the result with its number of `*` or `&`, and the text
    read.
    """
    data = prototype.encode("utf-8", "replace")
    if not affordable(language, data):
        raise NotStrict("its prototype takes too long to read")
    root = Parser(_grammar(language)).parse(data).root_node
    declaration = next((n for n in root.children if n.type == "declaration"), None)
    if declaration is None:
        raise NotStrict("its prototype could not be read")
    node, pointers = declaration.child_by_field_name("declarator"), 0
    while node is not None and node.type != "function_declarator":
        pointers += node.type in ("pointer_declarator", "reference_declarator")
        node = node.child_by_field_name("declarator") or next(
            (child for child in node.named_children if child.type.endswith("declarator")), None
        )
    listed = node.child_by_field_name("parameters") if node is not None else None
    if listed is None:
        raise NotStrict("its prototype could not be read")
    return listed, _type_of(declaration, data), pointers, data


def returned_in(prototype: str) -> int:
    """What carries the result of a function that is called back; raises `NotStrict`."""
    _, result, pointers, _ = read_prototype(prototype)
    if pointers or _INTEGER.fullmatch(result) or result.startswith("enum "):
        return ReturnedIn.IN_RAX
    if result == "void":
        return 0
    if _FLOAT.fullmatch(result):
        return ReturnedIn.IN_XMM0
    if "long double" in result:
        raise NotStrict("it calls back a function that returns a long double")
    return sum(ReturnedIn)  # a struct, or a name for whatever


def passing(prototype: str, language: str = "c") -> Passing:
    """How a function is called, registers apart; raises `NotStrict`."""
    listed, result, pointers, data = read_prototype(prototype, language)
    if not pointers and "long double" in result and re.search(r"\b_?[Cc]omplex\b", prototype):
        raise NotStrict("it returns a complex long double")
    number = result in ("void", "long double") or bool(
        _INTEGER.fullmatch(result) or _FLOAT.fullmatch(result)
    )
    copied = language == "cpp" and not pointers and bool(_COPIED.match(result))
    # a struct may be returned through a hidden first argument
    place = _Place(int(not (pointers or number)), bool(pointers) or number or copied)
    simple = language == "c"
    floats = streams = free = 0
    for child in listed.named_children:
        shown = " ".join(data[child.start_byte : child.end_byte].decode("utf-8", "replace").split())
        if child.type == "comment" or shown == "void":
            continue
        kind, how = _type_of(child, data), _declared_as(child)
        if re.search(r"\bFILE\b", shown):
            if kind != "FILE" or how != "*" or shown.count("*") != 1:
                raise NotStrict("it is given a stream through something else")
            streams |= 1 << place.certain("a stream")
        if language == "cpp" and (how == "&" or (not how and _COPIED.match(kind))):
            if place.known(_REGISTERS) and not (how and shown.startswith("const ")):
                free |= 1 << place.integers
            place.next()
        elif how or _INTEGER.fullmatch(kind):
            place.next()
        elif _FLOAT.fullmatch(kind):
            floats += 1
        else:
            simple = False  # a variable number of arguments, names alone, a struct or a name for it
            place.lose()
    back = ResultKind.NUMBER if number else ResultKind.STRUCT
    if result in ("bool", "_Bool"):
        back = ResultKind.TRUTH
    if result == "long double":
        back = ResultKind.LONG_DOUBLE
    if copied:  # the other register holds anything
        back = ResultKind.ADDRESS
    if pointers:
        back = ResultKind.STREAM if (result, pointers) == ("FILE", 1) else ResultKind.ADDRESS
    many = place.integers > _REGISTERS or floats > 8
    if not simple or not listed.named_children or many:
        return Passing(STACK_ARGUMENTS, back, streams, free)
    return Passing(0, back, streams)


class _Place:
    """Counts the integer registers that arguments take, as far as that is known."""

    def __init__(self, integers: int, sure: bool) -> None:
        self.integers, self._sure = integers, sure

    def next(self) -> None:
        self.integers += 1

    def lose(self) -> None:
        self._sure = False

    def known(self, most: int) -> bool:
        return self._sure and self.integers < most

    def certain(self, what: str) -> int:
        """The next argument's register; raises `NotStrict` if it may be another, or none."""
        if not self.known(_REGISTERS):
            raise NotStrict(f"it is given {what} in a place that its prototype does not tell")
        return self.integers


def _declared_as(parameter: Node) -> str:
    """`&` for a reference, `*` for anything else that is an address, or nothing."""
    node = parameter.child_by_field_name("declarator")
    kind = "" if node is None else node.type.removeprefix("abstract_")
    if kind == "reference_declarator":
        return "&"
    return "*" if kind.endswith("_declarator") else ""


def _type_of(node: Node, data: bytes) -> str:
    """The type before the declarator, without qualifiers."""
    words = [
        data[child.start_byte : child.end_byte].decode("utf-8", "replace")
        for child in node.named_children
        if child.type in _TYPES or child.type.endswith("_specifier")
    ]
    return " ".join(" ".join(words).split()).replace("extern ", "").replace("static ", "")
