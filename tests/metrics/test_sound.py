"""The sound twins: bounded, 1 for a thing against itself, blind to what does not matter."""

import doctest
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from acidtest import metrics
from acidtest.metrics import (
    calibration,
    detection,
    published,
    retrieval,
    security,
    signatures,
    structure,
    text,
    together,
    tree,
)
from acidtest.metrics.tree import Language

from . import generate

languages: list[Language] = ["solidity", "c"]
PIECES = """
    function contract constructor if else for while require revert return { } ( ) ; , a b x +
    || && == ! 1 0x0 "s" ' " // /* */ @ # é public view returns uint256 int * [ ]
"""
soup = st.lists(st.sampled_from(PIECES.split()), max_size=40).map(" ".join)


@pytest.mark.parametrize(
    "module",
    [
        metrics,
        calibration,
        detection,
        retrieval,
        security,
        signatures,
        structure,
        text,
        together,
        tree,
    ],
    ids=lambda m: m.__name__,
)
def test_worked_examples_hold(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


@settings(deadline=None)
@given(soup, soup, st.sampled_from(languages))
def test_every_metric_is_bounded_and_one_against_itself(
    reference: str, candidate: str, language: Language
) -> None:
    for name, score in metrics.code_metrics(reference, candidate, language).items():
        assert 0 <= score <= 1, name
    for name, score in metrics.code_metrics(reference, reference, language).items():
        assert score == pytest.approx(1), name


@settings(deadline=None)
@given(st.text(max_size=80), st.sampled_from(languages))
def test_no_text_is_refused(code: str, language: Language) -> None:
    assert all(v == pytest.approx(1) for v in metrics.code_metrics(code, code, language).values())


def test_real_functions_score_one_against_themselves(real_functions: list[str]) -> None:
    for code in real_functions:
        scores = metrics.code_metrics(code, code)
        assert scores == {name: pytest.approx(1) for name in scores}


def test_no_token_of_a_real_function_is_lost(real_functions: list[str]) -> None:
    rng = random.Random(3)
    for code in real_functions:
        for written in (code, generate.altered(code, rng)):
            source = tree.parse(written, "solidity")
            data = bytearray(written.encode())
            for node in source.nodes():
                if node.type == "comment":
                    start, end = node.start_byte - source.start, node.end_byte - source.start
                    data[start:end] = b" " * (end - start)
            kept = "".join(tree.words(written, "solidity"))
            assert "".join(kept.split()) == "".join(data.decode().split())


def test_a_string_and_a_number_with_its_unit_are_one_token() -> None:
    code = 'wait(1  days, "a  b", hex"00ff");'
    expected = ["wait", "(", "1 days", ",", '"a  b"', ",", 'hex"00ff"', ")", ";"]
    assert tree.words(code, "solidity") == expected
    assert tree.words("puts(\"x  y\"); c = '\\n';", "c")[2] == '"x  y"'


@pytest.mark.parametrize("language", languages)
def test_two_empty_texts_agree_and_one_empty_text_has_nothing(language: Language) -> None:
    both = metrics.code_metrics("", "", language)
    assert both == dict.fromkeys(both, 1.0)
    one = metrics.code_metrics("int f(int a) { if (a) { return 1; } return a; }", "", language)
    for name in ("bleu", "rouge_l", "edit_similarity", "token_accuracy", "exact_match"):
        assert one[name] == one[f"renamed_{name}"] == 0
    assert one["length_ratio"] == one["control_flow"] == 0


def test_consistent_renaming_is_forgiven_and_confusion_is_not() -> None:
    code = "function f(uint a, uint b) public { c = a - b; emit E(a); }"
    renamed = "function g(uint x, uint y) public { z = x - y; emit H(x); }"
    confused = "function g(uint x, uint y) public { z = y - x; emit H(x); }"
    for name in ("bleu", "rouge_l", "edit_similarity", "token_accuracy", "exact_match"):
        assert getattr(metrics, name)(code, renamed) < 1
        assert getattr(metrics, f"renamed_{name}")(code, renamed) == 1
        assert getattr(metrics, f"renamed_{name}")(code, confused) < 1


def test_two_names_do_not_become_one_and_one_not_two() -> None:
    assert metrics.renamed_exact_match("f(a, a);", "g(x, y);") == 0
    assert metrics.renamed_exact_match("f(a, b);", "g(x, x);") == 0


def test_bleu_is_nltks_with_add_one_smoothing_of_the_code_tokens(
    real_functions: list[str],
) -> None:
    smoothing = SmoothingFunction().method2
    for reference, candidate in pairwise(real_functions):
        ours, theirs = tree.words(reference, "solidity"), tree.words(candidate, "solidity")
        expected = sentence_bleu([ours], theirs, smoothing_function=smoothing)
        assert metrics.bleu(reference, candidate) == pytest.approx(expected, abs=1e-12)


def test_a_missing_4_gram_does_not_take_bleu_to_zero() -> None:
    assert published.bleu("a b c x d e f", "a b c y d e f") < 1e-70
    assert metrics.bleu("a b c x d e f", "a b c y d e f") > 0.3


def test_an_inserted_name_does_not_shift_the_renaming_of_the_rest() -> None:
    code = "function f(uint a) public { b = a; c = b; d = c; e = d; }"
    more = "function f(uint a) public { uint t = 0; b = a; c = b; d = c; e = d; }"
    assert metrics.renamed_token_accuracy(code, more) == metrics.token_accuracy(code, more)


def test_names_of_the_language_are_not_renamed() -> None:
    assert metrics.renamed_exact_match("x = msg.sender;", "y = tx.origin;") == 0
    assert metrics.renamed_exact_match("a.transfer(b);", "a.send(b);") == 0
    assert metrics.renamed_exact_match("n = strlen(s);", "n = strcpy(s);", "c") == 0
    mine = "int twice(int a) { return a; } int g(int b) { return twice(b); }"
    assert metrics.renamed_exact_match(mine, mine.replace("twice", "f1"), "c") == 1
    assert metrics.renamed_exact_match("int length = 1;", "int v1 = 1;", "c") == 1


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("while (a) { b(); }", "for (; a; ) { b(); }"),
        ("if (a) b(); else if (c) d();", "if (a) { b(); } else { if (c) { d(); } }"),
        ("assert(a);", "if (!a) { revert Wrong(); }"),
        ("if (a) throw;", "require(!a);"),
    ],
)
def test_the_same_flow_in_other_words(reference: str, candidate: str) -> None:
    assert metrics.control_flow(reference, candidate) == 1
    assert metrics.complexity(reference, candidate) == 1


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("if (a) { if (b) c(); }", "if (a) d(); if (b) c();"),
        ("while (a) { b(); }", "if (a) { b(); }"),
        ("if (a) { return; } b();", "if (a) { c(); } b();"),
        ("if (a) revert(); else b();", "require(!a);"),
    ],
)
def test_another_flow_is_seen(reference: str, candidate: str) -> None:
    assert metrics.control_flow(reference, candidate) < 1


def test_c_has_its_own_constructs() -> None:
    code = "int f(int a) { switch (a) { case 1: return 1; default: break; } return a ? 2 : 3; }"
    assert structure.shape(code, "c").complexity == 3
    assert structure.shape("do { x--; } while (x && y);", "c").complexity == 3
    assert metrics.control_flow(code, code.replace("case 1: return 1;", ""), "c") < 1


def test_broken_code_keeps_most_of_its_structure(real_functions: list[str]) -> None:
    rng = random.Random(5)
    kept = []
    for code in real_functions:
        place = rng.randrange(len(code))
        broken = code[:place] + code[place + rng.randrange(1, 10) :]
        kept.append(metrics.control_flow(code, broken))
    assert sum(kept) / len(kept) > 0.9


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


def test_the_overall_score_shares_out_what_a_language_has_not() -> None:
    code = "int f(int a) { return a; }"
    scores = metrics.code_metrics(code, code, "c")
    assert "security_patterns" not in scores
    assert metrics.overall_of(scores | {"semantic_similarity": 1.0}) == pytest.approx(1)
    with pytest.raises(ValueError, match="semantic_similarity"):
        metrics.overall_of(scores)
