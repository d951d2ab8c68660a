"""Looks for a call that shows a difference in the EVM, from a state that replay reached.

The solver's own counterexample begins with any storage, which the contract may never be in. So the
unknowns that slots depend on are replaced by accounts and small numbers, hashes are computed, slots
get the values they have in a real state, and the solver finds the rest. Only what both contracts
then do differently in the EVM counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3
from eth_hash.auto import keccak

from acidtest.suites.solidity_decompile.prove import outside
from acidtest.suites.solidity_decompile.prove.compare import Difference
from acidtest.suites.solidity_decompile.prove.paths import ProofBudget
from acidtest.suites.solidity_decompile.prove.settings import ReachedState
from acidtest.suites.solidity_decompile.prove.slots import hashed
from acidtest.suites.solidity_decompile.prove.storage import BEFORE
from acidtest.suites.solidity_decompile.prove.words import Word, plain, term
from acidtest.toolchains.evm import START_TIME, TARGET, WEALTH, CallStep

_SMALL = (0, 1, 2, 3)
_TRIES = 150
_LATER = 1 << 33
Chosen = Sequence[tuple[z3.ExprRef, z3.ExprRef]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A call that may show the difference, and the state to make it in."""

    setting: ReachedState
    step: CallStep
    slots: Mapping[int, int]


class Search:
    """Concrete calls for one difference."""

    def __init__(
        self,
        difference: Difference,
        senders: Sequence[int],
        accounts: Sequence[int],
        budget: ProofBudget,
    ) -> None:
        self._difference = difference
        self._holds = z3.And(*difference.conditions)
        self._senders = senders
        self._accounts = accounts
        self._budget = budget
        self._left = 0
        unknowns = {
            str(value): (kind, value)
            for kind, value in difference.data.unknowns
            if not z3.is_bool(value)
        }
        self._places = [
            (each, [unknowns[name] for name in _names(each) if name in unknowns])
            for each in _places(self._holds)
        ]

    def candidates(self, setting: ReachedState) -> Iterator[Candidate]:
        """Calls from a state; none if the difference cannot show there."""
        self._left = _TRIES
        for sender in self._senders:
            account = z3.BitVecVal(sender, 160)
            chosen = [(outside.CALLER, account), (outside.ORIGIN, account)]
            yield from self._choose(chosen, setting)

    def _choose(self, chosen: Chosen, setting: ReachedState) -> Iterator[Candidate]:
        """Replace unknowns until every slot is a number; then solve."""
        known, slots, open_ = self._known(chosen, setting)
        holds = z3.simplify(z3.substitute(self._holds, *chosen, *known))
        self._left -= 1
        if z3.is_false(holds) or self._left < 0:
            return
        left = [each for each in open_ if not any(each[1] is value for value, _ in chosen)]
        if not left:
            model = self._budget.solve([holds, *_surroundings(setting)])
            if isinstance(model, z3.ModelRef):
                yield self._candidate(chosen, setting, model, slots)
            return
        kind, value = left[0]
        for number in self._accounts if kind == "address" else _numbers(setting):
            if number < 1 << value.size():
                pair = (value, z3.BitVecVal(number, value.size()))
                yield from self._choose([*chosen, pair], setting)

    def _known(
        self, chosen: Chosen, setting: ReachedState
    ) -> tuple[list[tuple[z3.ExprRef, z3.ExprRef]], dict[int, z3.ExprRef], list[Any]]:
        """Hashes and slots whose place is a number by now; slots that are free; open unknowns."""
        known: list[tuple[z3.ExprRef, z3.ExprRef]] = []
        slots: dict[int, z3.ExprRef] = {}
        open_: list[Any] = []
        for each, unknowns in self._places:
            self._budget.step()
            argument = z3.simplify(z3.substitute(each.arg(0), *chosen, *known))
            if not z3.is_bv_value(argument):
                open_ += unknowns
                continue
            number = argument.as_long()
            if (size := hashed(each)) is not None:
                digest = keccak(number.to_bytes(size, "big"))
                value: z3.ExprRef = z3.BitVecVal(int.from_bytes(digest, "big"), 256)
            elif setting.storage is not None:
                value = z3.BitVecVal(setting.storage.get(number, 0), 256)
            else:
                value = slots.setdefault(number, z3.BitVec(f"slot{number}", 256))
            known.append((each, value))
        return known, slots, open_

    def _candidate(
        self,
        chosen: Chosen,
        setting: ReachedState,
        model: z3.ModelRef,
        slots: Mapping[int, z3.ExprRef],
    ) -> Candidate:
        def number(word: Word) -> int:
            value = plain(z3.substitute(term(word), *chosen))
            if isinstance(value, int):
                return value
            return int(model.eval(value, model_completion=True).as_long())

        words: dict[int, bytes] = {}
        data = bytearray()
        for byte in self._difference.data.content:
            if isinstance(byte, int):
                data.append(byte)
                continue
            word, index = byte
            if id(word) not in words:
                words[id(word)] = number(word).to_bytes(32, "big")
            data.append(words[id(word)][index])
        sender = f"0x{number(z3.ZeroExt(96, outside.CALLER)):040x}"
        value = number(z3.ZeroExt(128, outside.VALUE))
        time = number(z3.ZeroExt(192, outside.TIME))
        content = {slot: number(each) for slot, each in slots.items()}
        return Candidate(setting, CallStep(sender, TARGET, bytes(data), value, time), content)


def _numbers(setting: ReachedState) -> list[int]:
    values = [v for v in (setting.storage or {}).values() if v < 1 << 64]
    return [*dict.fromkeys([*_SMALL, *sorted(values)[:8]])]


def _surroundings(setting: ReachedState) -> list[z3.BoolRef]:
    """What holds on the chain on which calls are tried."""
    number = 1_000_000 + z3.UDiv(outside.TIME - START_TIME, z3.BitVecVal(12, 64))
    balance = outside.balance(0, outside.SELF)
    sent = z3.ZeroExt(128, outside.VALUE)
    return [
        z3.UGE(outside.TIME, setting.time),
        z3.ULT(outside.TIME, _LATER),
        number == outside.NUMBER,
        z3.ULE(outside.VALUE, WEALTH // 1000),
        balance == sent + setting.balance,
    ]


def _places(formula: z3.ExprRef) -> list[z3.ExprRef]:
    """All hashes and slots in a formula, inner ones first."""
    pending = [(formula, False)]
    visited: set[int] = set()
    places = []
    while pending:
        each, done = pending.pop()
        if done:
            places.append(each)
            continue
        if each.get_id() in visited:
            continue
        visited.add(each.get_id())
        if each.num_args() == 1 and (hashed(each) or each.decl().name() == BEFORE.name()):
            pending.append((each, True))
        pending += [(child, False) for child in each.children()]
    return places


def _names(formula: z3.ExprRef) -> list[str]:
    """The names of all unknowns in a formula."""
    pending = [formula]
    visited: set[int] = set()
    names = []
    while pending:
        each = pending.pop()
        if each.get_id() in visited:
            continue
        visited.add(each.get_id())
        if each.num_args() == 0 and each.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            names.append(each.decl().name())
        pending += each.children()
    return names
