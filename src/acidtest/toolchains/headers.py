"""Only those parts of the standard headers that a piece of C uses.

Reading headers costs as much as compiling a small function. Instead of a whole header, a
translation unit gets the declarations and macros whose names occur in it, and whatever those
depend on; an item whose names do not occur cannot change what the code means. If that is not
certain (code that affects the preprocessor, unknown headers), the include lines stay.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.toolchains.gcc import Gcc

STANDARD = frozenset(
    "assert ctype errno float inttypes iso646 limits math stdarg stdbool stddef stdint stdio "
    "stdlib string strings sys/types time".split()
)
"""The headers that a compiler may have read before it sees any code."""
_INDEX_VERSION = 4
_NAME = re.compile(r"#[ \t]*include[ \t]*<([\w/]+)\.h>[ \t]*$")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)[ \t]*(\w*)", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
# Besides plain directives: digraphs and trigraphs, a line that goes on, and a directive behind a
# comment or a rare blank.
_STEERING = ("_Pragma", "##", "%:", "??")
_SPLICE = re.compile(r"\\[ \t\f\v]*\r?\n")
_HIDDEN = re.compile(r"(?:\*/|[\f\v]|\r(?!\n))[^\S\n]*#")
_WORD = re.compile(r"[A-Za-z_]\w*")
_MACRO = re.compile(r"#define (\w+)")
_MACRO_BODY = re.compile(r"^#define (\w+)(.*)$", re.MULTILINE)
_SPEAKS_ASSEMBLY = re.compile(r"asm|attribute|##|_Pragma")
_TAGGED = ("struct_specifier", "union_specifier", "enum_specifier")
_UNDERSTOOD = ("declaration", "type_definition", "function_definition", *_TAGGED)
# the grammar parses typedefs such as size_t as keywords
_NAMING = ("identifier", "type_identifier", "primitive_type")


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration or macro of a header: its text, the names it defines, the words it uses."""

    text: str
    names: frozenset[str]
    words: frozenset[str]


class Header:
    """The items of one header, indexed by the names they define."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.nameless = [i for i, item in enumerate(items) if not item.names]
        self.places: dict[str, list[int]] = {}
        for i, item in enumerate(items):
            for name in item.names:
                self.places.setdefault(name, []).append(i)


class Headers:
    """The standard headers of one compiler, split into items once and cached."""

    def __init__(self, gcc: Gcc) -> None:
        self._gcc = gcc
        name = f"{gcc.version}-{gcc.libc}-{gcc.target}-{_INDEX_VERSION}.json"
        self._path = cache_dir() / "headers" / name
        self._headers: dict[str, Header] | None = None  # loaded on first use
        self._speaking: frozenset[str] | None = None
        self._lock = threading.Lock()

    def unit(self, includes: Sequence[str], prelude: str, body: str) -> str:
        """`prelude` and `body`, preceded by what they use of `includes` and their own includes.

        The prelude is acidtest's: it may contain directives, but none that affect a header.
        """
        split = standard_includes(includes, prelude, body)
        if split is None:
            return "\n".join([*dict.fromkeys(includes), prelude, body, ""])
        headers, code = split
        return "\n".join([*self._visible(headers, set(_WORD.findall(code))), code, ""])

    def assembly_macros(self) -> frozenset[str]:
        """The macros of all standard headers by which code can get at `asm`, an attribute, or a
        word pasted together.
        """
        with self._lock:
            if self._speaking is None:
                self._speaking = _leading_to(_SPEAKS_ASSEMBLY, self._expand("-dD", *STANDARD))
            return self._speaking

    def _visible(self, headers: Sequence[str], words: set[str]) -> Iterable[str]:
        """The text of all items that code made of `words` can use, in the headers' order."""
        parts = [self._of(header) for header in headers]
        visible = {(at, i) for at, part in enumerate(parts) for i in part.nameless}
        known, fresh = set(words), words
        while fresh:
            leaned_on: set[str] = set()
            for at, part in enumerate(parts):
                for name in part.places.keys() & fresh:
                    for i in part.places[name]:
                        if (at, i) not in visible:
                            visible.add((at, i))
                            leaned_on |= part.items[i].words
            fresh = leaned_on - known
            known |= fresh
        # the same text in two headers is one item: a struct must not be defined twice
        return dict.fromkeys(parts[at].items[i].text for at, i in sorted(visible))

    def _cached(self) -> dict[str, Header]:
        try:
            return {
                header: Header([_item(*row) for row in rows])
                for header, rows in json.loads(self._path.read_text()).items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}  # a missing or damaged file is written again

    def _of(self, header: str) -> Header:
        with self._lock:
            if self._headers is None:
                self._headers = self._cached()
            if header not in self._headers:
                self._headers[header] = Header(self._take_apart(header))
                rows = {
                    name: [(item.text, sorted(item.names)) for item in known.items]
                    for name, known in self._headers.items()
                }
                with contextlib.suppress(OSError):  # a cache that cannot be written costs time
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    temporary = self._path.with_suffix(f".{os.getpid()}.tmp")
                    temporary.write_text(json.dumps(rows))
                    temporary.replace(self._path)
            return self._headers[header]

    def _take_apart(self, header: str) -> tuple[Item, ...]:
        """Its declarations in order, then its macros as defined at its end."""
        data = self._expand("-P", header).encode()
        root = Parser(Language(tree_sitter_c.language())).parse(data).root_node
        items = []
        for node in root.children:
            part = data[node.start_byte : node.end_byte].decode()
            if part != ";":
                # the grammar leaves the semicolon out of a standalone struct
                ending = ";" if node.type in _TAGGED else ""
                items.append(_item(part + ending, _names(node, data)))
        builtin = set(self._expand("-dM").splitlines())
        for line in self._expand("-dM", header).splitlines():
            macro = _MACRO.match(line)
            if macro and line not in builtin:
                items.append(_item(line, [macro[1]]))
        return tuple(items)

    def _expand(self, how: str, *headers: str) -> str:
        done = children.run(
            [self._gcc.path, *self._gcc.flags, "-E", how, "-std=gnu17", "-x", "c", "-"],
            stdin="".join(f"#include <{header}.h>\n" for header in sorted(headers)),
        )
        if done.returncode != 0:
            raise InfrastructureError(
                f"gcc cannot read its headers: {done.stderr.strip()}. "
                "Install the C library's headers with: apt-get install libc6-dev"
            )
        return done.stdout


