"""Signatures: what means the same is the same, and each part has its weight."""

import pytest

from acidtest import metrics
from acidtest.metrics import signatures


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("function f(uint a) public view {}", "function f(uint256 x) view public {}"),
        ("function f() external virtual override(A, B) {}", "function f() override external {}"),
        ("function f() onlyRole(X) public {}", "function f() public {}"),
        ("function f() constant public {}", "function f() public view {}"),
        ("function f(byte a) public {}", "function f(bytes1) public {}"),
        ("function f(bytes memory data) external {}", "function f(bytes calldata) external {}"),
        ("constructor(uint a) Base(a) public {}", "constructor(uint256 a) {}"),
        ("receive() external payable {}", "receive() payable external {}"),
        ("function () external payable {}", "fallback() external payable {}"),
        ("modifier m(address a) { _; }", "modifier m(address b) virtual { _; }"),
        ("function f(address payable a) public {}", "function f(address a) public {}"),
        ("function f(L.S memory s) public {}", "function f(L.S storage) public {}"),
    ],
)
def test_signatures_that_mean_the_same(reference: str, candidate: str) -> None:
    assert metrics.signature(reference, candidate) == 1


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        ("function g(uint a, bool b) public view returns (uint) {}", 0.7),
        ("function f(uint a, bool b) external view returns (uint) {}", 0.8),
        ("function f(uint a, bool b) public returns (uint) {}", 0.8),
        ("function f(bool b) public view returns (uint) {}", 0.9),
        ("function f(uint a, bool b) public view {}", 0.9),
        ("function f(uint a, bool b) public view returns (int8) {", 0.9),
        ("x = 1;", 0.0),
    ],
)
def test_each_part_of_a_signature_has_its_weight(candidate: str, expected: float) -> None:
    reference = "function f(uint a, bool b) public view returns (uint) {}"
    assert metrics.signature(reference, candidate) == pytest.approx(expected)


def test_functions_of_a_contract_are_compared_one_to_one() -> None:
    two = "contract C { function f() public {} function g(uint a) external {} }"
    other = "contract C { function g(uint b) external {} function f() public {} }"
    assert metrics.signature(two, other) == 1
    assert metrics.signature(two, "contract C { function f() public {} }") == 0.5


def test_c_signatures_have_a_name_parameters_and_a_result() -> None:
    code = "#include <x.h>\nstatic int *f(const char *s, unsigned n[4], void (*g)(int)) { }"
    (found,) = signatures.signatures(code, "c")
    assert found.name == "f"
    assert found.parameters == ("const char *", "unsigned *", "void ( * ) ( int )")
    assert found.returns == ("int *",)
    assert metrics.signature("int f(void) {}", "int f() {}", "c") == 1
    assert metrics.signature("int f(int a) {}", "long f(int b) {}", "c") == pytest.approx(5 / 6)


@pytest.mark.parametrize("word", ["new ", "a() ", "returns (a) ", "f(("])
def test_a_header_of_thousands_of_words_has_one_signature(word: str) -> None:
    assert len(signatures.signatures(f"function f() {word * 5000}{{}}", "solidity")) == 1
