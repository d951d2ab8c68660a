"""The control flow of a C function, read from its syntax tree.

Basic blocks and the jumps between them. `for`, `while`, `do` and `goto` that do the same give the
same graph: blocks without statements disappear and straight lines become one block. `&&`, `||` and
`!` in a condition are the jumps that they mean; elsewhere, and in `?:`, they are part of a
statement. Code that cannot be reached is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from acidtest.lang.c_function import NotReadable
from acidtest.lang.tree import text_of

ENTRY, EXIT = 0, 1
_LOOPS = ("for_statement", "while_statement", "do_statement")
_NESTING = ("if_statement", "switch_statement", *_LOOPS)
_DEEP = 150
"""Statements in statements, conditions in conditions: Python's stack holds no more."""
_CONSTANTS = {"0": False, "1": True, "false": False, "true": True}


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """Blocks, numbered as a depth-first walk from the entry reaches them, and jumps between them.

    The entry is block 0, and the exit is the last.
    """

    blocks: int
    jumps: frozenset[tuple[int, int]]

    @property
    def size(self) -> int:
        """Blocks and jumps."""
        return self.blocks + len(self.jumps)


@dataclass(frozen=True, slots=True)
class Flow:
    """A function's graph, its number of gotos, and how deep branches and loops are nested."""

    graph: FlowGraph
    gotos: int
    nesting: int


def control_flow(body: Node) -> Flow:
    """The control flow of a function's body; raises `NotReadable` if it is nested too deep."""
    builder = _Builder()
    builder.statement(body)
    builder.jump(EXIT)
    return Flow(_simplified(builder.jumps, builder.full), builder.gotos, _nesting(body))


def _nesting(body: Node) -> int:
    """The deepest nesting of branches and loops; `else if` is no deeper than its `if`."""
    deepest, waiting = 0, [(body, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node.type in _NESTING:
            parent = node.parent
            depth += not (parent is not None and parent.type == "else_clause")
            deepest = max(deepest, depth)
        waiting += [(child, depth) for child in node.children]
    return deepest


@dataclass(slots=True)
class _Builder:
    """Blocks in the order of the text; `here` is where the next statement goes, None after a jump.

    `jumps` are in the order of the text too, so that the same text gives the same graph.
    """

    jumps: list[dict[int, None]] = field(default_factory=lambda: [{}, {}])
    full: set[int] = field(default_factory=lambda: {ENTRY})
    here: int | None = ENTRY
    gotos: int = 0
    breaks: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)
    switches: list[int] = field(default_factory=list)
    defaults: set[int] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)
    depth: int = 0

    def block(self) -> int:
        """A new block."""
        self.jumps.append({})
        return len(self.jumps) - 1

    def jump(self, to: int) -> None:
        """End the current block."""
        if self.here is not None:
            self.jumps[self.here][to] = None
        self.here = None

    def start(self, block: int) -> None:
        """Go on in a block, reached from the current one as well."""
        self.jump(block)
        self.here = block

    def plain(self) -> int:
        """The current block, with one more thing in it."""
        if self.here is None:
            self.here = self.block()
        self.full.add(self.here)
        return self.here

    def condition(self, node: Node | None, yes: int, no: int) -> None:
        """Jump to one of two blocks."""
        while node is not None and node.type == "parenthesized_expression":
            node = next((c for c in node.named_children if c.type != "comment"), None)
        operator = node.child_by_field_name("operator") if node is not None else None
        sign = text_of(operator) if operator is not None else ""
        if node is not None and sign in ("&&", "||"):
            second = self.block()
            left = (second, no) if sign == "&&" else (yes, second)
            self._deeper(1)
            self.condition(node.child_by_field_name("left"), *left)
            self.here = second
            self.condition(node.child_by_field_name("right"), yes, no)
            self._deeper(-1)
        elif node is not None and node.type == "unary_expression" and sign == "!":
            self._deeper(1)
            self.condition(node.child_by_field_name("argument"), no, yes)
            self._deeper(-1)
        else:
            constant = True if node is None else _CONSTANTS.get(text_of(node))
            if constant is not None:
                self.jump(yes if constant else no)
                return
            here = self.plain()
            self.jump(yes)
            self.here = here
            self.jump(no)

    def statement(self, node: Node) -> None:
        """Add one statement with all that is in it."""
        kind = node.type
        if kind == "if_statement":
            self._if(node)
        elif kind in _LOOPS:
            self._loop(node)
        elif kind == "switch_statement":
            self._switch(node)
        elif kind == "case_statement":
            self._case(node)
        elif kind == "labeled_statement":
            label = node.child_by_field_name("label")
            self.start(self._label(text_of(label) if label is not None else ""))
            self._inside(node)
        elif kind == "goto_statement":
            label = node.child_by_field_name("label")
            self.gotos += 1
            self.jump(self._label(text_of(label) if label is not None else ""))
        elif kind in ("break_statement", "continue_statement"):
            targets = self.breaks if kind == "break_statement" else self.continues
            self.jump(targets[-1] if targets else EXIT)
        elif kind == "return_statement":
            if node.named_child_count:  # a plain `return;` may as well be left out at the end
                self.plain()
            self.jump(EXIT)
        elif kind == "expression_statement":
            if node.named_child_count:
                self.plain()
        elif kind == "declaration":
            if any(child.type == "init_declarator" for child in node.children):
                self.plain()
        elif kind.endswith(("_statement", "_clause", "ERROR")) or kind.startswith("preproc_"):
            self._inside(node)

    def _inside(self, node: Node) -> None:
        self._deeper(1)
        for child in node.named_children:
            self.statement(child)
        self._deeper(-1)

    def _deeper(self, levels: int) -> None:
        self.depth += levels
        if self.depth > _DEEP:
            raise NotReadable(f"statements are nested more than {_DEEP} levels deep")

    def _label(self, name: str) -> int:
        if name not in self.labels:
            self.labels[name] = self.block()
        return self.labels[name]

    def _if(self, node: Node) -> None:
        after = self.block()
        rest: Node | None = node
        while rest is not None and rest.type == "if_statement":
            other = rest.child_by_field_name("alternative")
            yes, no = self.block(), after if other is None else self.block()
            self.condition(rest.child_by_field_name("condition"), yes, no)
            self.here = yes
            self._body(rest, "consequence")
            self.jump(after)
            self.here = None if other is None else no
            # `else if` goes round: a chain of them may be long
            inner = [c for c in other.named_children if c.type != "comment"] if other else []
            rest = inner[0] if len(inner) == 1 else other
        if rest is not None:
            self.statement(rest)
        self.jump(after)
        self.here = after

    def _body(self, node: Node, part: str) -> None:
        """The statement inside another."""
        inner = node.child_by_field_name(part)
        if inner is not None:
            self._deeper(1)
            self.statement(inner)
            self._deeper(-1)

    def _loop(self, node: Node) -> None:
        body, test, after = self.block(), self.block(), self.block()
        step = self.block() if node.type == "for_statement" else test
        if node.type == "for_statement" and node.child_by_field_name("initializer") is not None:
            self.plain()
        self.start(body if node.type == "do_statement" else test)
        if node.type != "do_statement":
            self.condition(node.child_by_field_name("condition"), body, after)
        self.breaks.append(after)
        self.continues.append(step)
        self.here = body
        self._body(node, "body")
        self.breaks.pop()
        self.continues.pop()
        self.start(step)
        if node.type == "do_statement":
            self.condition(node.child_by_field_name("condition"), body, after)
        elif node.type == "for_statement":
            if node.child_by_field_name("update") is not None:
                self.plain()
            self.jump(test)
        self.here = after

    def _switch(self, node: Node) -> None:
        choice, after = self.plain(), self.block()
        self.here = None
        self.switches.append(choice)
        self.breaks.append(after)
        self._body(node, "body")
        self.jump(after)
        self.breaks.pop()
        self.switches.pop()
        if choice not in self.defaults:
            self.jumps[choice][after] = None
        self.here = after

    def _case(self, node: Node) -> None:
        label = self.block()
        value = node.child_by_field_name("value")
        if self.switches:
            self.jumps[self.switches[-1]][label] = None
            if value is None:
                self.defaults.add(self.switches[-1])
        self.start(label)
        for child in node.named_children:
            if child != value:
                self.statement(child)


