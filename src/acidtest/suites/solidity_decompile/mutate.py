"""How strong is the replay? Changes a source in small ways and counts what `behaves` notices."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tree_sitter import Node

from acidtest.engine.pool import map_unordered
from acidtest.engine.progress import Progress
from acidtest.errors import InputError
from acidtest.model import Json, Sample
from acidtest.suites.solidity_decompile.syntax import nodes, parse, text_of
from acidtest.suites.solidity_decompile.task import Contract

OVERALL = 0.90
"""The share of mutants that replay must catch over the shipped corpus."""
REVIEWED = Path(__file__).with_name("equivalent.json")

_OPERATORS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|",
    "<<": ">>", ">>": "<<", "&&": "||", "||": "&&", "==": "!=", "!=": "==",
    "<": ">", ">": "<", "<=": ">=", ">=": "<=",
    "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=",
    "^=": "|=", "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++",
}  # fmt: skip
_BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_BINARY = ("binary_expression", "augmented_assignment_expression", "update_expression")
_YUL = {
    "add": "sub", "sub": "add", "mul": "add", "div": "mul", "lt": "gt", "gt": "lt",
    "shl": "shr", "shr": "shl", "and": "or", "or": "and", "eq": "lt", "sload": "not",
}  # fmt: skip
_DELETED = ("expression_statement", "emit_statement", "break_statement", "continue_statement")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: its kind, its line, the source line(s) before and after."""

    kind: str
    line: int
    was: str
    now: str
    text: str

    @property
    def change(self) -> str:
        """As equivalent.json names it; free of line numbers, which other edits move."""
        return f"{self.was} => {self.now}"


def mutants(source: str) -> list[Mutant]:
    """All mutants of a Solidity text, in the order of the source."""
    data, root = parse(source)
    found: dict[str, Mutant] = {}
    for node in nodes(root):
        for kind, start, end, new in _changes(node):
            text = (data[:start] + new.encode() + data[end:]).decode("utf-8", "replace")
            if text != source and text not in found:
                found[text] = _mutant(kind, data, start, end, new.encode(), text)
    return list(found.values())


def _mutant(kind: str, data: bytes, start: int, end: int, new: bytes, text: str) -> Mutant:
    first = data.rfind(b"\n", 0, start) + 1
    after = data.find(b"\n", end)
    last = len(data) if after < 0 else after
    was, now = data[first:last], data[first:start] + new + data[end:last]
    one_line = [" ".join(part.decode("utf-8", "replace").split()) for part in (was, now)]
    return Mutant(kind, data.count(b"\n", 0, start) + 1, one_line[0], one_line[1], text)


def _changes(node: Node) -> Iterator[tuple[str, int, int, str]]:
    """What to put where: kind, start, end, new text."""
    at, end = node.start_byte, node.end_byte
    text = text_of(node)
    if node.type in _BINARY:
        operator = node.child_by_field_name("operator") or next(
            (child for child in node.children if child.type in _OPERATORS), None
        )
        if operator is not None and operator.type in _OPERATORS:
            place = operator.start_byte, operator.end_byte
            if operator.type in _BOUNDARIES:
                yield ("boundary", *place, _BOUNDARIES[operator.type])
            yield ("operator", *place, _OPERATORS[operator.type])
    elif node.type == "unary_expression":
        if text.startswith(("!", "-", "~")):
            yield "operator", at, at + 1, ""
    elif node.type == "number_literal" and not _is_size(node):
        if text.lower().startswith("0x") and len(text) == 42:
            return  # an address
        yield "constant", at, end, f"({text} + 1)"
        if text != "0":
            yield "constant", at, end, f"({text} - 1)"
    elif node.type == "yul_evm_builtin" and text in _YUL:
        yield "assembly", at, end, _YUL[text]
    elif node.type in ("yul_decimal_number", "yul_hex_number"):
        yield "assembly", at, end, str(int(text, 0) + 1)
    elif node.type in ("true", "false", "boolean_literal") and text in ("true", "false"):
        yield "constant", at, end, "false" if text == "true" else "true"
    elif node.type == "if_statement":
        condition = node.child_by_field_name("condition")
        if condition is not None:
            new = f"!({text_of(condition)})"
            yield "branch", condition.start_byte, condition.end_byte, new
        if node.child_by_field_name("else") is None and " else" not in text:
            yield "deletion", at, end, ""
    elif node.type == "modifier_invocation" and node.parent is not None:
        if node.parent.type == "function_definition":
            yield "modifier", at, end, ""
    elif node.type in _DELETED and text not in ("_;",):
        if node.parent is not None and node.parent.type == "statement":
            yield "deletion", at, end, ";" if node.type.startswith(("break", "cont")) else "{}"
    elif node.type == "member_expression" and text == "msg.sender" and not _in_constructor(node):
        yield "sender", at, end, "tx.origin"


