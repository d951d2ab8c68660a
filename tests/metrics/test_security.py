"""Protections: found in their spellings; a lost one and an invented one both cost."""

import pytest

from acidtest import metrics


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("function f() onlyOwner {}", {"access"}),
        ("function f() public auth {}", {"access"}),
        ("function f() onlyRole(ADMIN) {}", {"access"}),
        ("function f() { _checkOwner(); }", {"access"}),
        ("require(_msgSender() == owner());", {"check", "access"}),
        ("if (!allowed[msg.sender]) revert No();", {"check", "access"}),
        ("require(balance[msg.sender] >= v);", {"check"}),
        ("emit Sent(msg.sender);", set()),
        ("require(to != address(0));", {"check", "zero_address"}),
        ("bool z = to == address(0x0000000000000000000000000000000000000000);", {"zero_address"}),
        ("x = payable(0) == to;", {"zero_address"}),
        ("owner = address(0);", set()),
        ("function f() nonReentrant {}", {"reentrancy"}),
        ("function f() noReentrancy {}", {"reentrancy"}),
        ("function f() lock {}", {"reentrancy"}),
        ("require(!locked); locked = true;", {"check", "reentrancy"}),
        ("require(_status != _ENTERED);", {"check", "reentrancy"}),
        ("x = a.add(b).sub(c);", {"safe_math"}),
        ("x = SafeMath.mul(a, b);", {"safe_math"}),
        ("x = safeSub(a, b);", {"safe_math"}),
        ("token.safeTransfer(a, b);", set()),
        ("unchecked { x++; }", {"unchecked"}),
        ('x = "require(msg.sender == owner)"; // onlyOwner', set()),
        ("modifier onlyOwner() { require(msg.sender == owner); _; }", {"check", "access"}),
    ],
)
def test_protections_are_found_in_their_spellings(code: str, kinds: set[str]) -> None:
    assert set(metrics.protections(code)) == kinds


def test_a_lost_and_an_invented_protection_both_cost() -> None:
    guarded, bare = "function f() onlyOwner { x = 1; }", "function f() { x = 1; }"
    assert metrics.security_patterns(guarded, bare) == 0
    assert metrics.security_patterns(bare, guarded) == 0
    assert metrics.security_patterns(bare, bare) == 1


@pytest.mark.parametrize("piece", ["(1 - 2)", ".add(1)", "(f(x) == ", "require(", "x - "])
def test_deep_nesting_is_read_in_one_go(piece: str) -> None:
    text = f"function f() public {{ a{piece * (60_000 // len(piece))}; }}"
    assert sum(metrics.protections(text).values()) >= 0


def test_a_name_of_any_usual_length_is_looked_at() -> None:
    text = f"function f() public {{ {'a.' * 2000}add(1); }}"
    assert metrics.protections(text)["safe_math"] == 1
