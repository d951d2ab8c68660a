"""A preprocessed file, taken apart: its declarations and definitions, and the names each uses."""

from __future__ import annotations

import enum
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.lang.affordable import affordable
from acidtest.lang.c_source import prototype_style

_MARK = re.compile(rb'^#(?: line)? (\d+) "((?:[^"\\\n]|\\.)*)"([ \d]*)$', re.MULTILINE)
_PRAGMA = re.compile(rb"^[ \t]*#[^\n]*$", re.MULTILINE)
# Words that the grammar does not know in every place, and that change no meaning here.
_UNPARSED = re.compile(
    rb"\b(?:__extension__|__restrict(?:__)?|__const|__volatile__?|__inline__?|__signed__"
    rb"|_Noreturn|_Atomic)\b"
)
_INSTEAD = {
    b"__restrict": b"restrict", b"__restrict__": b"restrict", b"__const": b"const",
    b"__inline": b"inline", b"__inline__": b"inline", b"__signed__": b"signed",
    b"__volatile__": b"volatile", b"__volatile": b"volatile",
}  # fmt: skip
_TAGGED = ("struct_specifier", "union_specifier", "enum_specifier")
_NAMING = ("identifier", "type_identifier", "primitive_type")
_SIZE_MAX = 8 << 20
_SYSTEM = re.compile(r"^/usr/(?:local/)?(?:include|lib/gcc[\w-]*)/")


class ItemKind(enum.Enum):
    """What an item is."""

    TYPE = enum.auto()
    PROTOTYPE = enum.auto()
    EXTERN = enum.auto()
    VARIABLE = enum.auto()
    FUNCTION = enum.auto()
    OTHER = enum.auto()


@dataclass(frozen=True, eq=False, slots=True)
class CItem:
    """One top-level piece of a file.

    `names` are those it defines, `words` those it uses. `header` is the standard header that it
    comes from, as the project includes it; empty for the project's own.
    """

    kind: ItemKind
    text: str
    names: tuple[str, ...]
    words: frozenset[str]
    file: str
    line: int
    header: str
    node: Node
    static: bool = False

    @property
    def name(self) -> str:
        """The first name."""
        return self.names[0] if self.names else ""


@dataclass(frozen=True, eq=False)
class ParsedUnit:
    """The items of one preprocessed file, in order, and the places of each name."""

    file: str
    data: bytes
    items: tuple[CItem, ...]
    places: dict[str, list[int]] = field(default_factory=dict)

    def text(self, node: Node) -> str:
        """What stands at a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


class NotParsed(Exception):
    """Why a file could not be taken apart."""


def parse_unit(file: str, preprocessed: bytes, root: str = "") -> ParsedUnit:
    """The items of a file after preprocessing, with line marks; raises `NotParsed`.

    Parameters in the old style are brought into the new. `root` is the folder of its project.
    """
    if len(preprocessed) > _SIZE_MAX:
        raise NotParsed(f"it is over {_SIZE_MAX >> 20} MiB after preprocessing")
    marks = _Marks(preprocessed, root)
    data = _PRAGMA.sub(lambda m: b" " * len(m[0]), preprocessed)
    data = prototype_style(data.decode("latin-1"), always=True)[0].encode("latin-1")
    data = _UNPARSED.sub(lambda m: _INSTEAD.get(m[0], b"").ljust(len(m[0])), data)
    if not affordable("c", data):
        raise NotParsed("it takes too long to parse")
    parsed = Parser(Language(tree_sitter_c.language())).parse(data).root_node
    items = tuple(_items(parsed, data, marks))
    unit = ParsedUnit(file, data, items)
    for at, item in enumerate(items):
        for name in item.names:
            unit.places.setdefault(name, []).append(at)
    return unit


class _Marks:
    """Which file and line each line of the preprocessed text comes from."""

    def __init__(self, data: bytes, root: str) -> None:
        self._rows: list[int] = []
        self._facts: list[tuple[str, int, str]] = []
        row, at = 0, 0
        header = ""
        depth: list[str] = []
        for mark in _MARK.finditer(data):
            row += data.count(b"\n", at, mark.start())
            at = mark.start()
            name = mark[2].decode("utf-8", "replace").replace('\\"', '"').replace("\\\\", "\\")
            flags = mark[3].split()
            system = b"3" in flags or _SYSTEM.match(name) is not None
            if b"1" in flags:
                depth.append(header)
                header = header or (_header(name) if system else "")
            elif b"2" in flags and depth:
                header = depth.pop()
            name = re.sub(r"^(?:.*/)?tree/", "", name.removeprefix(root))
            self._rows.append(row)
            self._facts.append((name, int(mark[1]), header))

    def at(self, row: int) -> tuple[str, int, str]:
        """File, line and standard header of a line of the text, counted from 0."""
        place = bisect_right(self._rows, row) - 1
        if place < 0:
            return "", row + 1, ""
        name, line, header = self._facts[place]
        return name, line + row - self._rows[place] - 1, header


def _header(path: str) -> str:
    """A standard header's name in an include line."""
    short = re.sub(r"^/usr/lib/gcc[\w-]*/[^/]+/[^/]+/include(?:-fixed)?/", "", path)
    short = re.sub(r"^/usr/(?:local/)?include/(?:[\w]+-linux-gnu\w*/)?", "", short)
    return short