def _simplified(jumps: list[dict[int, None]], full: set[int]) -> FlowGraph:
    """The graph without empty blocks and with straight lines as one block."""
    after = [list(targets) for targets in jumps]

    def through(block: int) -> int:
        """Where a jump to a block really leads."""
        passed = set()
        while block != EXIT and block not in full and len(after[block]) == 1:
            if block in passed:  # an empty endless loop
                break
            passed.add(block)
            block = after[block][0]
        return block

    first = through(ENTRY)
    targets: dict[int, list[int]] = {}
    waiting = [first]
    while waiting:
        block = waiting.pop()
        if block not in targets:
            targets[block] = list(dict.fromkeys(map(through, after[block])))
            waiting += targets[block]
    before: dict[int, set[int]] = {block: set() for block in targets}
    for block, others in targets.items():
        for other in others:
            before[other].add(block)
    for block in list(targets):
        while block in targets and len(targets[block]) == 1:
            (other,) = targets[block]
            if other in (block, first, EXIT) or len(before[other]) != 1:
                break
            targets[block] = targets.pop(other)
            for further in targets[block]:
                before[further] = (before[further] - {other}) | {block}
    return _numbered(first, targets)


def _numbered(first: int, targets: dict[int, list[int]]) -> FlowGraph:
    numbers: dict[int, int] = {}
    waiting = [first]
    while waiting:
        block = waiting.pop()
        if block not in numbers and block != EXIT:
            numbers[block] = len(numbers)
            waiting += reversed(targets[block])
    numbers[EXIT] = len(numbers)
    pairs = ((numbers[a], numbers[b]) for a in numbers if a in targets for b in targets[a])
    return FlowGraph(len(numbers), frozenset(pairs))
