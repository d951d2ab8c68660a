"""Functions are paired by selector, then by name, then by similarity; one to one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.solidity_functions import FunctionSource, read_functions
from acidtest.metrics.function_pairs import COMPARED_MAX, pair_functions

ORIGINAL = read_functions(
    """contract C {
    function send(address to, uint a) public { move(msg.sender, to, a); }
    function send(address to) public { move(msg.sender, to, 1); }
    function move(address a, address b, uint n) internal { left[a] -= n; left[b] += n; }
    function total() public view returns (uint) { return sum; }
    fallback() external { revert(); }
}"""
).functions
SELECTORS = {"total()": "aabbccdd"}


def selector_of(signature: str) -> str:
    return SELECTORS.get(signature, signature)


def paired(answer: str) -> dict[str, tuple[str | None, str]]:
    functions = read_functions(answer).functions
    pairing = pair_functions(ORIGINAL, functions, selector_of)
    return {
        mine.signature: (None if place is None else functions[place].signature, way)
        for mine, place, way in zip(ORIGINAL, pairing.partners, pairing.ways, strict=True)
    }


def test_overloads_go_by_their_selectors() -> None:
    pairs = paired("function send(address x) public {} function send(address x, uint y) public {}")
    assert pairs["send(address,uint256)"] == ("send(address,uint256)", "selector")
    assert pairs["send(address)"] == ("send(address)", "selector")


def test_a_claimed_selector_is_a_selector() -> None:
    pairs = paired("def unknownaabbccdd():\n  return sum\n")
    assert pairs["total()"] == ("unknownaabbccdd()", "selector")


def test_a_wrong_type_still_has_the_name() -> None:
    pairs = paired("function total(uint odd) public {}")
    assert pairs["total()"] == ("total(uint256)", "name")


def test_what_is_left_goes_by_similarity() -> None:
    pairs = paired(
        "function f1(address x, address y, uint z) private { left[x] -= z; left[y] += z; }"
    )
    assert pairs["move(address,address,uint256)"][1] == "similarity"
    assert pairs["send(address)"] == (None, "")


def test_a_name_wins_over_similarity() -> None:
    pairs = paired(
        "function total() internal { move(msg.sender, to, a); }"
        "function other(address to, uint a) public { move(msg.sender, to, a); }"
    )
    assert pairs["total()"] == ("total()", "name")
    assert pairs["send(address,uint256)"] == ("other(address,uint256)", "similarity")


def test_nothing_pairs_with_nothing() -> None:
    pairing = pair_functions(ORIGINAL, [], selector_of)
    assert set(pairing.partners) == {None}
    assert pair_functions([], ORIGINAL, selector_of).left == tuple(range(len(ORIGINAL)))


def test_the_cost_of_similarity_is_bounded() -> None:
    many = [FunctionSource(f"f{n}", f"function f{n}() {{ x; }}") for n in range(3 * COMPARED_MAX)]
    others = [FunctionSource(f"g{n}", f"function g{n}() {{ x; }}") for n in range(3 * COMPARED_MAX)]
    pairing = pair_functions(many, others, selector_of)
    assert len(pairing.left) == 2 * COMPARED_MAX


@given(st.lists(st.integers(0, 4), max_size=8), st.lists(st.integers(0, 4), max_size=8))
@settings(max_examples=60)
def test_pairs_are_one_to_one_and_a_list_pairs_with_itself(ours: list[int], its: list[int]) -> None:
    mine = [ORIGINAL[n] for n in ours]
    theirs = [ORIGINAL[n] for n in its]
    pairing = pair_functions(mine, theirs, selector_of)
    chosen = [place for place in pairing.partners if place is not None]
    assert sorted((*chosen, *pairing.left)) == list(range(len(theirs)))
    assert pair_functions(mine, mine, selector_of).partners == tuple(range(len(mine)))
