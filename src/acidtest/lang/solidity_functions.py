"""The functions of a decompiled contract as text: Solidity, broken Solidity, or Python-like text.

Everything is read from the text alone, so it works for an answer that does not compile, that is a
single function, or that is no Solidity at all. Text is hostile: every step is linear or bounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tree_sitter import Node

from acidtest.lang.solidity import is_external
from acidtest.lang.tree import Source, parse, text_of

FUNCTIONS_MAX = 2000
"""Functions of one text that are looked at; no contract has as many."""
WITHOUT_SELECTOR = ("constructor", "fallback", "receive")
_DEFINITIONS = {
    "function_definition": "",
    "constructor_definition": "constructor",
    "fallback_receive_definition": "fallback",
}
_CONTAINERS = ("contract_declaration", "library_declaration", "interface_declaration")
_KEYWORDS = ("visibility", "state_mutability")
_NAMES = ("identifier", "yul_identifier")
_INDENTED = re.compile(r"^def[ \t]+([\w$]+)\(([^\n()]*)\)([^\n:]*):", re.MULTILINE)
_CONSTANT = re.compile(r"^const[ \t]+([\w$]+)[ \t]*=[^\n]*$", re.MULTILINE)
_CLAIM = re.compile(r"///?[ \t]*@custom:selector[ \t]+0x([0-9a-fA-F]{8})\b")
_NAMED_AFTER = re.compile(r"(?:^|[_$x]|[^0-9a-f])([0-9a-f]{8})$")
_ELEMENTARY = {"uint": "uint256", "int": "int256", "byte": "bytes1", "addr": "address"}
_MAPPING = re.compile(r"mapping\s*+\(\s*+([\w.]++)(?:\s++[\w$]++)?\s*+=>(.*)\)", re.DOTALL)
_NAMED_TYPE = re.compile(r"^([\w.\[\]]+)\s+[\w$]+$")
_NESTED = 6


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """One function of a text, or a public variable, which has a getter.

    `types` are its parameters as an ABI has them. `claim` is the selector that a comment or its
    name gives, as hex. `container` is the contract around it, `names` are the names used in it.
    """

    name: str
    text: str
    types: tuple[str, ...] = ()
    public: bool = True
    container: str = ""
    claim: str | None = None
    names: frozenset[str] = frozenset()
    mutability: str = "nonpayable"
    outputs: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """As in `transfer(address,uint256)`."""
        return f"{self.name}({','.join(self.types)})"

    @property
    def has_selector(self) -> bool:
        """Whether it is called by a selector: not so constructors, fallback and receive."""
        return self.public and self.name not in WITHOUT_SELECTOR


@dataclass(frozen=True, slots=True)
class ContractSource:
    """The functions of a text, its public variables, and its contracts with their parents.

    `modifiers` has the names that each uses; `concrete` are the contracts that are not abstract.
    """

    functions: tuple[FunctionSource, ...] = ()
    getters: tuple[FunctionSource, ...] = ()
    contracts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modifiers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    concrete: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def read_functions(text: str) -> ContractSource:
    r"""All functions with a body, and the public variables, in the order of the text.

    >>> [f.signature for f in read_functions("function f(uint a) public { g(a); }").functions]
    ['f(uint256)']
    >>> [f.claim for f in read_functions("def unknowna9059cbb(addr _to):\n  stop\n").functions]
    ['a9059cbb']
    """
    solidity, indented = _solidity(text), _indented(text)
    return indented if len(indented.functions) > len(solidity.functions) else solidity


def reachable(source: ContractSource, contract: str | None) -> ContractSource:
    """What a contract of the text can run: without dead code, and without other contracts.

    Begins with the public functions of the contract and of what it inherits from, and follows
    names. Without contracts in the text everything counts; None stands for the last concrete one.
    """
    if not source.contracts:
        return source
    contract = contract or (source.concrete or tuple(source.contracts))[-1]
    home = _family(contract, source.contracts)
    by_name: dict[str, list[int]] = {}
    for place, function in enumerate(source.functions):
        by_name.setdefault(function.name, []).append(place)
    waiting = _roots(source, home)
    reached: set[int] = set()
    followed: set[str] = set(home)
    while waiting:
        place = waiting.pop()
        if place in reached:
            continue
        reached.add(place)
        names = [*source.functions[place].names]
        while names:
            name = names.pop()
            if name in followed:
                continue
            followed.add(name)
            names += source.modifiers.get(name, ())
            waiting += by_name.get(name, ())
            if name.startswith("new "):  # created here: its code is part of this code
                waiting += _roots(source, _family(name[4:], source.contracts))
    functions = tuple(f for place, f in enumerate(source.functions) if place in reached)
    getters = tuple(g for g in source.getters if g.container in home)
    return replace(source, functions=functions, getters=getters)


def _roots(source: ContractSource, home: set[str]) -> list[int]:
    return [
        place
        for place, function in enumerate(source.functions)
        if function.container in home and (function.public or function.name == "constructor")
    ]


def _family(contract: str, contracts: Mapping[str, Sequence[str]]) -> set[str]:
    family, waiting = set(), [contract]
    while waiting:
        name = waiting.pop()
        if name in contracts and name not in family:
            family.add(name)
            waiting.extend(contracts[name])
    return family


def _claimed(comment: str, name: str) -> str | None:
    """The selector in a comment, or the one that a function is named after."""
    claim = _CLAIM.findall(comment)
    named = _NAMED_AFTER.search(name)
    return claim[-1].lower() if claim else named[1] if named else None


def _indented(text: str) -> ContractSource:
    """Functions as panoramix writes them: `def name(type name, …) modifiers:` and what is indented.

    Lines `const name = value` are functions that return a constant.
    """
    functions = []
    for head in _INDENTED.finditer(text):
        body = _block(text, head.end())
        name = head[1].removeprefix("_") if head[1] in ("_fallback", "_receive") else head[1]
        given = [part.split() for part in head[2].split(",")]
        types = tuple(_ELEMENTARY.get(p[0], p[0]) for p in given if p and p[0] != "?")
        mutability = "payable" if "payable" in head[3] else "nonpayable"
        whole = head[0] + body
        claim = _claimed("", name)
        function = FunctionSource(name, whole, types, claim=claim, mutability=mutability)
        functions.append((head.start(), function))
        if len(functions) >= FUNCTIONS_MAX:
            break
    if functions:
        functions += [
            (line.start(), FunctionSource(line[1], line[0], claim=_claimed("", line[1])))
            for line in list(_CONSTANT.finditer(text))[:FUNCTIONS_MAX]
        ]
    return ContractSource(tuple(function for _, function in sorted(functions, key=lambda f: f[0])))


def _block(text: str, start: int) -> str:
    """The rest of a line and the indented lines after it."""
    end = at = text.find("\n", start)
    while at >= 0:
        following = text.find("\n", at + 1)
        line = text[at + 1 : following if following >= 0 else len(text)]
        if line[:1] not in (" ", "\t") and line.strip():
            break
        if line.strip():
            end = following
        at = following
    return text[start : end if end >= 0 else len(text)]


def _solidity(text: str) -> ContractSource:
    source = parse(text, "solidity")
    types = _Types(source)
    functions: list[FunctionSource] = []
    getters: list[FunctionSource] = []
    contracts: dict[str, tuple[str, ...]] = {}
    modifiers: dict[str, frozenset[str]] = {}
    concrete: list[str] = []
    for node in source.nodes():
        if node.type == "contract_declaration":
            parents = [c for c in node.children if c.type == "inheritance_specifier"]
            contracts[_name(node)] = tuple(
                text_of(p.named_children[0]).rpartition(".")[2] for p in parents if p.named_children
            )
            concrete += [_name(node)] if node.children[0].type != "abstract" else []
        elif node.type == "state_variable_declaration":
            getters += _getter(node, types)
        elif node.type == "modifier_definition":
            modifiers[_name(node)] = modifiers.get(_name(node), frozenset()) | _names(node)
        elif node.type in _DEFINITIONS and node.child_by_field_name("body") is not None:
            functions += [_function(node, types)] if len(functions) < FUNCTIONS_MAX else []
    return ContractSource(tuple(functions), tuple(getters), contracts, modifiers, tuple(concrete))


def _function(node: Node, types: _Types) -> FunctionSource:
    words = [text_of(c) for c in node.children if not c.is_named or c.type in _KEYWORDS]
    name = _DEFINITIONS[node.type] or _name(node)
    if node.type == "fallback_receive_definition" and "receive" in words[:1]:
        name = "receive"
    container, kind = _container(node)
    public = kind != "library_declaration" and is_external(node)
    returned = next((c for c in node.children if c.type == "return_type_definition"), None)
    mutability = next((w for w in words if w in ("pure", "view", "payable", "constant")), "")
    if container and name == container:
        name = "constructor"  # before 0.5
    return FunctionSource(
        name,
        text_of(node),
        types.of(node),
        public and name != "constructor",
        container,
        _claimed(_comment_above(node), name),
        _names(node),
        {"": "nonpayable", "constant": "view"}.get(mutability, mutability),
        types.of(returned) if returned is not None else (),
    )


def _getter(node: Node, types: _Types) -> list[FunctionSource]:
    """The function that a public variable stands for."""
    if not any(c.type == "visibility" and text_of(c) == "public" for c in node.children):
        return []
    name, kind = _name(node), node.child_by_field_name("type")
    keys, value = types.of_variable(text_of(kind) if kind is not None else "")
    return [
        FunctionSource(
            name,
            text_of(node),
            keys,
            container=_container(node)[0],
            claim=_claimed(_comment_above(node), name),
            mutability="view",
            outputs=(value,),
        )
    ]


def _name(node: Node) -> str:
    name = node.child_by_field_name("name")
    return text_of(name) if name is not None else ""


def _names(node: Node) -> frozenset[str]:
    """The names in a function, also of its modifiers; `new A` for a contract that it creates."""
    names, waiting = set(), [node]
    while waiting:
        inner = waiting.pop()
        if inner.type in _NAMES:
            names.add(text_of(inner))
        elif inner.type == "new_expression":
            names.add(f"new {text_of(inner.named_children[0])}" if inner.named_children else "")
        waiting.extend(inner.children)
    return frozenset(names)


def _container(node: Node) -> tuple[str, str]:
    around = node.parent
    while around is not None and around.type not in _CONTAINERS:
        around = around.parent
    return ("", "") if around is None else (_name(around), around.type)


def _comment_above(node: Node) -> str:
    comments: list[str] = []
    before = node.prev_sibling
    while before is not None and before.type == "comment" and len(comments) < 12:
        comments.append(text_of(before))
        before = before.prev_sibling
    return "\n".join(reversed(comments))


class _Types:
    """Types as an ABI has them; those that the text defines are looked up in it."""

    def __init__(self, source: Source) -> None:
        self._defined: dict[str, Node | str] = {}
        for node in source.nodes():
            if node.type in _CONTAINERS[::2]:
                self._defined[_name(node)] = "address"
            elif node.type == "enum_declaration":
                self._defined[_name(node)] = "uint8"
            elif node.type in ("struct_declaration", "user_defined_type_definition"):
                self._defined[_name(node)] = node

    def of(self, node: Node) -> tuple[str, ...]:
        """The types of the parameters that a node holds."""
        parameters = [child for child in node.children if child.type == "parameter"]
        return tuple(self._one(text_of(p.child_by_field_name("type") or p), 0) for p in parameters)

    def of_variable(self, written: str) -> tuple[tuple[str, ...], str]:
        """What the getter of a variable of this type takes, and what it returns."""
        keys: list[str] = []
        while len(keys) < _NESTED:
            mapping = _MAPPING.fullmatch(written.strip())
            if mapping is None:
                break
            keys.append(self._one(mapping[1], 0))
            written = mapping[2]
        value = self._one(_NAMED_TYPE.sub(r"\1", written.strip()) if keys else written, 0)
        while value.endswith("]") and len(keys) < _NESTED:
            keys.append("uint256")
            value = value[: value.rindex("[")]
        return tuple(keys), value

    def _one(self, written: str, depth: int) -> str:
        kind = "".join(written.split())
        base, bracket, sizes = kind.partition("[")
        if base.startswith(("mapping(", "function(")):
            return kind
        base = "address" if base == "addresspayable" else base.rpartition(".")[2]
        meant = self._defined.get(base, _ELEMENTARY.get(base, base))
        if isinstance(meant, Node):
            meant = self._of_definition(meant, depth) if depth < _NESTED else base
        return f"{meant}{bracket}{sizes}"

    def _of_definition(self, node: Node, depth: int) -> str:
        if node.type == "user_defined_type_definition":
            inner = node.named_children[-1]
            return self._one(text_of(inner), depth + 1)
        body = next((c for c in node.named_children if c.type == "struct_body"), node)
        members = [c for c in body.named_children if c.type == "struct_member"]
        kinds = (self._one(text_of(m.named_children[0]), depth + 1) for m in members)
        return f"({','.join(kinds)})"
