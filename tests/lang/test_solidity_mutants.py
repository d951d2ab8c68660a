"""Small changes of a Solidity text."""

from __future__ import annotations

from pathlib import Path

from acidtest.lang.solidity_mutants import mutants

VAULT = Path(__file__).parents[1] / "suites" / "solidity_decompile" / "contracts" / "vault.sol"


def test_each_mutant_is_one_change_in_the_source() -> None:
    found = mutants(VAULT.read_text(encoding="utf-8"))
    changes = {mutant.change for mutant in found}
    assert len({mutant.text for mutant in found}) == len(found) > 30
    assert 'require(!busy, "busy"); => require(busy, "busy");' in changes
    assert "total -= amount; => total += amount;" in changes
    assert "if (amount > held) revert TooMuch(amount, held); => " in changes
    assert any(mutant.kind == "modifier" for mutant in found)
    assert not any("pragma" in mutant.was for mutant in found)
