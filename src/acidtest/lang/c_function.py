"""One C function as a reader sees it: what it takes and returns, its variables, its body.

Read from the text, not compiled: macros are not expanded. A text in which macros or conditionals
could make the compiler see another function than the reader is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from acidtest.lang.c_source import PARSED_MAX, parse
from acidtest.lang.c_types import CScope, CType, declarators, inner_declarator, name_in
from acidtest.lang.tree import text_of

FLOW_WORDS = frozenset(
    "if else for while do switch case default goto return break continue".split()
)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define\b((?:[^\\\n]|\\.|\\\n)*)", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_VARIABLES = 1000


class NotReadable(Exception):
    """Why a text's function is not read."""


@dataclass(frozen=True, slots=True)
class CVariable:
    """A parameter or local variable; a parameter may have no name."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class FunctionText:
    """A function definition: its types and names, and its body's syntax tree."""

    result: CType
    parameters: Sequence[CVariable]
    variadic: bool
    locals: Sequence[CVariable]
    body: Node


def read_function(
    text: str, entry: str, given: Iterable[str] = (), known: Mapping[str, CType] | None = None
) -> FunctionText:
    """The function `entry` that a text defines; raises `NotReadable`.

    `given` are texts with types that the function may use, `known` further types by name.
    """
    if len(text) > PARSED_MAX:
        raise NotReadable(f"the text is longer than {PARSED_MAX} characters")
    for macro in _DEFINE.findall(text):
        words = set(_WORD.findall(macro))
        if hidden := sorted(words & {*FLOW_WORDS, entry}) or ("##" in macro and ["##"]):
            raise NotReadable(f"a macro of the text contains '{hidden[0]}'")
    _, root = parse(text, "c")
    definitions = [both for node in _at_file_level(root) if (both := _own(node, entry)) is not None]
    if len(definitions) != 1:
        count = "no" if not definitions else "more than one"
        raise NotReadable(f"the text has {count} definition of {entry} outside of conditionals")
    function, own = definitions[0]
    scope = CScope([*given, text], known)
    listed = own.child_by_field_name("parameters")
    body = function.child_by_field_name("body")
    if listed is None or body is None:
        raise NotReadable(f"the definition of {entry} is incomplete")
    return FunctionText(
        scope.result(function, own),
        _parameters(function, listed, scope),
        any(child.type == "variadic_parameter" for child in listed.children),
        list(_locals(body, scope)),
        body,
    )


def _at_file_level(root: Node) -> Iterable[Node]:
    for node in root.children:
        if node.type == "linkage_specification":
            body = node.child_by_field_name("body")
            yield from body.children if body is not None else ()
        yield node


def _own(node: Node, entry: str) -> tuple[Node, Node] | None:
    """A function definition with the declarator that has its name, if it is the one asked for."""
    if node.type != "function_definition":
        return None
    declarator, own = node.child_by_field_name("declarator"), None
    name = name_in(declarator)
    while declarator is not None:
        if declarator.type == "function_declarator":
            own = declarator
        declarator = inner_declarator(declarator)
    return (node, own) if own is not None and name and text_of(name) == entry else None


def _parameters(function: Node, listed: Node, scope: CScope) -> list[CVariable]:
    old_style = {
        variable.name: variable
        for node in function.children
        if node.type == "declaration"
        for variable in _declared(node, scope, as_parameter=True)
    }
    made = []
    for child in listed.named_children[:_VARIABLES]:
        if child.type == "identifier":
            name = text_of(child)
            made.append(old_style.get(name, CVariable(name, scope.named("int"))))
        elif child.type == "parameter_declaration":
            made += _declared(child, scope, as_parameter=True)
    # (void) takes nothing
    return [] if len(made) == 1 and made[0].type.kind == "void" else made


def _declared(node: Node, scope: CScope, as_parameter: bool) -> Iterable[CVariable]:
    for declarator in declarators(node):
        name = name_in(declarator)
        if name is None and not as_parameter:
            continue
        of = scope.parameter if as_parameter else scope.declared
        yield CVariable(text_of(name) if name is not None else "", of(node, declarator))


def _locals(body: Node, scope: CScope) -> Iterable[CVariable]:
    """The variables declared in a body, in reading order; prototypes and `extern` are none."""
    count = 0
    waiting = [body]
    while waiting and count < _VARIABLES:
        node = waiting.pop()
        if node.type == "declaration":
            if any(text_of(c) == "extern" for c in node.children if "storage" in c.type):
                continue
            for variable in _declared(node, scope, as_parameter=False):
                if variable.type.kind != "function" and variable.name:
                    count += 1
                    yield variable
        elif node.type != "function_definition":  # gcc allows one inside another
            waiting += reversed(node.children)
