"""Sound metrics of tokens: blind to spacing and comments, and renamed where that is asked for."""

import random
from itertools import pairwise

import pytest

from acidtest import metrics
from acidtest.lang import tree
from acidtest.metrics import published
from tests.late import late

from . import generate

nltk = late("nltk.translate.bleu_score")


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
    smoothing = nltk.SmoothingFunction().method2
    for reference, candidate in pairwise(real_functions):
        ours, theirs = tree.words(reference, "solidity"), tree.words(candidate, "solidity")
        expected = nltk.sentence_bleu([ours], theirs, smoothing_function=smoothing)
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
