"""Each flaw of a published metric, shown by it and absent from its sound twin."""

import random
from statistics import fmean

import pytest

from acidtest import metrics
from acidtest.metrics import published

FUNCTION = """function pay(address to, uint256 amount) public returns (bool) {
    require(to != address(0), "zero address");
    if (amount > balance || locked) { revert(); }
    for (uint256 i = 0; i < 10; i++) { total += amount; }
    return true;
}"""


def test_spacing_alone_takes_bleu_from_one_to_zero() -> None:
    dense, spaced = "f(a,b);g(c,d);return(a);", "f ( a , b ) ; g ( c , d ) ; return ( a ) ;"
    assert published.bleu(dense, dense + " ") < 1e-70
    assert published.bleu(spaced, spaced) == 1
    assert published.bleu(spaced, dense) == 0
    assert metrics.bleu(spaced, dense) == 1


def test_identical_code_of_three_tokens_has_no_bleu() -> None:
    assert 0 < published.bleu("return a ;", "return a ;") < 1e-76
    assert metrics.bleu("return a ;", "return a ;") == 1


def test_rouge_does_not_see_operators() -> None:
    assert published.rouge_l("a >= b", "a < b") == 1
    assert metrics.rouge_l("a >= b", "a < b") < 0.7


def test_one_inserted_token_takes_every_position() -> None:
    forty = [f"t{i}" for i in range(40)]
    assert published.token_accuracy(" ".join(forty), " ".join(["new", *forty])) == 0
    assert metrics.token_accuracy(" ".join(forty), " ".join(["new", *forty])) == 40 / 41


def test_control_flow_leaves_its_bounds() -> None:
    invented = "function f() public {" + "if (a) { b(); }" * 13 + "}"
    plain = "function f() public { b(); }"
    assert published.control_flow(plain, invented) == -12
    assert metrics.control_flow(plain, invented) == 0


def test_spaced_or_is_no_decision_and_else_if_is_two() -> None:
    assert published.complexity("if (a || b) c();", "if (a) c();") == 1
    assert metrics.complexity("if (a || b) c();", "if (a) c();") == 2 / 3
    chain, apart = "if (a) b(); else if (c) d();", "if (a) b(); if (c) d();"
    assert published.complexity(chain, apart) == 3 / 4
    assert metrics.complexity(chain, apart) == 1


def test_43_of_500_real_functions_do_not_match_their_own_signature(
    real_functions: list[str],
) -> None:
    assert sum(published.signature(code, code) == 0 for code in real_functions) == 43
    assert all(metrics.signature(code, code) == 1 for code in real_functions)


def test_disjoint_vocabularies_have_the_same_distribution() -> None:
    assert published.token_distribution("a b c", "x y z") == 1
    assert metrics.token_distribution("a b c", "x y z") == 0


@pytest.mark.parametrize(
    "noise", ["// if (a) require(b) else while (c)\n", "/* for (;;) { require(x); } */"]
)
def test_comments_count_as_code(noise: str) -> None:
    noisy = FUNCTION.replace("return true", noise + "return true")
    for name in ("control_flow", "complexity", "bleu", "token_accuracy"):
        if name != "complexity" or "if" in noise or "for" in noise:
            assert getattr(published, name)(FUNCTION, noisy) < 1, name
    scores = metrics.code_metrics(FUNCTION, noisy)
    assert scores == {name: pytest.approx(1) for name in scores}


def test_strings_count_as_code() -> None:
    noisy = FUNCTION.replace("zero address", "if (x) require(y) msg.sender")
    assert published.control_flow(FUNCTION, noisy) < 1
    assert published.security_patterns(FUNCTION, noisy) < 1
    assert metrics.control_flow(FUNCTION, noisy) == 1
    assert metrics.security_patterns(FUNCTION, noisy) == 1


def test_line_ends_cost_edit_distance() -> None:
    lines = "a;\nb;\nc;\n"
    assert published.edit_distance(lines, lines.replace("\n", "\r\n")) == 0.25
    assert metrics.edit_similarity(lines, lines.replace("\n", "\r\n")) == 1


def test_if_revert_is_no_require() -> None:
    asked = "function f() public { require(msg.sender == owner); g(); }"
    refused = "function f() public { if (msg.sender != owner) revert(); g(); }"
    assert published.control_flow(asked, refused) < 0
    assert published.security_patterns(asked, refused) < 1
    assert metrics.control_flow(asked, refused) == 1
    assert metrics.security_patterns(asked, refused) == 1
    assert metrics.complexity(asked, refused) == 1


def test_unrelated_functions_share_security_patterns(real_functions: list[str]) -> None:
    rng = random.Random(0)
    pairs = [(a, b) for a in real_functions for b in rng.sample(real_functions, 3) if a != b]
    assert fmean(published.security_patterns(*pair) for pair in pairs) > 0.75
    assert fmean(metrics.security_patterns(*pair) for pair in pairs) < 0.4
