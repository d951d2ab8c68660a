"""Systems whose result is known beforehand: the oracle, its disguises, silence, and cheats."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Question, Sample
from acidtest.lang.solidity import bodies, text_of, with_bodies
from acidtest.lang.solidity_mutants import mutants
from acidtest.lang.solidity_rename import renamed
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import modes_of

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
    """A control that knows the original source; it does not answer if there is none."""

    def answer(question: Question) -> str:
        contract: Contract = question.sample.truth
        return make(contract.source, contract) if contract.source else ""

    return answer


def _sourceless(sample: Sample) -> str | None:
    """Why a control that starts from the source cannot answer."""
    contract: Contract = sample.truth
    bare = contract.source is None and contract.runtime is not None
    return "there is no source, only bytecode" if bare else None


def _recompiled(source: str, contract: Contract) -> str:
    modes = modes_of(contract.compiler)
    other = modes[(modes.index(contract.mode) + 1) % len(modes)]
    return f"// solc: {other}\n{source}"


def _self_destruct(source: str, contract: Contract) -> str:
    who = "msg.sender" if contract.compiler < "0.5" else "payable(msg.sender)"
    # The condition keeps the rest of the constructor alive, and with it immutable variables.
    return with_bodies(source, "{}", f"{{ if (msg.sender != address(0)) selfdestruct({who}); }}")


def _embed(question: Question) -> str:
    """The question's own bytecode disguised as source."""
    contract: Contract = question.sample.truth
    code = question.binary
    if not contract.source or code is None:
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
    candidates = mutants(source)
    return random.Random(contract.id).choice(candidates).text if candidates else source


CONTROLS = (
    Control(
        "oracle",
        "the original source",
        _from_source(lambda s, _: s),
        core=True,
        cannot=_sourceless,
    ),
    Control(
        "recompiled",
        "the original source with different optimiser settings from the question's",
        _from_source(_recompiled),
        cannot=_sourceless,
    ),
    Control(
        "renamed",
        "the original with inner names changed and comments gone",
        _from_source(lambda s, _: renamed(s)),
        cannot=_sourceless,
    ),
    Control("silent", "an empty answer", lambda _: "", core=True),
    Control("echo", "the code it was asked about", lambda q: q.text, core=True),
    Control("shuffled", "an unrelated contract", lambda _: _COUNTER, core=True),
    Control(
        "mutant",
        "the original with one small change",
        _from_source(_mutant),
        cannot=_sourceless,
    ),
    Control(
        "abi-skeleton",
        "the right prototypes with empty bodies",
        _from_source(lambda s, _: with_bodies(s, "{}", "{}")),
        core=True,
        cannot=_sourceless,
    ),
    Control(
        "embed",
        "the question's own bytecode, which a constructor installs",
        _embed,
        cannot=_sourceless,
    ),
    Control(
        "always-revert",
        "the right prototypes, each of which reverts",
        _from_source(lambda s, _: with_bodies(s, "{ revert(); }", None)),
        cannot=_sourceless,
    ),
    Control(
        "self-destruct",
        "self-destructs when deployed, so that every call succeeds",
        _from_source(_self_destruct),
        cannot=_sourceless,
    ),
)


def _functions(source: str) -> list[int]:
    """The places of the external functions that do something, in an order that never changes."""
    places = [n for n, body in enumerate(bodies(source)) if text_of(body).strip("{} \t\r\n")]
    random.Random(source).shuffle(places)
    return places


def _items(question: Question) -> int:
    contract: Contract = question.sample.truth
    return len(_functions(contract.source)) if contract.source else 1


def _graded(source: str, right: int) -> str:
    """The original, in which all but so many functions have lost their bodies."""
    return with_bodies(source, "{}", None, only=_functions(source)[right:])


GRADES = Grades(
    _items, lambda question, right: _from_source(lambda s, _: _graded(s, right))(question)
)
