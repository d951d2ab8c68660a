"""A tool that knows selectors but no names is credited for the interface, once each."""

from __future__ import annotations

from typing import Any

from acidtest.suites.solidity_decompile.claims import claims
from acidtest.suites.solidity_decompile.judge import compare_interfaces
from acidtest.suites.solidity_decompile.replay.abi import Interface

TRANSFER = "a9059cbb"  # transfer(address,uint256)


def function(name: str, *types: str, mutability: str = "nonpayable") -> dict[str, Any]:
    inputs = [{"type": kind, "name": ""} for kind in types]
    return {
        "type": "function",
        "name": name,
        "inputs": inputs,
        "outputs": [],
        "stateMutability": mutability,
    }


ORIGINAL = Interface([function("transfer", "address", "uint256"), function("stop")])


def claim(name: str, selector: str = TRANSFER) -> str:
    return f"    /// @custom:selector 0x{selector}\n    function {name}(address a) external {{}}\n"


def test_a_claimed_selector_counts_and_its_prototype_is_compared() -> None:
    answer = Interface([function("f1", "address", "uint256"), function("f2")])
    found = compare_interfaces(ORIGINAL, answer, claim("f1"))
    assert (found["selectors"], found["prototypes"], found["answer"]) == (1, 1, 2)
    assert found["missing"] == ["stop()"]


def test_wrong_types_cost_the_prototype_alone() -> None:
    found = compare_interfaces(ORIGINAL, Interface([function("f1", "address")]), claim("f1"))
    assert (found["selectors"], found["prototypes"]) == (1, 0)


def test_a_selector_is_credited_once() -> None:
    answer = Interface([function("f1", "address"), function("f2", "address")])
    found = compare_interfaces(ORIGINAL, answer, claim("f1") + claim("f2"))
    assert (found["selectors"], found["answer"]) == (1, 2)
    real = Interface([function("transfer", "address", "uint256"), function("f1", "address")])
    found = compare_interfaces(ORIGINAL, real, claim("f1"))
    assert (found["selectors"], found["prototypes"], found["answer"]) == (1, 1, 2)


def test_claims_of_unknown_selectors_and_overloaded_names_do_not_count() -> None:
    answer = Interface([function("f1", "address"), function("f1", "uint256")])
    assert compare_interfaces(ORIGINAL, answer, claim("f1"))["selectors"] == 0
    single = Interface([function("f1", "address")])
    assert compare_interfaces(ORIGINAL, single, claim("f1", "deadbeef"))["selectors"] == 0


def test_only_a_comment_directly_before_a_function_claims() -> None:
    assert claims(claim("f1")) == {"f1": bytes.fromhex(TRANSFER)}
    between = "/// @custom:selector 0xA9059CBB\n  /// @notice pays\n  function f1() external {}"
    assert claims(between) == {"f1": bytes.fromhex(TRANSFER)}
    assert claims("/// @custom:selector 0xa9059cbb\nuint x;\nfunction f() public {}") == {}
    assert claims("// @custom:selector 0xa9059cbb\nfunction f() public {}") == {}
    assert claims("/// @custom:selector 0xa9059c\nfunction f() public {}") == {}
