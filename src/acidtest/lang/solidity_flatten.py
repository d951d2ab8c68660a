"""Several Solidity files as one source without imports: what an answer would look like.

Only what the contract needs is kept, bases before what inherits from them. Where two files define
the same name, one of them is renamed. Imports in a circle are no problem: nothing follows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from acidtest.lang.solidity import nodes, parse, replaced, text_of
from acidtest.lang.solidity_imports import Import, imports_of, resolve

_DROPPED = ("pragma_directive", "import_directive")
_LICENCE = re.compile(r"SPDX-License-Identifier:[^\n*]*")
_CODER = re.compile(r"pragma\s+(?:experimental\s+ABIEncoderV2|abicoder\s+v2)\s*;")


@dataclass(slots=True)
class _File:
    """One source: its tree, its own names, and what its imports mean."""

    text: str
    data: bytes
    root: Node
    imports: list[tuple[str, Import]]
    own: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Piece:
    """A definition, or a directive without a name."""

    name: str | None
    text: str
    uses: set[str]
    bases: list[str]


def flatten(
    sources: Mapping[str, str], remappings: Sequence[str], entry: str, contract: str, version: str
) -> str:
    """One source with `contract` of file `entry` and all it needs; raises `ValueError`."""
    files = _reachable(sources, remappings, entry)
    names = _global_names(files, entry)
    if (entry, contract) not in names:
        raise ValueError(f"there is no contract {contract}")
    pieces: list[_Piece] = []
    scopes = _scopes(files, names)
    for file in files:
        pieces += _pieces(file, files[file], names, scopes)
    kept = _needed(pieces, names[entry, contract])
    coder = any(_CODER.search(file.text) for file in files.values())
    head = f"pragma solidity {version};\n"
    if coder and version < "0.8":
        head += "pragma experimental ABIEncoderV2;\n"
    return head + "".join(f"\n{piece.text.strip()}\n" for piece in _bases_first(kept))


def _reachable(
    sources: Mapping[str, str], remappings: Sequence[str], entry: str
) -> dict[str, _File]:
    """The files that the entry needs, imported ones first."""
    done: dict[str, _File] = {}
    started: dict[str, _File] = {}
    waiting: list[tuple[str, bool]] = [(entry, False)]
    while waiting:
        name, all_in = waiting.pop()
        if all_in:
            done[name] = started[name]
        elif name not in started:
            if name not in sources:
                raise ValueError(f"file {name} is missing")
            text = sources[name]
            data, root = parse(text)
            imports = [(resolve(name, i.path, remappings), i) for i in imports_of(text)]
            started[name] = _File(text, data, root, imports)
            started[name].own = [n for node in root.children if (n := _name(node))]
            waiting.append((name, True))
            waiting += [(other, False) for other, _ in reversed(imports)]
    return done


def _name(node: Node) -> str:
    return "" if node.type in _DROPPED else text_of(node.child_by_field_name("name"))


def _global_names(files: Mapping[str, _File], entry: str) -> dict[tuple[str, str], str]:
    """A name for each definition that no other has; the entry's own stay."""
    taken: set[str] = set()
    names: dict[tuple[str, str], str] = {}
    for file in [entry, *(name for name in files if name != entry)]:
        for name in dict.fromkeys(files[file].own):
            new, number = name, 2
            while new in taken:
                new, number = f"{name}_{number}", number + 1
            taken.add(new)
            names[file, name] = new
    return names


def _scopes(
    files: Mapping[str, _File], names: Mapping[tuple[str, str], str]
) -> dict[str, dict[str, str]]:
    """Global names by what each file calls them, imported ones included."""
    scopes = {file: {n: names[file, n] for n in files[file].own} for file in files}
    growing = True
    while growing:  # files that import each other learn names in turns
        growing = False
        for file, scope in scopes.items():
            before = len(scope)
            for other, each in files[file].imports:
                theirs = scopes[other]
                brought = {n: n for n in theirs} if each.names is None else each.names
                if not each.unit:
                    for own, name in brought.items():
                        if name in theirs:
                            scope.setdefault(own, theirs[name])
            growing = growing or len(scope) > before
    return scopes


