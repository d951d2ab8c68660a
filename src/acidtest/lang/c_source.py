"""C source as text: includes, prototypes, function names. Tolerant of broken and hostile code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter_c
import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

from acidtest.lang.affordable import affordable

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
_PARSED_MAX = 1 << 15
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
# Bounded and never nested: on hostile text, backtracking takes exponential time.
_ATTRIBUTE = re.compile(r"__attribute__\s{0,9}\(\([^;{}]{0,99}?\){2,9}")
_HIDING = re.compile(r"\b(?:static|inline|__inline|__inline__)\b")
_HEAD_MAX = 300


@functools.cache
def _language(name: str) -> Language:
    grammar = tree_sitter_cpp if name == "cpp" else tree_sitter_c
    return Language(grammar.language())


def _parse(text: str, language: str) -> tuple[bytes, Node]:
    # A parser is cheap to create and not safe to share between threads.
    # What cannot be parsed in reasonable time has no function.
    data = text.encode("utf-8", "replace")
    parsed = data if affordable(language, data) else b""
    return data, Parser(_language(language)).parse(parsed).root_node


def identifiers(text: str) -> set[str]:
    """Every word that could be an identifier, including those in comments and strings."""
    return set(_IDENTIFIER.findall(text))


def split_includes(text: str) -> tuple[list[str], str]:
    """The include lines of `text`, and the text without them (line numbers are kept)."""
    includes = [line.strip() for line in _INCLUDE.findall(text)]
    return includes, _INCLUDE.sub("", text)


def published_hoist(reference: str, test: str) -> tuple[str, str]:
    """The includes of both, and the test without its own, exactly as the published script does it.

    Any line that contains `#include` counts, even in comments, and every occurrence of that line's
    text is removed from the test, so a line contained in a longer one damages the longer one.
    """
    includes = ""
    for line in reference.split("\n"):
        if "#include" in line:
            includes += line + "\n"
    for line in test.split("\n"):
        if "#include" in line:
            includes += line + "\n"
            test = test.replace(line, "")
    return includes, test


def _declarator_name(node: Node | None) -> Node | None:
    """The name inside a function's declarator, past pointers, references and parentheses."""
    while node is not None and node.type not in ("identifier", "qualified_identifier"):
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next(
                (c for c in node.named_children if c.type.endswith(("declarator", "identifier"))),
                None,
            )
        node = inner
    return node


@dataclass(frozen=True, slots=True)
class CFunction:
    """A function definition: its name, and the byte offsets of it and its body."""

    name: str
    start: int
    body: int
    end: int
    static: bool


def _definitions(data: bytes, root: Node) -> Iterator[CFunction]:
    waiting = root.children[::-1]  # an explicit stack: hostile nesting exceeds Python's limit
    while waiting:
        node = waiting.pop()
        if node.type in ("linkage_specification", "namespace_definition"):
            body = node.child_by_field_name("body")
            if body is not None:
                waiting += body.children[::-1]
        if node.type.startswith("preproc_if"):
            waiting += node.children[::-1]
        if node.type != "function_definition":
            continue
        name = _declarator_name(node.child_by_field_name("declarator"))
        body = node.child_by_field_name("body")
        if name is not None and body is not None:
            text = data[name.start_byte : name.end_byte].decode("utf-8", "replace")
            static = any(
                c.type == "storage_class_specifier" and data[c.start_byte : c.end_byte] == b"static"
                for c in node.children
            )
            yield CFunction(text, node.start_byte, body.start_byte, node.end_byte, static)


def functions(text: str, language: str = "c") -> list[CFunction]:
    """The functions that `text` defines, in order."""
    data, root = _parse(text, language)
    return list(_definitions(data, root))


def prototypes(text: str, language: str = "c") -> dict[str, str]:
    """By name: the declarations of the functions that `text` defines."""
    data, root = _parse(text, language)
    made: dict[str, str] = {}
    for function in _definitions(data, root):
        head = data[function.start : function.body].decode("utf-8", "replace")
        # on its own line, because the head may end in a line comment
        made.setdefault(function.name, re.sub(r"\binline\b", "", head).strip() + "\n;")
    return made


def prototype(text: str, entry: str, language: str = "c") -> str | None:
    """The declaration of `entry`, taken from its definition in `text`; None if not defined."""
    return prototypes(text, language).get(entry)


def declarations(text: str, language: str = "c") -> str:
    """`text` with the bodies of its non-static functions replaced by a semicolon."""
    data, root = _parse(text, language)
    parts, at = [], 0
    for function in _definitions(data, root):
        if not function.static:
            parts.append(data[at : function.body] + b";")
            at = function.end
    return b"".join([*parts, data[at:]]).decode("utf-8", "replace")


def name_entry(text: str, entry: str, language: str = "c") -> tuple[str, str | None]:
    """`text` with its only function renamed to `entry`, and the old name if it was renamed."""
    if re.search(rf"\b{re.escape(entry)}\b", text):
        return text, None
    if len(text) > _PARSED_MAX:
        return text, None
    names = {function.name for function in functions(text, language)}
    if len(names) != 1:
        return text, None
    (name,) = names
    if name == "main" or not _IDENTIFIER.fullmatch(name):
        return text, None
    return re.sub(rf"\b{re.escape(name)}\b", lambda _: entry, text), name


def expose_entry(text: str, entry: str) -> tuple[str, bool]:
    """`text` with `static` and `inline` removed from the entry, and whether that changed anything.

    They do no harm in the same file as the test; in a separate file they would hide the function.
    """
    parts, at = [], 0
    for mention in re.finditer(rf"\b{re.escape(entry)}\s*\(", text):
        start = max(at, mention.start() - _HEAD_MAX)
        head = text[start : mention.start()]
        plain = _ATTRIBUTE.sub(lambda match: " " * len(match[0]), head)
        begin = 1 + max(plain.rfind(mark) for mark in ";{}()=#")
        parts += [text[at : start + begin], _HIDING.sub("", head[begin:])]
        at = mention.start()
    changed = "".join([*parts, text[at:]])
    return changed, changed != text
