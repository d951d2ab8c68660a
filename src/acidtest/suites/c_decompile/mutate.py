"""How strong are the tests? Changes the reference in small ways and counts what a test notices.

A mutant is the task's function with one change. It is compiled and run with the task's test as
any answer is. A test that still passes either misses something or cannot tell, because the
mutant is the same program: where gcc -O2 makes the same object of both it is set apart, and
further ones stand, each with its reason, in equivalent.json.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import tree_sitter_c
from tree_sitter import Language, Node, Parser

from acidtest.engine.pool import map_unordered
from acidtest.engine.progress import Progress
from acidtest.errors import InputError
from acidtest.model import Json, Sample
from acidtest.sandbox import Limits, Sandbox
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Judge, runner
from acidtest.toolchain.gcc import find_gcc

OVERALL, EACH = 0.90, 0.75
"""The share of mutants that the shipped corpus must kill, over all and in every task."""
REVIEWED = Path(__file__).with_name("equivalent.json")

# A reference takes a few milliseconds; a mutant that takes a second of processor time hangs.
_RUN = Limits(cpu_s=1, wall_s=30, memory=1 << 30, file_size=1 << 20)
_HUNG = ("used more than its processor time", "took too long", "wrote too much output")

_OPERATORS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|",
    "<<": ">>", ">>": "<<", "&&": "||", "||": "&&", "==": "!=", "!=": "==",
    "<": ">", ">": "<", "<=": ">=", ">=": "<=",
    "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=",
    "^=": "|=", "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++",
}  # fmt: skip
_BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_DELETED = ("expression_statement", "break_statement", "continue_statement", "goto_statement")


class Fate(StrEnum):
    """What became of a mutant. A hung one is killed as well: the test notices."""

    KILLED = "killed"
    HUNG = "hung"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    NOT_COMPILED = "not compiled"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: its kind, its line in the function, the source line(s) before and after."""

    kind: str
    line: int
    was: str
    now: str
    text: str

    @property
    def change(self) -> str:
        """As equivalent.json names it; free of line numbers, which other edits move."""
        return f"{self.was} => {self.now}"


@dataclass(frozen=True, slots=True)
class Strength:
    """The mutants of one task and their fates."""

    task: str
    fates: Sequence[tuple[Mutant, Fate]]

    def count(self, *fates: Fate) -> int:
        """How many had one of these fates."""
        return sum(fate in fates for _, fate in self.fates)

    @property
    def share(self) -> float | None:
        """Killed of those that compile and are not equivalent; None if there are none."""
        return share_of([self])

    def having(self, fate: Fate) -> list[Mutant]:
        """Those with this fate, in the order of the source."""
        return [mutant for mutant, its in self.fates if its is fate]

    def to_json(self) -> dict[str, Json]:
        """Counts, share, and each mutant that the test let through."""
        counted = Counter(fate for _, fate in self.fates)
        return {
            "task": self.task,
            "mutants": len(self.fates),
            **{fate.value.replace(" ", "_"): counted[fate] for fate in Fate},
            "share": self.share,
            "survivors": [_described(m) for m in self.having(Fate.SURVIVED)],
            "equivalents": [_described(m) for m in self.having(Fate.EQUIVALENT)],
        }


def _described(mutant: Mutant) -> dict[str, Json]:
    return {"line": mutant.line, "kind": mutant.kind, "was": mutant.was, "now": mutant.now}


def share_of(results: Sequence[Strength]) -> float | None:
    """Killed, hung ones included, of all that compile and are not equivalent."""
    killed = sum(r.count(Fate.KILLED, Fate.HUNG) for r in results)
    counted = killed + sum(r.count(Fate.SURVIVED) for r in results)
    return killed / counted if counted else None


# -- making mutants ------------------------------------------------------------------------------


def mutants(function: str) -> list[Mutant]:
    """All mutants of a C text, in the order of the source."""
    data = function.encode()
    root = Parser(Language(tree_sitter_c.language())).parse(data).root_node
    found: dict[str, Mutant] = {}
    for node in _nodes(root):
        for kind, start, end, new in _changes(node, data):
            text = (data[:start] + new.encode() + data[end:]).decode()
            if text != function and text not in found:
                found[text] = _mutant(kind, data, start, end, new.encode(), text)
    return list(found.values())


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    # The size of an array is no behaviour: one more changes nothing, one less is undefined.
    size = node.child_by_field_name("size") if node.type == "array_declarator" else None
    for child in node.children:
        if child != size:
            yield from _nodes(child)


def _mutant(kind: str, data: bytes, start: int, end: int, new: bytes, text: str) -> Mutant:
    first = data.rfind(b"\n", 0, start) + 1
    after = data.find(b"\n", end)
    last = len(data) if after < 0 else after
    was, now = data[first:last], data[first:start] + new + data[end:last]
    one_line = [" ".join(part.decode().split()) for part in (was, now)]
    return Mutant(kind, data.count(b"\n", 0, start) + 1, one_line[0], one_line[1], text)


