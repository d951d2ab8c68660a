"""Mutants: what they are, and that replay notices them."""

from __future__ import annotations

from acidtest.core.progress import Silent
from acidtest.engine.strength import measure
from acidtest.lang.mutation import Fate, Mutant
from acidtest.lang.solidity_mutants import mutants
from acidtest.suites.solidity_decompile.mutate import (
    OVERALL,
    contracts_of,
    mutation,
    reviewed,
)
from acidtest.suites.solidity_decompile.suite import SUITE

from .conftest import CONTRACTS, source


def test_replay_catches_nearly_all_mutants_of_the_small_contracts() -> None:
    contracts = contracts_of(SUITE.read([CONTRACTS]), ["vault", "clock"])
    results = measure(mutation(), contracts, Silent(), limit=20, seed=1, workers=2)
    survivors = [t.mutant.change for r in results for t in r.trials if t.fate is Fate.SURVIVED]
    for result in results:
        assert result.share is not None
        assert result.share >= OVERALL, survivors
        assert result.median_calls is not None


def test_each_reviewed_mutant_is_one_of_its_contract_and_has_a_reason() -> None:
    contracts = {contract.id: contract for contract in contracts_of(SUITE.read([]), [])}
    for (task, change), reason in reviewed().items():
        found = [m for m in mutants(contracts[task].source or "") if m.change == change]
        assert len(found) == 1, (task, change)
        assert reason


def test_a_mutant_that_makes_the_same_code_is_set_apart() -> None:
    from acidtest.suites.solidity_decompile.judge_mutants import MutantJudge

    contract = contracts_of(SUITE.read([CONTRACTS]), ["clock"])[0]
    text = source("clock").replace("wakesAt != 0 &&", "wakesAt > 0 &&")
    with MutantJudge({}, bare=False) as judge:
        trial = judge.trial((contract, Mutant("operator", 1, "a", "b", text)))
    assert trial.fate is Fate.EQUIVALENT
