"""One function with all that it needs of its project: types, tables, and functions it calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from acidtest.lang.c_source import prototype_style
from acidtest.suites.c_decompile.project.items import CItem, ItemKind, ParsedUnit, declared_name

TEXT_MAX = 96 << 10
"""Bytes of a slice: each answer is compiled with all of it."""
_HIDING = re.compile(r"\b(?:extern|static|inline|__inline__|__inline|register)\b\s*")
_INLINED = re.compile(r"\b_{0,2}(?:always_inline|gnu_inline|flatten|noinline)_{0,2}\b\s*,?")
_STATIC = re.compile(r"\bstatic\b(?!\s+(?:\w+\s+)*const\b)(?!\s+const\b)")
_PARTS = ("subscript_expression", "field_expression", "parenthesized_expression")
# What a process shares with the world around: another process has another one.
_WORLD = frozenset(
    """fork vfork execve execv execvp system popen kill raise signal sigaction socket connect bind
    accept listen pthread_create mmap munmap ioctl select poll epoll_wait getpid time clock
    gettimeofday clock_gettime rand random setjmp longjmp _setjmp alarm sleep usleep nanosleep
    dlopen dlsym exit _exit quick_exit""".split()
)


class NotSliced(Exception):
    """Why a function cannot be cut out of its project."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A function that compiles by itself: what it needs, and its own text."""

    unit: ParsedUnit
    item: CItem
    includes: tuple[str, ...]
    dependencies: str
    function: str
    helpers: int

    @property
    def entry(self) -> str:
        """The function's name."""
        return self.item.name


Place = tuple[int, int]


class Slicer:
    """Cuts functions out of the files of one project."""

    def __init__(self, units: Sequence[ParsedUnit]) -> None:
        self._units = units
        self._defined: dict[str, list[Place]] = {}
        self._known: dict[Place, tuple[frozenset[str], bool]] = {}
        for at, unit in enumerate(units):
            for number, item in enumerate(unit.items):
                if _defines(item) and not item.header and not item.static:
                    for name in item.names:
                        self._defined.setdefault(name, []).append((at, number))

    def functions(self) -> Iterator[tuple[int, int]]:
        """The places of all functions, those of shared headers once."""
        known: set[tuple[str, str]] = set()
        for at, unit in enumerate(self._units):
            for number, item in enumerate(unit.items):
                if item.kind is ItemKind.FUNCTION and not item.header:
                    key = (item.file, item.text)
                    if key not in known:
                        known.add(key)
                        yield at, number

    def item(self, place: Place) -> CItem:
        """The item at a place."""
        return self._units[place[0]].items[place[1]]

    def unit(self, place: Place) -> ParsedUnit:
        """The file of a place."""
        return self._units[place[0]]

    def cut(self, place: Place) -> Slice:
        """The slice of the function at a place; raises `NotSliced`."""
        entry = self.item(place)
        if entry.node.has_error:
            raise NotSliced("its text could not be parsed")
        if entry.name == "main":
            raise NotSliced("it is a program's main")
        places, headers = self._needed(place)
        items = [(where, self.item(where)) for where in places if where != place]
        self._check(place, [item for _, item in items])
        for where, item in [(place, entry), *items]:
            if item.kind is ItemKind.FUNCTION:
                self._check_globals(where, items)
        parts = _Parts()
        for where, item in items:
            parts.add(item, self._units[where[0]])
        text = parts.text(entry.name)
        if len(text) + len(entry.text) > TEXT_MAX:
            raise NotSliced(f"it needs more than {TEXT_MAX >> 10} KiB of its project")
        return Slice(
            self.unit(place),
            entry,
            tuple(f"#include <{name}>" for name in headers),
            text,
            exposed(entry.text),
            sum(item.kind is ItemKind.FUNCTION for _, item in items),
        )

    def _needed(self, start: Place) -> tuple[list[Place], list[str]]:
        """The places of all that the function needs, in order, and the standard headers."""
        taken = {start}
        headers: dict[tuple[int, int], str] = {}
        waiting = [start]
        while waiting:
            at, number = waiting.pop()
            unit = self._units[at]
            for word in unit.items[number].words:
                places = [(at, each) for each in unit.places.get(word, ())]
                own = [each for each in places if not self.item(each).header]
                if not own and places:
                    first = min(places)
                    headers[first] = self.item(first).header
                    continue
                kinds = {self.item(each).kind for each in own}
                if kinds and kinds <= {ItemKind.PROTOTYPE, ItemKind.EXTERN}:
                    own += self._elsewhere(at, word)
                for each in own:
                    if each not in taken:
                        taken.add(each)
                        waiting.append(each)
            if len(taken) > 1500:
                raise NotSliced("it needs more than 1500 parts of its project")
        ordered = dict.fromkeys(headers[key] for key in sorted(headers))
        return sorted(taken, key=lambda where: (where[0] != start[0], where)), list(ordered)

    def _elsewhere(self, at: int, name: str) -> list[Place]:
        """Where another file of the project defines a name: the nearest one."""
        places = self._defined.get(name, [])
        folder = self._units[at].file.rpartition("/")[0]
        near = [p for p in places if self._units[p[0]].file.rpartition("/")[0] == folder]
        return (near or places)[:1]

    def _check(self, place: Place, items: Sequence[CItem]) -> None:
        entry = self.item(place)
        if broken := [
            item for item in items if item.node.has_error and item.kind is not ItemKind.TYPE
        ]:
            raise NotSliced(f"it needs {broken[0].name or 'code'}, which could not be parsed")
        code = [entry, *(item for item in items if item.kind is ItemKind.FUNCTION)]
        for item in code:
            if world := sorted(item.words & _WORLD):
                raise NotSliced(f"what it does depends on the world around: it uses {world[0]}")
            if re.search(r"\b(?:__asm__|__asm|asm)\b", item.text):
                raise NotSliced("it or a function it calls holds assembly")
        defined = {name for item in [entry, *items] if _defines(item) for name in item.names}
        for item in items:
            if item.kind in (ItemKind.PROTOTYPE, ItemKind.EXTERN) and not defined.intersection(
                item.names
            ):
                what = "calls" if item.kind is ItemKind.PROTOTYPE else "uses"
                raise NotSliced(f"it {what} {item.name}, which no file of the project defines")

    def _check_globals(self, where: Place, items: Iterable[tuple[Place, CItem]]) -> None:
        """Raise `NotSliced` if a function changes a variable of its project."""
        variables = {
            name
            for _, item in items
            if item.kind is ItemKind.VARIABLE and not _is_constant(item)
            for name in item.names
        }
        changes, keeps = self._habits(where)
        if changed := sorted(variables & changes):
            raise NotSliced(f"it or a function it calls changes the global {changed[0]}")
        if keeps:
            raise NotSliced("it or a function it calls keeps a static variable")

    def _habits(self, where: Place) -> tuple[frozenset[str], bool]:
        """What a function changes, and whether it keeps a static variable; many slices ask."""
        if where not in self._known:
            unit, item = self._units[where[0]], self.item(where)
            keeps = _STATIC.search(_body(unit, item)) is not None
            self._known[where] = frozenset(_changed(item.node, unit)), keeps
        return self._known[where]


