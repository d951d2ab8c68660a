"""Getters that show what a call changed, for the accounts and numbers that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from eth_abi.abi import encode

from acidtest.suites.solidity_decompile.replay.abi import Interface
from acidtest.suites.solidity_decompile.replay.limits import Bench
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.toolchains.evm import PEOPLE, TARGET, CallOutcome, CallStep

_ACCOUNTS, _NUMBERS, _WORDS, _CALLS, _SHOWN = 5, 4, 4, 20, 12


class Keys:
    """What state may be kept by: accounts, numbers and words of calls, latest first."""

    def __init__(self, steps: Sequence[CallStep], outcome: CallOutcome) -> None:
        accounts: dict[int, None] = {}
        words: dict[int, None] = {}
        logged = [part for _, topics, data in outcome.logs for part in (*topics[1:], data)]
        results = [outcome.data, *logged]
        for step in reversed(steps):
            data = inner_data(step)[4:]
            for text in (data, *results):
                for at in range(0, min(len(text) - 31, 512), 32):
                    word = int.from_bytes(text[at : at + 32], "big")
                    (accounts if 1 << 100 < word < 1 << 160 else words)[word] = None
            accounts[int(step.sender if step.to == TARGET else step.to, 16)] = None
            results = []
        self._accounts = ["0x" + word.to_bytes(20, "big").hex() for word in accounts][:_ACCOUNTS]
        self._words = list(words)

    def of(self, type_text: str) -> Sequence[Any]:
        """Values of a type; none for arrays and the like."""
        if type_text == "address":
            return self._accounts
        if type_text == "bool":
            return (True, False)
        if type_text.startswith("uint") and type_text[-1] != "]":
            top = 1 << int(type_text[4:])
            return [word for word in self._words if word < top][:_NUMBERS]
        if type_text.startswith("bytes") and type_text[5:].isdigit():
            size = int(type_text[5:])
            return [word.to_bytes(32, "big")[:size] for word in self._words if word >> 128][:_WORDS]
        return ()


def questions(
    interface: Interface, keys: Keys, known: Mapping[str, CallStep], time: int
) -> Iterator[CallStep]:
    """Getters about these keys, and those that worked before."""
    for name, function in interface.functions.items():
        if not function.constant or not function.selector:
            continue
        if name in known:
            yield known[name]._replace(time=time)
        if function.types or name not in known:
            for values in islice(product(*map(keys.of, function.types)), _CALLS):
                data = function.selector + encode(function.types, values)
                yield CallStep(PEOPLE[0], TARGET, data, 0, time)


def showing(bench: Bench, step: CallStep, asked: Sequence[CallStep]) -> list[CallStep]:
    """Those getters whose answer the step changes."""
    before = bench.tried(asked)
    after = bench.tried([step, *asked])[1:]
    changed = [a for a, was, now in zip(asked, before, after, strict=True) if was[:3] != now[:3]]
    return changed[:_SHOWN]


def fullness(step: CallStep, outcome: CallOutcome) -> int:
    """How much a call that worked did: a transfer of nothing shows less than one of something."""
    mine = [(topics, data) for at, topics, data in outcome.logs if at.lower() == TARGET]
    others = {at for at, _, _ in outcome.logs if at.lower() != TARGET}
    texts = [inner_data(step)[4:], outcome.data, *(data for _, data in mine)]
    words = [text[at : at + 32] for text in texts for at in range(0, min(len(text), 512), 32)]
    accounts = {step.sender, *("0x" + word[12:].hex() for word in words if _is_account(word))}
    numbers = [int.from_bytes(word, "big") for word in words if not _is_account(word)]
    bits = sum(min(number.bit_length(), 80) for number in numbers)
    worth = sum(60 if account in PEOPLE else 40 for account in accounts)  # people can go on
    return 300 * len({topics[:1] for topics, _ in mine}) + 20 * len(others) + worth + bits


def _is_account(word: bytes) -> bool:
    return word[:12] == bytes(12) and any(word[12:20])