def _pieces(
    file: str,
    here: _File,
    names: Mapping[tuple[str, str], str],
    scopes: Mapping[str, Mapping[str, str]],
) -> Iterator[_Piece]:
    """The definitions of a file in global names, each with the comments before it."""
    scope = scopes[file]
    units = {i.unit: scopes[other] for other, i in here.imports if i.unit}
    edits = list(_renamed(here.root, scope, units))
    start = 0
    for node in here.root.children:
        if node.type in _DROPPED:
            start = node.end_byte
            continue
        if node.type == "comment":
            continue
        inside = [(a - start, b - start, t) for a, b, t in edits if start <= a < node.end_byte]
        text = _LICENCE.sub("", replaced(here.data[start : node.end_byte], inside))
        start = node.end_byte
        own = _name(node)
        uses = {each for _, _, each in _references(node, scope, units)}
        bases = [
            each
            for child in node.children
            if child.type == "inheritance_specifier"
            for _, _, each in _references(child, scope, units)
        ]
        yield _Piece(names[file, own] if own else None, text, uses, bases)


def _references(
    root: Node, scope: Mapping[str, str], units: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[int, int, str]]:
    """Where global names are used, and which."""
    for node in nodes(root):
        if node.type != "identifier":
            continue
        name = text_of(node)
        before = _left_of(node)
        if before is None:
            if name in scope and not _declares_inside(node):
                yield node.start_byte, node.end_byte, scope[name]
        elif text_of(before) in units and name in units[text_of(before)]:
            yield before.start_byte, node.end_byte, units[text_of(before)][name]


def _renamed(
    root: Node, scope: Mapping[str, str], units: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[int, int, str]]:
    data = root.text or b""
    offset = root.start_byte
    for start, end, name in _references(root, scope, units):
        if data[start - offset : end - offset].decode("utf-8", "replace") != name:
            yield start, end, name


def _left_of(node: Node) -> Node | None:
    """What stands left of the dot before an identifier; None if there is no dot."""
    inner = node
    while inner.prev_sibling is None and inner.parent is not None and inner.parent.type in _WRAPS:
        inner = inner.parent
    dot = inner.prev_sibling
    if dot is None or text_of(dot) != ".":
        return None
    return dot.prev_sibling or dot


_WRAPS = ("yul_identifier", "expression")


def _declares_inside(node: Node) -> bool:
    """Whether it names something new that is not at the top of the file: it hides the global."""
    parent = node.parent
    if parent is None or parent.child_by_field_name("name") != node:
        return False
    top = parent.parent is not None and parent.parent.type == "source_file"
    return not top and parent.type.endswith(("_declaration", "_definition", "_member", "parameter"))


def _needed(pieces: Sequence[_Piece], contract: str) -> list[_Piece]:
    """The contract, what it uses, and directives about any of that."""
    by_name: dict[str, list[_Piece]] = {}
    for piece in pieces:
        by_name.setdefault(piece.name or "", []).append(piece)
    kept: set[str] = set()
    fresh = {contract}
    directives = list(by_name.get("", []))
    chosen: list[_Piece] = []
    while fresh:
        kept |= fresh
        uses = {name for each in fresh for piece in by_name[each] for name in piece.uses}
        for piece in list(directives):
            if piece.uses & kept:
                directives.remove(piece)
                chosen.append(piece)
                uses |= piece.uses
        fresh = {name for name in uses if name in by_name} - kept
    return [piece for piece in pieces if (piece.name or "") in kept or piece in chosen]


def _bases_first(pieces: Sequence[_Piece]) -> list[_Piece]:
    by_name = {piece.name: piece for piece in pieces if piece.name}
    ordered: list[_Piece] = []
    placed: set[int] = set()
    for piece in pieces:
        waiting = [(piece, False)]
        while waiting:
            each, ready = waiting.pop()
            if ready:
                ordered.append(each)
            elif id(each) not in placed:
                placed.add(id(each))
                waiting.append((each, True))
                waiting += [(by_name[b], False) for b in each.bases if b in by_name]
    return ordered