def _defines(item: CItem) -> bool:
    return item.kind in (ItemKind.FUNCTION, ItemKind.VARIABLE)


def _is_constant(item: CItem) -> bool:
    """Whether a variable is const itself, and not only what it points to."""
    const = any(
        child.type == "type_qualifier" and child.text == b"const" for child in item.node.children
    )
    return const and not any("pointer" in child.type for child in _below(item.node))


def _below(node: Node) -> Iterator[Node]:
    """The declarators of a declaration, without what they are set to."""
    waiting = node.children_by_field_name("declarator")
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.children_by_field_name("declarator")


def _body(unit: ParsedUnit, item: CItem) -> str:
    body = item.node.child_by_field_name("body")
    return "" if body is None else unit.text(body)


def _changed(node: Node, unit: ParsedUnit) -> Iterator[str]:
    """Names that are assigned to, or whose address is taken other than to read an element."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        waiting += part.named_children
        target = None
        if part.type == "assignment_expression":
            target = part.child_by_field_name("left")
        elif part.type == "update_expression" or (
            part.type == "pointer_expression" and (part.text or b"").startswith(b"&")
        ):
            target = part.child_by_field_name("argument")
        while target is not None and target.type in _PARTS:
            if target.type == "field_expression" and b"->" in (target.text or b""):
                break
            target = target.named_children[0] if target.named_children else None
        if target is not None and target.type == "identifier":
            yield unit.text(target)


def exposed(text: str) -> str:
    """A function's text as another file can call it, with its parameters' types in place."""
    head, brace, body = text.partition("{")
    return prototype_style(_INLINED.sub("", _HIDING.sub("", head)) + brace + body)[0]


class _Parts:
    """What a slice needs, in an order in which it compiles."""

    def __init__(self) -> None:
        self._types: dict[str, None] = {}
        self._heads: dict[str, None] = {}
        self._variables: dict[str, str] = {}
        self._functions: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def add(self, item: CItem, unit: ParsedUnit) -> None:
        text = " ".join(item.text.split()) if item.kind is ItemKind.TYPE else item.text
        if item.kind in (ItemKind.TYPE, ItemKind.OTHER):
            self._types.setdefault(text)
        if item.kind in (ItemKind.TYPE, ItemKind.VARIABLE, ItemKind.FUNCTION):
            complete = item.kind is not ItemKind.TYPE or "{" in text
            for name in item.names if complete else ():
                if self._names.setdefault(name, text) != text:
                    raise NotSliced(f"files that it needs disagree about {name}")
        if item.kind is ItemKind.VARIABLE:
            self._variables[item.name] = f"static {_HIDING.sub('', text, count=2).strip()}"
        elif item.kind is ItemKind.FUNCTION:
            own = exposed(text)
            self._functions[item.name] = f"static {own}"
            head = own.partition("{")[0].strip()
            self._heads.setdefault(f"static {head};")

    def text(self, entry: str) -> str:
        """All of it."""
        parts = (self._types, self._heads, self._variables.values(), self._functions.values())
        return "\n".join(line for part in parts for line in part) + "\n"


def parameters_of(item: CItem) -> Node | None:
    """The list of parameters of a function's definition."""
    node = item.node.child_by_field_name("declarator")
    while node is not None and node.type != "function_declarator":
        node = node.child_by_field_name("declarator") or next(
            (child for child in node.named_children if child.type.endswith("declarator")), None
        )
    return None if node is None else node.child_by_field_name("parameters")


__all__ = ["NotSliced", "Slice", "Slicer", "declared_name", "exposed", "parameters_of"]