def standard_includes(
    includes: Sequence[str], prelude: str, body: str
) -> tuple[list[str], str] | None:
    """The headers of a unit, by name, and the rest, which works wherever they are placed.

    None if it includes other headers or affects the preprocessor, so that the place may matter.
    """
    code = f"{prelude}\n{body}"
    lines = dict.fromkeys([*includes, *(s.strip() for s in _INCLUDE.findall(code))])
    matches = [_NAME.match(line) for line in lines]
    if _steers_preprocessor(body) or not all(f and f[1] in STANDARD for f in matches):
        return None
    return [f[1] for f in matches if f], _INCLUDE.sub("", code)


def _item(text: str, names: Iterable[str]) -> Item:
    given = frozenset(names)
    return Item(text, given, frozenset(_WORD.findall(text)) - given)


def _steers_preprocessor(body: str) -> bool:
    """Whether code may change what a header defines, or test what it defined."""
    for directive, name in _DIRECTIVE.findall(body):
        if directive == "define":
            if name.startswith("_"):
                return True
        elif directive not in ("include", "line", ""):
            return True
    return (
        any(mark in body for mark in _STEERING)
        or ("\\" in body and _SPLICE.search(body) is not None)
        or _HIDDEN.search(body) is not None
    )


def _leading_to(what: re.Pattern[str], definitions: str) -> frozenset[str]:
    """The macros whose text, or that of a macro they use, has something in it."""
    uses: dict[str, set[str]] = {}
    names: set[str] = set()
    for name, body in _MACRO_BODY.findall(definitions):
        uses.setdefault(name, set()).update(_WORD.findall(body))
        if what.search(body):
            names.add(name)
    size = 0
    while size < len(names):
        size = len(names)
        names |= {name for name, words in uses.items() if not words.isdisjoint(names)}
    return frozenset(names)


def _names(node: Node, data: bytes) -> set[str]:
    """The names an item defines. Empty if not understood: the item is then always kept."""
    if node.has_error or node.type not in _UNDERSTOOD:
        return set()
    names: set[str] = set()
    for index, child in enumerate(node.children):
        if node.field_name_for_child(index) == "declarator":
            name = _declared(child)
            if name is None:
                return set()
            names.add(_text(name, data))
    for tagged in ([node] if node.type in _TAGGED else []) + _tagged_in(node):
        name, body = tagged.child_by_field_name("name"), tagged.child_by_field_name("body")
        if name and (body or not names):
            names.add(_text(name, data))
        if body and tagged.type == "enum_specifier":
            for enumerator in body.named_children:
                given = enumerator.child_by_field_name("name")
                if given:
                    names.add(_text(given, data))
    return names


def _tagged_in(node: Node) -> list[Node]:
    nodes = []
    for child in node.named_children:
        if child.type in _TAGGED:
            nodes.append(child)
        nodes += _tagged_in(child)
    return nodes


def _declared(node: Node | None) -> Node | None:
    while node is not None and node.type not in _NAMING:
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type == "parenthesized_declarator":
            inner = next((c for c in node.named_children if "declarator" in c.type), None)
            inner = inner or next((c for c in node.named_children if "identifier" in c.type), None)
        node = inner
    return node


def _text(node: Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode()
