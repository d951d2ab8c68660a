"""Mutants: what they are, and that replay notices them."""

from __future__ import annotations

from acidtest.engine.progress import Silent
from acidtest.suites.solidity_decompile import SUITE
from acidtest.suites.solidity_decompile.mutate import (
    OVERALL,
    Fate,
    contracts_of,
    measure,
    mutants,
    reviewed,
)

from .conftest import CONTRACTS, source


def test_each_mutant_is_one_change_in_the_source() -> None:
    found = mutants(source("vault"))
    changes = {mutant.change for mutant in found}
    assert len({mutant.text for mutant in found}) == len(found) > 30
    assert 'require(!busy, "busy"); => require(busy, "busy");' in changes
    assert "total -= amount; => total += amount;" in changes
    assert "if (amount > held) revert TooMuch(amount, held); => " in changes
    assert any(mutant.kind == "modifier" for mutant in found)
    assert not any("pragma" in mutant.was for mutant in found)


def test_replay_catches_nearly_all_mutants_of_the_small_contracts() -> None:
    contracts = contracts_of(SUITE.read([CONTRACTS]).samples, ["vault", "clock"])
    results = measure(contracts, Silent(), limit=20, seed=1, workers=2)
    survivors = [t.mutant.change for r in results for t in r.trials if t.fate is Fate.SURVIVED]
    for result in results:
        assert result.share is not None
        assert result.share >= OVERALL, survivors
        assert result.median_calls is not None


def test_each_reviewed_mutant_is_one_of_its_contract_and_has_a_reason() -> None:
    contracts = {contract.id: contract for contract in contracts_of(SUITE.read([]).samples, [])}
    for (task, change), reason in reviewed().items():
        found = [m for m in mutants(contracts[task].source or "") if m.change == change]
        assert len(found) == 1, (task, change)
        assert reason


def test_a_mutant_that_makes_the_same_code_is_set_apart() -> None:
    from acidtest.suites.solidity_decompile.judge_mutants import MutantJudge
    from acidtest.suites.solidity_decompile.mutate import Mutant

    contract = contracts_of(SUITE.read([CONTRACTS]).samples, ["clock"])[0]
    text = source("clock").replace("wakesAt != 0 &&", "wakesAt > 0 &&")
    with MutantJudge({}, bare=False) as judge:
        trial = judge.trial((contract, Mutant("operator", 1, "a", "b", text)))
    assert trial.fate is Fate.EQUIVALENT
