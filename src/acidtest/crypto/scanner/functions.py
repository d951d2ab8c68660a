"""The functions of a syntax tree: their names and the names of their parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

SCOPES = frozenset(
    "function_definition function_declaration method_declaration method_definition function_item "
    "constructor_declaration arrow_function function_expression method singleton_method "
    "local_function_statement init_declaration secondary_constructor".split()
)
OWNERS = frozenset(
    "class_definition class_declaration class impl_item record_declaration struct_item "
    "enum_declaration object_definition object_declaration module class_specifier struct_specifier "
    "interface_declaration trait_declaration trait_item trait_definition".split()
)
_CONSTRUCTORS = frozenset("__init__ constructor initialize __construct init new".split())
_LIST = frozenset(
    "parameters formal_parameters parameter_list method_parameters function_value_parameters "
    "class_parameters".split()
)
_ONE = frozenset(("parameter", "class_parameter"))
_NAMED = ("name", "pattern", "left", "declarator")
_LEAVES = frozenset("identifier simple_identifier name variable_name field_identifier".split())
_DEEPEST = 8


@dataclass(slots=True)
class Function:
    """A function; a constructor bears the name of its class."""

    name: str
    parameters: tuple[str, ...]
    scope: int
    constructor: bool = False
    owner: str = ""
    """The class, module or receiver's type that it belongs to."""


@dataclass(slots=True)
class Functions:
    """The functions of a file, the scope around each scope, and enum constants by their enum."""

    all: list[Function] = field(default_factory=list)
    parents: list[int] = field(default_factory=lambda: [0])
    constants: dict[str, str] = field(default_factory=dict)

    def enter(self, node: Node, scope: int, owner: str) -> int:
        """Record a function node; the number of its own scope."""
        own = len(self.parents)
        self.parents.append(scope)
        name = _name(node)
        built = name in _CONSTRUCTORS or node.type.endswith(("constructor", "init_declaration"))
        if built and owner:
            name = owner
        built = built or bool(name and name == owner)
        if name:
            owner = "" if scope and not built else owner or _receiver(node)
            self.all.append(Function(name, tuple(_parameters(node)), own, built, owner))
        return own

    def owner(self, node: Node, scope: int) -> str:
        """The name of a class; a constructor in its head is recorded."""
        named = node.child_by_field_name("name") or node.child_by_field_name("type")
        name = _text(named) if named is not None else ""
        head = next((c for c in node.children if c.type in ("primary_constructor", *_LIST)), None)
        if head is not None and name:
            self.all.append(Function(name, tuple(_parameters(node)), scope, True, name))
        return name


def _receiver(node: Node) -> str:
    """The type of the receiver of a method in Go."""
    there = node.child_by_field_name("receiver")
    words = re.findall(r"\w+", _text(there)) if there is not None else []
    return words[1] if len(words) > 1 else words[0] if words else ""


def _parameters(node: Node) -> Iterator[str]:
    held: Node | None = node
    for _ in range(_DEEPEST):
        if held is None or (there := _list_in(held)) is not None:
            break
        held = held.child_by_field_name("declarator")  # C: pointer to function to …
    if held is None:
        return
    there = _list_in(held)
    children = there.named_children if there is not None else [
        c for c in held.named_children if c.type in _ONE
    ]  # fmt: skip
    for child in children[:30]:
        if "comment" in child.type:
            continue
        names = child.children_by_field_name("name")
        if len(names) > 1 and child.type == "parameter_declaration":  # Go: a, b string
            yield from (_text(name) for name in names)
            continue
        name = _leaf(child)
        if name not in ("self", "cls") and child.type not in ("self_parameter",):
            yield name


def _list_in(node: Node) -> Node | None:
    for child in node.children:
        if child.type in _LIST and not (
            child.type == "parameter_list" and node.child_by_field_name("receiver") == child
        ):
            return child
        if child.type == "primary_constructor":
            return _list_in(child)
    return None


def _leaf(node: Node) -> str:
    """The name that a parameter declares; "" for a pattern."""
    for _ in range(_DEEPEST):
        if node.type in _LEAVES:
            return _text(node).lstrip("$")
        inner = next((c for n in _NAMED if (c := node.child_by_field_name(n)) is not None), None)
        if inner is None:
            inner = next((c for c in node.children if c.type in _LEAVES), None)
        if inner is None:
            inner = next((c for c in node.named_children if "pattern" in c.type), None)
        if inner is None:
            return ""
        node = inner
    return ""


def _name(node: Node) -> str:
    inner = node.child_by_field_name("name")
    if inner is not None:
        return _text(inner)
    if node.type in ("arrow_function", "function_expression"):
        around = node.parent
        for name in ("name", "left", "key") if around is not None else ():
            inner = around.child_by_field_name(name) if around is not None else None
            if inner is not None:
                return _text(inner).rpartition(".")[2]
        return ""
    held = node.child_by_field_name("declarator")
    for _ in range(_DEEPEST):
        if held is None or not held.child_count:
            break
        held = held.child_by_field_name("declarator")
    return _text(held).rpartition("::")[2] if held is not None else ""


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")[:200]
