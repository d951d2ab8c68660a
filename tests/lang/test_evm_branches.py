"""Which sides of branches count."""

from __future__ import annotations

from acidtest.lang.evm_branches import branches_of

REVERTS = "5b5f5ffd"
PANICS = "5b7f4e487b71" + "00" * 28 + "5f5260116004526024" + "5ffd"
RETURNS = "5b5f5ff3"


def sides(after: str) -> set[bool]:
    """The sides that count of a branch on calldata whose jump leads to `after`."""
    code = bytes.fromhex("5f35" + "6006" + "57" + "00" + after)  # calldataload(0), jumpi, stop
    return {taken for _, taken in branches_of(code)}


def test_both_sides_count_if_both_do_something() -> None:
    assert sides(RETURNS) == {True, False}


def test_a_side_that_only_reverts_or_panics_does_not_count() -> None:
    assert sides(REVERTS) == {False}
    assert sides(PANICS) == {False}


def test_code_of_contracts_that_it_creates_does_not_count() -> None:
    inner = "fe" + "60806040" + "5f35600657005b5f5ff3"
    code = bytes.fromhex("5f35" + "6006" + "57" + "00" + RETURNS)
    assert branches_of(code + bytes.fromhex(inner)) == branches_of(code)
