"""Functions are read from any text: whole contracts, fragments, broken and Python-like code."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.solidity_functions import FUNCTIONS_MAX, reachable, read_functions

SOURCE = """
contract Base {
    modifier guarded() { check(); _; }
    function check() internal view {}
    function unused() internal {}
}
library Maths {
    function half(uint a) internal pure returns (uint) { return a / 2; }
    function third(uint a) internal pure returns (uint) { return a / 3; }
}
contract Other { function alone() external {} }
contract Token is Base {
    struct Point { uint x; address[] by; }
    enum Kind { A, B }
    type Small is uint64;
    mapping(address owner => mapping(uint => bool)) public open;
    Point[] public points;
    constructor(uint a) {}
    receive() external payable {}
    /// @custom:selector 0xA9059CBB
    /// a transfer
    function f_1(Point memory p, Kind k, Small s, address payable to, Other o, uint[3] calldata)
        public guarded returns (bool) { return Maths.half(1) > 0; }
    function declared() external;
}
"""
PYTHON_LIKE = """# a decompiler
const unknown313ce567 = 18

def storage:
  total is uint256 at storage 0

def unknowna9059cbb(addr _to, uint256 _value) payable:
  require calldata.size - 4 >= 64

  return 1

def _fallback(?) payable: # default function
  revert
"""


def names(text: str, contract: str | None = None) -> list[str]:
    return [f.name for f in reachable(read_functions(text), contract).functions]


def test_types_are_those_of_the_abi() -> None:
    function = next(f for f in read_functions(SOURCE).functions if f.name == "f_1")
    assert function.types == (
        *("(uint256,address[])", "uint8", "uint64"),
        *("address", "address", "uint256[3]"),
    )
    assert function.outputs == ("bool",)
    assert function.claim == "a9059cbb"


def test_a_public_variable_has_the_getter_that_solc_makes() -> None:
    getters = {g.name: g for g in read_functions(SOURCE).getters}
    assert getters["open"].signature == "open(address,uint256)"
    assert getters["open"].outputs == ("bool",)
    assert getters["points"].types == ("uint256",)


def test_only_what_the_contract_can_run_counts() -> None:
    assert names(SOURCE) == ["check", "half", "constructor", "receive", "f_1"]
    assert names(SOURCE, "Other") == ["alone"]


def test_a_contract_that_is_created_counts_too() -> None:
    made = SOURCE.replace("return Maths.half(1) > 0;", "new Other(); return true;")
    assert "alone" in names(made)


def test_a_function_alone_is_read() -> None:
    (function,) = read_functions("function f(uint a, bytes b) public { x = a; }").functions
    assert function.signature == "f(uint256,bytes)"


def test_broken_code_keeps_its_functions() -> None:
    text = "contract C { function f() public { if ( } function g(uint a) public { a = 1; } "
    assert "g" in names(text)


def test_python_like_text_is_split_by_its_indentation() -> None:
    functions = {f.name: f for f in read_functions(PYTHON_LIKE).functions}
    assert list(functions) == ["unknown313ce567", "unknowna9059cbb", "fallback"]
    transfer = functions["unknowna9059cbb"]
    assert (transfer.claim, transfer.types) == ("a9059cbb", ("address", "uint256"))
    assert transfer.text.endswith("return 1")
    assert not functions["fallback"].has_selector


def test_old_constructors_are_constructors() -> None:
    assert names("contract Old { function Old() public {} function f() public {} }") == [
        *("constructor", "f")
    ]


def test_a_flood_of_functions_is_cut() -> None:
    text = "def f():\n  stop\n" * (FUNCTIONS_MAX + 5)
    assert len(read_functions(text).functions) == FUNCTIONS_MAX


@given(st.text(max_size=300))
@settings(max_examples=80)
def test_any_text_can_be_read(text: str) -> None:
    reachable(read_functions(text), None)