def _in_constructor(node: Node) -> bool:
    """Where a person deploys, who sends and who began are the same."""
    above: Node | None = node
    while above is not None and above.type != "constructor_definition":
        above = above.parent
    return above is not None


def _is_size(node: Node) -> bool:
    """The size of an array or a pragma's number is no behaviour of its own."""
    above = node.parent
    while above is not None and above.type == "expression":
        above = above.parent
    return above is not None and above.type in ("type_name", "pragma_directive")


# -- running them --------------------------------------------------------------------------------


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    NOT_COMPILED = "not compiled"


@dataclass(frozen=True, slots=True)
class Trial:
    """One mutant, its fate, and how many calls it took to catch it."""

    mutant: Mutant
    fate: Fate
    calls: int | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """The mutants of one contract and their fates."""

    contract: str
    trials: Sequence[Trial]

    def count(self, fate: Fate) -> int:
        """How many had this fate."""
        return sum(trial.fate is fate for trial in self.trials)

    @property
    def share(self) -> float | None:
        """Caught of those that compile and are not equivalent; None if there are none."""
        caught, missed = self.count(Fate.CAUGHT), self.count(Fate.SURVIVED)
        return caught / (caught + missed) if caught + missed else None

    @property
    def median_calls(self) -> float | None:
        """The median number of calls to catch one; None if none was caught."""
        calls = [trial.calls for trial in self.trials if trial.calls is not None]
        return statistics.median(calls) if calls else None

    def to_json(self) -> dict[str, Json]:
        """Counts, share, and each mutant that got through."""
        return {
            "task": self.contract,
            "mutants": len(self.trials),
            **{fate.value.replace(" ", "_"): self.count(fate) for fate in Fate},
            "share": self.share,
            "median_calls": self.median_calls,
            "survivors": [_described(t.mutant) for t in self.trials if t.fate is Fate.SURVIVED],
            "equivalents": [_described(t.mutant) for t in self.trials if t.fate is Fate.EQUIVALENT],
        }


def _described(mutant: Mutant) -> dict[str, Json]:
    return {"line": mutant.line, "kind": mutant.kind, "was": mutant.was, "now": mutant.now}


def total(results: Sequence[Strength]) -> Strength:
    """All contracts together."""
    return Strength("all contracts", [trial for result in results for trial in result.trials])


def reviewed() -> dict[tuple[str, str], str]:
    """Reasons by contract and change, from the list of mutants that a person found equivalent."""
    rows = json.loads(REVIEWED.read_text())
    return {(row["task"], row["change"]): row["reason"] for row in rows}


def contracts_of(samples: Sequence[Sample], names: Sequence[str]) -> list[Contract]:
    """Each contract with a source once, in its first mode; those called `names` if any."""
    found: dict[str, Contract] = {}
    for sample in samples:
        if isinstance(sample.truth, Contract) and sample.truth.source:
            found.setdefault(sample.truth.id, sample.truth)
    if missing := [name for name in names if name not in found]:
        raise InputError(f"there is no contract '{missing[0]}' in this data")
    return [contract for name, contract in found.items() if not names or name in names]


def chosen_mutants(contract: Contract, limit: int | None, seed: int) -> list[Mutant]:
    """All mutants of a contract, or `limit` of them by lot, in the order of the source."""
    every = mutants(contract.source or "")
    if limit is None or len(every) <= limit:
        return every
    picked = random.Random(f"{seed}:{contract.id}").sample(range(len(every)), limit)
    return [every[i] for i in sorted(picked)]


def measure(
    contracts: Sequence[Contract],
    progress: Progress,
    *,
    limit: int | None = None,
    seed: int = 0,
    workers: int = 1,
    bare: bool = False,
) -> list[Strength]:
    """How many mutants of each contract replay catches, in the order of `contracts`."""
    from acidtest.suites.solidity_decompile.judge_mutants import MutantJudge

    known = reviewed()
    work = [(c, m) for c in contracts for m in chosen_mutants(c, limit, seed)]
    fates: dict[tuple[str, str], Trial] = {}
    with (
        MutantJudge(known, bare=bare) as judge,
        progress.stage("mutants", len(work)) as advance,
    ):
        for (contract, mutant), trial in map_unordered(judge.trial, work, workers):
            fates[contract.id, mutant.text] = trial
            advance()
    for contract, mutant in work:
        caught = fates[contract.id, mutant.text].fate is Fate.CAUGHT
        if caught and (contract.id, mutant.change) in known:
            progress.note(f"{REVIEWED.name}: {contract.id}: this is caught: {mutant.change}")
    return [
        Strength(c.id, [fates[c.id, m.text] for other, m in work if other is c]) for c in contracts
    ]