def _changes(node: Node, data: bytes) -> Iterator[tuple[str, int, int, str]]:
    """What to put where: kind, start, end, new text."""
    at, end = node.start_byte, node.end_byte
    text = data[at:end].decode()
    if node.type in ("binary_expression", "assignment_expression", "update_expression"):
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.type in _OPERATORS:
            place = operator.start_byte, operator.end_byte
            if operator.type in _BOUNDARIES:
                yield ("boundary", *place, _BOUNDARIES[operator.type])
            yield ("operator", *place, _OPERATORS[operator.type])
    elif node.type == "unary_expression":
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.type in ("!", "-", "~"):
            yield "operator", operator.start_byte, operator.end_byte, ""
    elif node.type in ("number_literal", "char_literal"):
        yield "constant", at, end, f"({text} + 1)"
        yield "constant", at, end, f"({text} - 1)"
    elif node.type == "return_statement" and node.named_children:
        value = node.named_children[0]
        given = data[value.start_byte : value.end_byte].decode()
        if value.type not in ("number_literal", "char_literal"):
            yield "return", value.start_byte, value.end_byte, "0"
            yield "return", value.start_byte, value.end_byte, f"({given}) + 1"
    condition = node.child_by_field_name("condition")
    if condition is not None and node.type != "switch_statement":
        inside = data[condition.start_byte : condition.end_byte].decode()
        negated = f"(!{inside})" if inside.startswith("(") else f"!({inside})"
        yield "branch", condition.start_byte, condition.end_byte, negated
    if node.type in _DELETED or _is_spare(node):
        yield "deletion", at, end, ";"


def _is_spare(node: Node) -> bool:
    """Whether the text stays well-defined without it: an if without else, or an early return."""
    if node.type == "if_statement":
        return node.child_by_field_name("alternative") is None
    if node.type != "return_statement":
        return False
    body: Node | None = node
    while (
        body is not None and body.parent is not None and body.parent.type != "function_definition"
    ):
        body = body.parent
    last = body.named_children[-1] if body is not None and body.named_children else None
    # Without it the end of the function must still be a return, or nothing at all is returned.
    return last is not None and last != node and last.type == "return_statement"


# -- running them --------------------------------------------------------------------------------


def reviewed() -> dict[tuple[str, str], str]:
    """Reasons by task and change, from the list of mutants that a person found equivalent."""
    rows = json.loads(REVIEWED.read_text())
    return {(row["task"], row["change"]): row["reason"] for row in rows}


def chosen_mutants(task: Task, limit: int | None, seed: int) -> list[Mutant]:
    """All mutants of a task, or `limit` of them by lot, in the order of the source."""
    every = mutants(task.function)
    if limit is None or len(every) <= limit:
        return every
    picked = random.Random(f"{seed}:{task.name}").sample(range(len(every)), limit)
    return [every[i] for i in sorted(picked)]


def tasks_of(samples: Sequence[Sample], names: Sequence[str]) -> list[Task]:
    """Each task once, whatever its optimisation levels; those called `names` if there are any."""
    tasks = {s.truth.name: replace(s.truth, opt="", asm=None, pseudo=None) for s in samples}
    if missing := [name for name in names if name not in tasks]:
        raise InputError(f"there is no task '{missing[0]}' in this data")
    return [task for name, task in tasks.items() if not names or name in names]


def measure(
    tasks: Sequence[Task],
    progress: Progress,
    *,
    limit: int | None = None,
    seed: int = 0,
    workers: int = 1,
    bare: bool = False,
) -> list[Strength]:
    """The strength of each task's test, in the order of `tasks`."""
    if foreign := [task.name for task in tasks if task.language != "c"]:
        raise InputError(f"task {foreign[0]}: mutants are made of C only, not of C++")
    known = reviewed()
    work = [(task, m) for task in tasks for m in chosen_mutants(task, limit, seed)]
    fates: dict[tuple[str, str], Fate] = {}
    gcc = find_gcc()
    with Sandbox({"runner": runner()}, binds=gcc.folders, bare=bare) as sandbox:
        judge = Judge(gcc, sandbox, run=_RUN)
        with progress.stage("references", len(tasks)) as advance:
            for task, verdict in map_unordered(_of(judge), tasks, workers):
                if not verdict["passes"]:
                    raise InputError(
                        f"task {task.name}: its own reference does not pass: {verdict['why']}"
                    )
                advance()
        trial = _Trial(judge, known)
        with progress.stage("mutants", len(work)) as advance:
            for (task, mutant), fate in map_unordered(trial, work, workers):
                fates[task.name, mutant.text] = fate
                advance()
    for task, mutant in work:
        if (task.name, mutant.change) in known and fates[task.name, mutant.text] in (
            Fate.KILLED,
            Fate.HUNG,
        ):
            progress.note(f"{REVIEWED.name}: {task.name}: this is killed: {mutant.change}")
    return [
        Strength(task.name, [(m, fates[task.name, m.text]) for t, m in work if t is task])
        for task in tasks
    ]


def _of(judge: Judge) -> Callable[[Task], dict[str, Json]]:
    def verdict(task: Task) -> dict[str, Json]:
        plain: dict[str, Json] = judge.sound_verdict(task, task.function)["plain"]
        return plain

    return verdict


class _Trial:
    """Finds the fate of one mutant. Thread-safe."""

    def __init__(self, judge: Judge, known: dict[tuple[str, str], str]) -> None:
        self._judge = judge
        self._known = known

    def __call__(self, item: tuple[Task, Mutant]) -> Fate:
        task, mutant = item
        verdict = self._judge.sound_verdict(task, mutant.text)["plain"]
        if not verdict["compiles"]:
            return Fate.NOT_COMPILED
        if not verdict["passes"]:
            hung = any(words in verdict["why"] for words in _HUNG)
            return Fate.HUNG if hung else Fate.KILLED
        if (task.name, mutant.change) in self._known or self._same_object(task, mutant):
            return Fate.EQUIVALENT
        return Fate.SURVIVED

    def _same_object(self, task: Task, mutant: Mutant) -> bool:
        """Whether gcc -O2 makes the same of both: code, data, symbols and relocations."""
        objects = [
            self._judge.with_task(task, text, flags=["-O2"])
            for text in (task.function, mutant.text)
        ]
        return not objects[0].problem and objects[0].data == objects[1].data
