"""C source as text: includes, prototypes, function names. Tolerant of broken and hostile code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import tree_sitter_c
import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

from acidtest.lang.affordable import affordable

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
PARSED_MAX = 1 << 15
# the grammar parses typedefs such as uint32_t as keywords
_NAMING = ("identifier", "qualified_identifier", "type_identifier", "primitive_type")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
# Bounded and never nested: on hostile text, backtracking takes exponential time.
_ATTRIBUTE = re.compile(r"__attribute__\s{0,9}\(\([^;{}]{0,99}?\){2,9}")
_HIDING = re.compile(r"\b(?:static|inline|__inline|__inline__)\b")
_HEAD_MAX = 300
# Words that change no meaning here, and that the grammar does not know in every place.
_UNPARSED = re.compile(
    rb"\b__(?:fastcall|cdecl|stdcall|thiscall|usercall|vectorcall|userpurge|forceinline|noreturn"
    rb"|pure|hidden)\b|\b(?:WINAPI|CALLBACK)\b|@<\w{1,9}>"
)
_NOT_CODE = re.compile(
    r'//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*+"?|\'(?:\\.|[^\'\\\n]){1,4}\''
)
_OLD_STYLE = re.compile(
    r"(?P<star>\*?)(?P<name>\b[A-Za-z_]\w{0,80})\s{0,9}\((?P<names>[\w\s,]{1,300})\)\s{0,99}"
    r"(?P<types>(?:[A-Za-z_][^;(){}=]{1,200};\s{0,99}){1,16})\{"
)
_DECLARED_BEFORE_BODY = re.compile(r";\s{0,99}\{")
_MAIN_MACRO = re.compile(r"#[ \t]*(?:define|undef)[ \t]+main\b")
_NUMBERED = re.compile(r"(?:FUN|sub|function|func|fcn|fun)_?[0-9a-fA-F_]*$")
_NOTHING_IN_OR_OUT = re.compile(r"\bvoid\s+\w+\s*\(\s*(?:void)?\s*\)\s*$")
_LAST_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")
_FLOAT = re.compile(r"(?:const\s+|register\s+)?float\b[^*\[]*$")


@functools.cache
def _language(name: str) -> Language:
    grammar = tree_sitter_cpp if name == "cpp" else tree_sitter_c
    return Language(grammar.language())


def parse(text: str, language: str) -> tuple[bytes, Node]:
    # the steps that read an answer look at the same text in turn
    return (_parsed_lately if len(text) <= PARSED_MAX else _parsed)(text, language)


def _parsed(text: str, language: str) -> tuple[bytes, Node]:
    # A parser is cheap to create and not safe to share between threads.
    # What cannot be parsed in reasonable time has no function.
    data = text.encode("utf-8", "replace")
    known = _UNPARSED.sub(lambda match: b" " * len(match[0]), data)
    parsed = known if affordable(language, known) else b""
    return data, Parser(_language(language)).parse(parsed).root_node


_parsed_lately = functools.lru_cache(maxsize=32)(_parsed)


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
    while node is not None and node.type not in _NAMING:
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
    data, root = parse(text, language)
    return list(_definitions(data, root))


def prototypes(text: str, language: str = "c") -> dict[str, str]:
    """By name: the declarations of the functions that `text` defines."""
    data, root = parse(text, language)
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
    data, root = parse(text, language)
    parts, at = [], 0
    for function in _definitions(data, root):
        if not function.static:
            parts.append(data[at : function.body] + b";")
            at = function.end
    return b"".join([*parts, data[at:]]).decode("utf-8", "replace")


def declared(text: str, language: str = "c") -> set[str]:
    """The names that `text` defines for itself at file level: types, macros, functions, data."""
    names: set[str] = set()
    if len(text) > PARSED_MAX:
        return names
    data, root = parse(text, language)
    waiting = list(root.children)
    while waiting:
        node = waiting.pop()
        if node.type.startswith("preproc_if") or node.type == "linkage_specification":
            waiting += node.children
        elif node.type in ("preproc_def", "preproc_function_def"):
            names.add(_text(data, node.child_by_field_name("name")))
        elif node.type in ("type_definition", "declaration", "function_definition"):
            for declarator in node.children_by_field_name("declarator"):
                names.add(_text(data, _declarator_name(declarator)))
    return names - {""}


def without_main(text: str, entry: str, language: str = "c") -> tuple[str, bool]:
    """`text` without a `main` that stands beside another function, and whether there was one.

    An answer may show how its function is called. The lines of what follows keep their numbers.
    Where `main` is a macro, it is no such thing.
    """
    if "main" not in text or entry == "main" or len(text) > PARSED_MAX or _MAIN_MACRO.search(text):
        return text, False
    data, root = parse(text, language)
    defined = list(_definitions(data, root))
    mains = [function for function in defined if function.name == "main"]
    if not mains or len(mains) == len(defined):
        return text, False
    return _without(data, mains), True


def without_drafts(text: str, language: str = "c") -> tuple[str, int]:
    """`text` with the last of several definitions of a function, and how many were left out."""
    if len(text) > PARSED_MAX or "#if" in text:
        return text, 0
    data, root = parse(text, language)
    last: dict[str, CFunction] = {}
    drafts = []
    for function in _definitions(data, root):
        if function.name in last:
            drafts.append(last[function.name])
        last[function.name] = function
    drafts.sort(key=lambda function: function.start)
    return (_without(data, drafts), len(drafts)) if drafts else (text, 0)


def _without(data: bytes, functions: Iterable[CFunction]) -> str:
    """The text without these functions; lines keep their numbers."""
    parts, at = [], 0
    for function in functions:
        lines = data[function.start : function.end].count(b"\n")
        parts += [data[at : function.start], b"\n" * lines]
        at = function.end
    return b"".join([*parts, data[at:]]).decode("utf-8", "replace")


def name_entry(text: str, entry: str, language: str = "c") -> tuple[str, str | None]:
    """`text` with its function renamed to `entry`, and the old name if it was renamed.

    Its function is the only one that no other calls, apart from `main` and what takes and returns
    nothing. If there are several, it is the only one that is not static, or that has a name of a
    decompiler's making, or else the last: of several versions the last counts. Code that has the
    name `entry` in it is left as it is; comments and strings may mention it.
    """
    if len(text) > PARSED_MAX:
        return text, None
    if re.search(rf"\b{re.escape(entry)}\b", _NOT_CODE.sub(" ", text)):
        return text, None
    data, root = parse(text, language)
    bodies: dict[str, set[str]] = {}
    hidden: set[str] = set()
    checks: set[str] = set()
    for function in _definitions(data, root):
        if function.name == "main" or not _IDENTIFIER.fullmatch(function.name):
            continue
        head = data[function.start : function.body].decode("utf-8", "replace")
        body = data[function.body : function.end].decode("utf-8", "replace")
        bodies.setdefault(function.name, set()).update(identifiers(body) - {function.name})
        if function.static:
            hidden.add(function.name)
        if _NOTHING_IN_OR_OUT.search(head):
            checks.add(function.name)
    if len(checks) < len(bodies):  # such a function calls the others to test them
        bodies = {name: words for name, words in bodies.items() if name not in checks}
    roots = bodies.keys() - {word for words in bodies.values() for word in words}
    for kind in (roots - hidden, set(filter(_NUMBERED.match, roots))):
        if len(roots) > 1 and len(kind) == 1:
            roots = kind
    if len(roots - hidden) > 1:
        roots = {[name for name in bodies if name in roots - hidden][-1]}
    if len(roots) != 1:
        return text, None
    (name,) = roots
    return re.sub(rf"\b{re.escape(name)}\b", lambda _: entry, text), name


def forward_declared(text: str, language: str = "c") -> tuple[str, bool]:
    """`text` with its functions declared before the first, if one is used before its definition.

    C takes an undeclared function for one that returns an int. Lines keep their numbers.
    """
    if len(text) > PARSED_MAX:
        return text, False
    data, root = parse(text, language)
    defined = list(_definitions(data, root))
    known = identifiers(data[: defined[0].start].decode("utf-8", "replace")) if defined else set()
    made = []
    for function in defined[1:]:
        head = data[function.start : function.body].decode("utf-8", "replace")
        before = data[defined[0].body : function.start].decode("utf-8", "replace")
        plain = function.name not in known and ";" not in head and "#" not in head
        if plain and re.search(rf"\b{re.escape(function.name)}\s?\(", before):
            made.append(" ".join(_NOT_CODE.sub(" ", head).split()) + "; ")
    if not made:
        return text, False
    at = defined[0].start
    parts = (data[:at], "".join(made).encode("utf-8", "replace"), data[at:])
    return b"".join(parts).decode("utf-8", "replace"), True


def define_inline(text: str) -> tuple[str, bool]:
    """`text` with `inline` removed from functions that are not static, and whether there were any.

    C99 takes such a definition for a hint only: a call of it may need a second one elsewhere.
    """
    if "inline" not in text or len(text) > PARSED_MAX:
        return text, False
    data, root = parse(text, "c")
    parts, at = [], 0
    for function in _definitions(data, root):
        head = data[function.start : function.body].decode("utf-8", "replace")
        if not function.static and _HIDING.search(head):
            parts += [data[at : function.start], _HIDING.sub("", head).encode("utf-8", "replace")]
            at = function.body
    changed = b"".join([*parts, data[at:]]).decode("utf-8", "replace")
    return (changed, True) if parts else (text, False)


def prototype_style(text: str, *, always: bool = False) -> tuple[str, bool]:
    """`text` with the types of old-style parameters moved into the parentheses.

    Unless `always`, only if one is a `float` (the old style takes it as a `double`, which a caller
    who knows the prototype does not pass) or the function returns a pointer (which the grammar does
    not know).
    """
    if not _DECLARED_BEFORE_BODY.search(text):
        return text, False
    changed = _OLD_STYLE.sub(functools.partial(_new_style, always=always), text)
    return changed, changed != text


def _new_style(match: re.Match[str], *, always: bool) -> str:
    types: dict[str, str] = {}
    for part in match["types"].split(";")[:-1]:
        first, *others = part.split(",")
        name = _LAST_NAME.search(first)
        if name is None:
            return match[0]
        base = first[: name.start()].rstrip().rstrip("*")
        types[name[1]] = first.strip()
        for other in others:
            name = _LAST_NAME.search(other)
            if name is not None:
                types[name[1]] = f"{base.strip()} {other.strip()}"
    names = [name.strip() for name in match["names"].split(",")]
    floats = any(_FLOAT.match(one) for one in types.values())
    if not types.keys() <= set(names) or not (always or floats or match["star"]):
        return match[0]
    written = ", ".join(types.get(name, f"int {name}") for name in names)
    lines = "\n" * match[0].count("\n")
    return f"{match['star']}{match['name']}({written}){lines}{{"


def _text(data: bytes, node: Node | None) -> str:
    return "" if node is None else data[node.start_byte : node.end_byte].decode("utf-8", "replace")


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
