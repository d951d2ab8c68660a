"""The same contract with variables, parameters and internal functions renamed."""

from __future__ import annotations

from tree_sitter import Node

from acidtest.lang.solidity import is_external, nodes, parse, replaced, text_of

_NAMED = (
    "state_variable_declaration",
    "constant_variable_declaration",
    "variable_declaration",
    "parameter",
    "event_parameter",
    "error_parameter",
    "struct_member",
    "modifier_definition",
    "function_definition",
)
# Names fixed by the language: members, call options, built-in functions and variables.
_BUILT_IN = frozenset(
    """
    abi abi_ address addmod assert balance basefee block blockhash call chainid code codehash
    coinbase concat creationCode data decode delegatecall difficulty ecrecover encode encodeCall
    encodePacked encodeWithSelector encodeWithSignature gas gaslimit gasleft gasprice interfaceId
    keccak256 length log0 log1 log2 log3 log4 max min msg mulmod name now number offset origin pop
    prevrandao push require revert ripemd160 runtimeCode salt selector selfdestruct send sender
    sha256 sha3 sig slot staticcall suicide super this timestamp transfer tx type unwrap value wrap
    _ throw
    """.split()
)


def renamed(source: str) -> str:
    """The source with everything that callers cannot see renamed, and comments removed.

    Names of contracts, types, events, errors and public functions and variables stay. A name
    kept in one place is kept everywhere, so references are never ambiguous.
    """
    data, root = parse(source)
    all_nodes = list(nodes(root))
    taken = {text_of(node) for node in all_nodes if node.type in ("identifier", "yul_identifier")}
    keep, change = set(_BUILT_IN), dict[str, str]()
    for node in all_nodes:
        name = text_of(node.child_by_field_name("name"))
        if not name or not _declares(node):
            continue
        if node.type in _NAMED and not _is_public(node):
            change.setdefault(name, "")
        else:
            keep.add(name)
    keep |= {text_of(node) for node in all_nodes if node.type == "enum_value"}
    numbers = iter(range(1 << 30))
    for name in sorted(set(change) - keep):
        new = next(f"w{n}" for n in numbers if f"w{n}" not in taken)
        change[name] = new
    new_names = {name: new for name, new in change.items() if name not in keep}
    edits = [
        (node.start_byte, node.end_byte, new_names.get(text_of(node), text_of(node)))
        for node in all_nodes
        if node.type == "identifier"
    ]
    edits += [(n.start_byte, n.end_byte, " ") for n in all_nodes if n.type == "comment"]
    return replaced(data, edits)


def _declares(node: Node) -> bool:
    return node.type.endswith(("_declaration", "_definition", "_member", "parameter"))


def _is_public(node: Node) -> bool:
    if node.type == "function_definition":
        return is_external(node)
    if node.type == "state_variable_declaration":
        return any(c.type == "visibility" and text_of(c) == "public" for c in node.children)
    return False
