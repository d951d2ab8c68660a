"""The published metrics equal the libraries they are defined by, on real and made-up pairs."""

import doctest
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.metrics import published
from acidtest.metrics.published import _batch, _decompile_eval, _lexical, _structural, _together

from . import generate, literal

NAMES = list(literal.METRICS)
texts = st.text(alphabet="ab(){}|&;= \n\r\tif_elsé0", max_size=60)


@pytest.mark.parametrize(
    "module", [_batch, _decompile_eval, _lexical, _structural, _together], ids=lambda m: m.__name__
)
def test_worked_examples_hold(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


def assert_equal_to_the_literal_code(pairs: list[tuple[str, str]]) -> None:
    expected = [{name: f(*pair) for name, f in literal.METRICS.items()} for pair in pairs]
    singly = [{name: getattr(published, name)(*pair) for name in NAMES} for pair in pairs]
    together = [published.text_metrics(*pair) for pair in pairs]
    streamed = list(published.text_metrics_of(pairs))
    assert len(streamed) == len(pairs)
    for way in (singly, together, streamed):
        for pair, want, got in zip(pairs, expected, way, strict=True):
            assert got == pytest.approx(want, abs=1e-12, rel=1e-12), pair


def test_equal_on_4000_pairs_of_real_functions(real_functions: list[str]) -> None:
    rng = random.Random(4)
    others = [
        (function, rng.choice(real_functions)) for function in real_functions for _ in range(4)
    ]
    altered = [
        (function, generate.altered(function, rng)) for function in real_functions for _ in range(4)
    ]
    assert_equal_to_the_literal_code(others + altered)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=5))
def test_equal_on_whatever_characters(pairs: list[tuple[str, str]]) -> None:
    assert_equal_to_the_literal_code([p for p in pairs if p[0].split() or p[1].split()])


@given(st.text(max_size=50), st.text(max_size=50))
def test_every_text_has_every_metric(reference: str, candidate: str) -> None:
    scores = published.text_metrics(reference, candidate)
    assert next(published.text_metrics_of([(reference, candidate)])) == pytest.approx(scores)
    assert all(score <= 1 + 1e-12 for score in scores.values())


def test_two_empty_texts_are_equal_where_the_published_code_fails() -> None:
    for name in ("edit_distance", "token_accuracy", "length_ratio"):
        with pytest.raises(ZeroDivisionError):
            literal.METRICS[name]("", "")
    with pytest.raises(ValueError, match="empty"):
        literal.token_distribution("", "")
    expected = {"edit_distance": 0, "token_accuracy": 1, "length_ratio": 1, "token_distribution": 1}
    for scores in (published.text_metrics("", ""), next(published.text_metrics_of([("", "")]))):
        assert {name: scores[name] for name in expected} == expected
        assert scores["bleu"] == literal.bleu("", "") == 0
        assert scores["rouge_l"] == literal.rouge_l("", "") == 0


def test_a_stream_of_more_words_than_fit_a_key_falls_back_and_stays_equal() -> None:
    many = " ".join(f"w{i}" for i in range(40_000))
    few = " ".join(f"w{i}" for i in range(0, 40_000, 2))
    pairs = [("a b c d", "a b x d"), (many, few), ("a b c d e", "a b c d e")]
    got = list(published.text_metrics_of(pairs))
    assert got == [pytest.approx(published.text_metrics(*pair)) for pair in pairs]


def test_a_full_reader_is_replaced_without_changing_a_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = generate.pairs(300, seed=9)
    whole = list(published.text_metrics_of(pairs))
    monkeypatch.setattr(_batch, "_CHARACTERS_AT_ONCE", 500)
    for limit in ("_VOCABULARY", "_CHARACTERS_KEPT"):
        with monkeypatch.context() as patched:
            patched.setattr(_batch, limit, 10)
            assert list(published.text_metrics_of(pairs)) == whole


def test_a_stream_is_scored_as_it_comes() -> None:
    def endless() -> "object":
        while True:
            yield "a b c d", "a b c e"

    stream = published.text_metrics_of(endless())  # type: ignore[arg-type]
    assert next(stream)["token_accuracy"] == 0.75


def test_the_overall_score_is_the_published_weighted_sum() -> None:
    pair = "if (a) { return b ; }", "if (a) { return c ; }"
    scores = published.text_metrics(*pair) | {"semantic_similarity": 0.5}
    expected = (
        0.35 * 0.5
        + 0.20 * (1 - literal.edit_distance(*pair))
        + 0.15 * literal.bleu(*pair)
        + 0.15 * literal.control_flow(*pair)
        + 0.10 * literal.signature(*pair)
        + 0.05 * literal.security_patterns(*pair)
    )
    assert published.overall_of(scores) == pytest.approx(expected, abs=1e-12)
    assert sum(published.OVERALL_WEIGHTS.values()) == pytest.approx(1)
