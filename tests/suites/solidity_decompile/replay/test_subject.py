"""A chain that is used again begins like a new one."""

from __future__ import annotations

import pytest

from acidtest.suites.solidity_decompile.original import Originals
from acidtest.suites.solidity_decompile.replay.explore import SEED
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.telling import explored
from acidtest.toolchains.evm import PEOPLE, START_TIME, TARGET, CallStep, ReplayChain
from acidtest.toolchains.solc import Solc

from ..conftest import SAMPLES


@pytest.fixture(scope="module", params=["clock", "vault", "old_counter"])
def subject(solc: Solc, request: pytest.FixtureRequest) -> Subject:
    return Originals(solc).subject(SAMPLES[f"{request.param}@unoptimised"].truth)


def begun(subject: Subject) -> ReplayChain:
    chain, problem = start(subject, subject.world)
    assert problem is None
    return chain


def told(chain: ReplayChain, steps: tuple[CallStep, ...]) -> object:
    """Everything a sequence shows, and the gas that it takes."""
    outcomes = []
    for step in steps:
        chain.evm.snapshot()  # as exploration does; nobody takes it back
        outcomes.append((chain.call(step), chain.gas_used))
    return outcomes, chain.storage(), chain.deployed


def test_every_sequence_does_the_same_on_it(subject: Subject) -> None:
    script = explored(subject, SEED, 12)
    assert len(script.sequences) > 12
    for trace in script.sequences:
        subject.idle.clear()
        expected = told(begun(subject), trace.steps)
        (idle,) = subject.idle.values()
        assert len(idle) == 1
        first = idle[0].evm
        chain = begun(subject)
        assert chain.evm is first
        assert told(chain, trace.steps) == expected


def test_its_clock_is_put_back(solc: Solc) -> None:
    subject = Originals(solc).subject(SAMPLES["clock@unoptimised"].truth)
    (setting,) = (f for f in subject.interface.functions.values() if f.name == "set")
    step = CallStep(PEOPLE[0], TARGET, setting.selector + bytes(32), 0, START_TIME)
    chain = begun(subject)
    chain.call(step._replace(time=START_TIME + 1000))
    del chain
    again = begun(subject)
    again.call(step)
    assert list(again.storage().values()) == [START_TIME]


def test_two_at_once_are_two(subject: Subject) -> None:
    both = begun(subject), begun(subject)
    assert both[0].evm is not both[1].evm


@pytest.mark.parametrize("change", ["balance", "storage", "code"])
def test_what_cannot_be_taken_back_is_not_used_again(subject: Subject, change: str) -> None:
    chain = begun(subject)
    money, storage = chain.balance(), chain.storage()
    if change == "balance":
        chain.give(7)
    elif change == "storage":
        chain.set_slot(77, 7)
    else:
        chain.call_with(b"\x00", CallStep(PEOPLE[0], TARGET, b"", 0, 2_000_000_000))
    spoilt = chain.evm
    del chain
    again = begun(subject)
    assert again.evm is not spoilt
    assert (again.balance(), again.storage()) == (money, storage)