def _items(root: Node, data: bytes, marks: _Marks) -> Iterator[CItem]:
    waiting = root.children[::-1]
    while waiting:
        node = waiting.pop()
        if node.type in (";", "comment") or node.end_byte == node.start_byte:
            continue
        if node.type == "linkage_specification":
            body = node.child_by_field_name("body")
            waiting += body.children[::-1] if body is not None else []
            continue
        file, line, header = marks.at(node.start_point[0])
        kind, names = _what(node, data)
        text = data[node.start_byte : node.end_byte].decode("utf-8", "replace")
        text += ";" if node.type in _TAGGED else ""
        words = frozenset(_words(node, data)) - set(names) if not header else frozenset[str]()
        static = kind in (ItemKind.FUNCTION, ItemKind.VARIABLE) and is_static(node, data)
        yield CItem(kind, text, names, words, file, line, header, node, static)


def is_static(node: Node, data: bytes) -> bool:
    """Whether a definition is the file's own."""
    return any(
        child.type == "storage_class_specifier"
        and data[child.start_byte : child.end_byte] == b"static"
        for child in node.children
    )


def _what(node: Node, data: bytes) -> tuple[ItemKind, tuple[str, ...]]:
    def named(part: Node | None) -> str:
        return "" if part is None else data[part.start_byte : part.end_byte].decode()

    names: list[str] = []
    if node.type == "function_definition":
        place = declared_name(node.child_by_field_name("declarator"))
        if node.child_by_field_name("body") is None or place is None:
            return ItemKind.OTHER, ()
        return ItemKind.FUNCTION, (named(place),)
    if node.type not in ("declaration", "type_definition", *_TAGGED):
        return ItemKind.OTHER, ()
    kind = ItemKind.TYPE
    for index, child in enumerate(node.children):
        if node.field_name_for_child(index) == "declarator":
            place = declared_name(child)
            if place is not None:
                names.append(named(place))
            if node.type == "declaration":
                kind = ItemKind.PROTOTYPE if is_prototype(child) else ItemKind.VARIABLE
                if kind is ItemKind.VARIABLE and _is_extern(node, child, data):
                    kind = ItemKind.EXTERN
    for tagged in _tagged(node):
        name, body = tagged.child_by_field_name("name"), tagged.child_by_field_name("body")
        if name is not None and (body is not None or not names):
            names.append(named(name))
        if body is not None and tagged.type == "enum_specifier":
            names += [named(each.child_by_field_name("name")) for each in body.named_children]
    return kind, tuple(name for name in names if name)


def _is_extern(node: Node, declarator: Node, data: bytes) -> bool:
    marked = any(
        child.type == "storage_class_specifier"
        and data[child.start_byte : child.end_byte] == b"extern"
        for child in node.children
    )
    return marked and declarator.type != "init_declarator"


def is_prototype(declarator: Node) -> bool:
    """Whether a declarator declares a function, and not a variable or a pointer to one."""
    node: Node | None = declarator
    while node is not None and node.type == "pointer_declarator":
        node = node.child_by_field_name("declarator")
    if node is None or node.type != "function_declarator":
        return False
    inner = node.child_by_field_name("declarator")
    return (
        inner is not None
        and inner.type in ("identifier", "parenthesized_declarator")
        and (inner.type == "identifier" or b"*" not in (inner.text or b""))
    )


def declared_name(node: Node | None) -> Node | None:
    """The name inside a declarator."""
    while node is not None and node.type not in _NAMING:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if c.type.endswith("declarator")), None)
            inner = inner or next((c for c in node.named_children if c.type in _NAMING), None)
        node = inner
    return node


def _tagged(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.type in _TAGGED:
            yield part
        if part.type not in ("compound_statement", "initializer_list"):
            waiting += part.named_children


def _words(node: Node, data: bytes) -> Iterator[str]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if part.type in _NAMING:
            yield data[part.start_byte : part.end_byte].decode()
        if part.child_count:
            waiting += part.children
