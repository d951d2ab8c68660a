"""Finds calls after which another call gets further: an approval before a transfer of somebody
else's money, a deposit before a withdrawal, the same order queued before it is carried out.

A call that fails is tried after each call that worked, and after that call made about the same
accounts, numbers and texts; and with the values that the other was given. What fails in a new way,
or takes another amount of gas to fail, got further and is tried from there.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from eth_abi.abi import decode, encode
from eth_abi.exceptions import DecodingError, EncodingError

from acidtest.suites.solidity_decompile.replay.abi import AbiFunction
from acidtest.suites.solidity_decompile.replay.limits import Bench, edges, numbers_of, time_of
from acidtest.suites.solidity_decompile.replay.observe import fullness
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.sweep import inner_data, with_data
from acidtest.toolchains.evm import PEOPLE, SUCCESS, TARGET, CallStep

_TRIED, _PLACES, _DEPTH, _EACH = 90, 10, 3, 12
_MUCH = 10**21
_MORE = 50


_Pair = tuple[CallStep, CallStep]
_Arguments = tuple[Sequence[str], Sequence[Any]]
"""Types and values."""


class _Place(NamedTuple):
    """A state that was reached, and a call that fails in it."""

    before: tuple[CallStep, ...]
    step: CallStep
    depth: int


class LeadUp:
    """Leads up to calls; `helpers` are calls that worked, `gifts` tokens for the target."""

    def __init__(
        self,
        subject: Subject,
        rng: random.Random,
        helpers: Sequence[CallStep],
        gifts: Sequence[CallStep],
        accounts: Sequence[str],
    ) -> None:
        self._subject = subject
        self._rng = rng
        self._functions = subject.interface.by_selector
        self._helpers = helpers
        self._gifts = gifts
        self._accounts = accounts

    def towards(
        self, before: Sequence[CallStep], step: CallStep, *, exactly: bool
    ) -> list[CallStep] | None:
        """A sequence that ends with a success of the step, with its own numbers or others."""
        waiting = deque([_Place(tuple(before), step, 0)])
        ways = set()
        for _ in range(_PLACES):
            if not waiting:
                break
            place = waiting.popleft()
            bench = Bench(self._subject, place.before)
            ways.add((bench.kind_of([place.step]), bench.gas))
            for steps in self._further(bench, place.step, exactly=exactly):
                way = bench.kind_of(steps), bench.gas
                if way in ways:
                    continue
                ways.add(way)
                if way[0].status == SUCCESS:
                    return [*place.before, *steps]
                if place.depth < _DEPTH:
                    made = (*place.before, *steps[:-1])
                    waiting.append(_Place(made, steps[-1], place.depth + 1))
        return None

    def fuller(self, before: Sequence[CallStep], step: CallStep) -> list[CallStep]:
        """A sequence in which a call that worked does more; it may be the same."""
        made = [*before, step]
        for _ in range(_DEPTH):
            *before, step = made
            bench = Bench(self._subject, before)
            best = fullness(step, bench.tried([step])[0]) + _MORE
            longer = None
            for steps in self._further(bench, step, exactly=False):
                outcome = bench.tried(steps)[-1]
                if outcome.status == SUCCESS and fullness(steps[-1], outcome) > best:
                    best, longer = fullness(steps[-1], outcome), steps
            if longer is None:
                break
            made = [*before, *longer]
        return made

    def _further(self, bench: Bench, step: CallStep, *, exactly: bool) -> Iterator[list[CallStep]]:
        """The step after something else, or with another number."""
        function = self._functions.get(inner_data(step)[:4])
        yield from ([gift._replace(time=step.time), step] for gift in self._gifts)
        yield [*(gift._replace(time=step.time) for gift in self._gifts), step]
        plain = [pair for each in self._helpers for pair in self._plain(bench, each, step)]
        if exactly:
            plain = plain[::2]
        about = [pair for each in self._helpers for pair in self._about(each, step)]
        if len(about) > _TRIED:
            about = self._rng.sample(about, _TRIED)
        for helper, then in dict.fromkeys([*plain, *about]):
            if bench.tried([helper])[0].status == SUCCESS:
                yield [helper, then]
        numbers = [] if exactly else numbers_of(function, step)
        for number in [*numbers, time_of(step)]:
            for edge in edges(step, number, lambda other: bench.kind_of([other])):
                yield from ([other] for other in edge)

    def _plain(self, bench: Bench, helper: CallStep, step: CallStep) -> Sequence[_Pair]:
        """The helper as it worked and the step; and the step with what the helper was given."""
        mine, its = self._read(helper), self._read(step)
        if mine is None or its is None:
            return ()
        time = max(helper.time, bench.time)  # what it was given may be a time
        then = _like(step._replace(time=time), its, mine, helper.sender)
        return (helper._replace(time=step.time), step), (helper._replace(time=time), then)

    def _about(self, helper: CallStep, step: CallStep) -> Iterator[_Pair]:
        """The helper about what the step is about."""
        mine, its = self._read(helper), self._read(step)
        if mine is None or its is None:
            return
        accounts = list(dict.fromkeys([*_accounts(its), _who(step), TARGET]))
        senders = [who for who in dict.fromkeys([_who(helper), *accounts]) if who in self._accounts]
        options = [
            self._options(kind, value, its, accounts) for kind, value in zip(*mine, strict=True)
        ]
        function = self._functions[inner_data(helper)[:4]]
        money = _MUCH if function.payable else helper.value
        for values in islice(product(*options), _EACH):
            if (data := _written(helper, mine[0], values)) is not None:
                for sender in senders:
                    yield CallStep(sender, TARGET, data, money, step.time), step

    def _options(
        self, kind: str, value: Any, others: _Arguments, accounts: Sequence[str]
    ) -> Sequence[Any]:
        """What an argument of a helper may be."""
        if kind == "address":
            return accounts[:4]
        same = [each for its, each in zip(*others, strict=True) if its == kind]
        if kind.startswith("uint") and kind[-1] != "]":
            much = [_MUCH] if kind == "uint256" else []
            return list(dict.fromkeys([*same[:2], *much, value]))[:3]
        return [*same[:1], value] if kind not in ("bytes", "string") or same else [value]

    def _read(self, step: CallStep) -> _Arguments | None:
        function: AbiFunction | None = self._functions.get(inner_data(step)[:4])
        if function is None:
            return None
        try:
            return function.types, decode(function.types, inner_data(step)[4:])
        except (DecodingError, OverflowError, ValueError):
            return None


def _who(step: CallStep) -> str:
    return step.sender if step.to == TARGET else step.to


def _accounts(arguments: _Arguments) -> list[str]:
    return [value for kind, value in zip(*arguments, strict=True) if kind == "address"]


def _like(
    step: CallStep,
    mine: _Arguments,
    its: _Arguments,
    sender: str,
) -> CallStep:
    """The step with the other's arguments, type by type in their order, and its sender."""
    left: dict[str, list[Any]] = {}
    for kind, value in zip(*its, strict=True):
        left.setdefault(kind, []).append(value)
    values = [
        left[kind].pop(0) if left.get(kind) else value for kind, value in zip(*mine, strict=True)
    ]
    data = _written(step, mine[0], values)
    if data is None:
        return step
    return (
        step._replace(sender=sender, to=TARGET, data=data)
        if sender in PEOPLE
        else with_data(step, data)
    )


def _written(step: CallStep, types: Sequence[str], values: Sequence[Any]) -> bytes | None:
    try:
        return inner_data(step)[:4] + encode(types, values)
    except (EncodingError, ValueError, TypeError, OverflowError):
        return None
