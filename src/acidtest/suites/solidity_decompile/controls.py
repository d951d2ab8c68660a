"""Systems whose result is known beforehand: the oracle, its disguises, silence, and cheats."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from acidtest.model import Question
from acidtest.suites._base import Control
from acidtest.suites.solidity_decompile.mutate import mutants
from acidtest.suites.solidity_decompile.pairs_data import Pair
from acidtest.suites.solidity_decompile.rename import renamed
from acidtest.suites.solidity_decompile.syntax import with_bodies
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchain.solc import MODES, modes_of
from acidtest.toolchain.solc_fetch import PINNED

_COUNTER = """pragma solidity ^0.8.0;

contract Counter {
    uint256 public count;

    function increment() external returns (uint256) {
        count += 1;
        return count;
    }
}
"""


def _from_source(make: Callable[[str, Contract], str]) -> Callable[[Question], str]:
    """A control that knows the original source; it has nothing to say where there is none."""

    def answer(question: Question) -> str:
        truth = question.sample.truth
        if isinstance(truth, Pair):
            truth = Contract(question.sample.id, MODES[0], next(iter(PINNED)), truth.source)
        return make(truth.source, truth) if truth.source else ""

    return answer


def _recompiled(source: str, contract: Contract) -> str:
    modes = modes_of(contract.compiler)
    other = modes[(modes.index(contract.mode) + 1) % len(modes)]
    return f"// solc: {other}\n{source}"


def _echo(question: Question) -> str:
    truth = question.sample.truth
    return truth.tac if isinstance(truth, Pair) else question.text


def _unrelated(question: Question) -> str:
    truth = question.sample.truth
    return truth.unrelated if isinstance(truth, Pair) else _COUNTER


def _self_destruct(source: str, contract: Contract) -> str:
    who = "msg.sender" if contract.compiler < "0.5" else "payable(msg.sender)"
    # The condition keeps the rest of the constructor alive, and with it immutable variables.
    return with_bodies(source, "{}", f"{{ if (msg.sender != address(0)) selfdestruct({who}); }}")


def _embed(question: Question) -> str:
    """The question's own bytecode in the clothes of a source."""
    contract = question.sample.truth
    code = question.binary
    if not isinstance(contract, Contract) or not contract.source or code is None:
        return ""
    install = f'bytes memory c = hex"{code.hex()}"; assembly {{ return(add(c, 32), mload(c)) }}'
    install = f"if (msg.sender != address(0)) {{ {install} }}"  # as for self-destruct
    source = with_bodies(contract.source, "{}", f"{{ {install} }}")
    if install in source:
        return source
    public = "public " if contract.compiler < "0.7" else ""
    head = re.compile(rf"\bcontract\s+{contract.name or '[A-Za-z_]+'}\b[^{{]*{{")
    return head.sub(lambda m: f"{m[0]} constructor() {public}payable {{ {install} }}", source, 1)


def _mutant(source: str, contract: Contract) -> str:
    found = mutants(source)
    return random.Random(contract.id).choice(found).text if found else source


CONTROLS = (
    Control("oracle", "the original source", _from_source(lambda s, _: s), core=True),
    Control(
        "recompiled",
        "the original source with other optimiser settings than the question's",
        _from_source(_recompiled),
    ),
    Control(
        "renamed",
        "the original with inner names changed and comments gone",
        _from_source(lambda s, _: renamed(s)),
    ),
    Control("silent", "an empty answer", lambda _: "", core=True),
    Control("echo", "the code it was asked about", _echo, core=True),
    Control("shuffled", "an unrelated function or contract", _unrelated, core=True),
    Control("mutant", "the original with one small change", _from_source(_mutant)),
    Control(
        "abi-skeleton",
        "the right prototypes with empty bodies",
        _from_source(lambda s, _: with_bodies(s, "{}", "{}")),
        core=True,
    ),
    Control(
        "embed",
        "the question's own bytecode, which a constructor installs",
        _embed,
    ),
    Control(
        "always-revert",
        "the right prototypes, each of which reverts",
        _from_source(lambda s, _: with_bodies(s, "{ revert(); }", None)),
    ),
    Control(
        "self-destruct",
        "is gone once deployed, so that every call succeeds",
        _from_source(_self_destruct),
    ),
)
