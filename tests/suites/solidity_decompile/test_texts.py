"""Texts of whole contracts are compared function by function, whatever the answer is."""

from __future__ import annotations

import pytest

from acidtest import embed
from acidtest.core.metric import headlines
from acidtest.core.protocols import Judge
from acidtest.core.records import Answer, Json, Sample, Score
from acidtest.engine.summarise import plain_figures, tables_of
from acidtest.metrics import published
from acidtest.suites.solidity_decompile import texts
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.suites.solidity_decompile.task import Contract

SOURCE = """pragma solidity ^0.8.0;

contract Pot {
    uint256 public total;

    constructor(uint256 first) { total = first; }

    function put(uint256 amount) public { require(amount > 0); total += amount; note(); }

    function take(address to) external returns (uint256) { total -= 1; note(); return total; }

    function note() private { emit Noted(total); }

    event Noted(uint256 total);
}
"""
CONTRACT = Contract("pot", "unoptimised", "0.8.37", SOURCE)


def judged(answer: str, contract: Contract = CONTRACT) -> texts.TextScore:
    return texts.text_score(contract, answer, texts.observe_texts(contract, answer))


def functions(score: texts.TextScore) -> dict[str, Json]:
    return {f["original"]: f for f in score.evidence["texts"]["functions"]}


def test_the_source_gets_everything() -> None:
    score = judged(SOURCE)
    assert all(value == pytest.approx(1) for value in score.metrics.values() if value is not None)
    assert list(functions(score)) == [
        *("constructor(uint256)", "put(uint256)", "take(address)", "note()")
    ]


@pytest.mark.parametrize("answer", ["", "I cannot do that.", "0x6080604052", "[]", "\ud800", "{"])
def test_an_answer_without_functions_gets_nothing(answer: str) -> None:
    score = judged(answer)
    assert {value for value in score.metrics.values() if value is not None} == {0.0}


def test_a_missing_function_counts_as_an_empty_answer() -> None:
    half = SOURCE.replace("function take", "// function take").replace("to) external", "to)")
    score = judged(half[: half.index("// function")] + "event Noted(uint256 total); }")
    take = functions(score)["take(address)"]
    assert take["answer"] is None
    values = dict(zip(score.evidence["texts"]["names"], take["values"], strict=True))
    empty = published.text_metrics(SOURCE[SOURCE.index("function take") :].split("\n")[0], "")
    assert values["published.bleu"] == empty["bleu"]
    assert values["edit_similarity"] == 0.0
    assert score.metrics["text.exact_match"] == 0.5  # note() is not called any more


def test_an_extra_function_counts_as_one_more_that_is_wrong() -> None:
    more = SOURCE.replace("event", "function drain() public { total = 0; }\n    event")
    score = judged(more)
    assert score.evidence["texts"]["extra"] == ["drain()"]
    assert score.metrics["text.exact_match"] == pytest.approx(4 / 5)


def test_a_getter_written_out_is_not_extra() -> None:
    written = SOURCE.replace(
        "event", "function total() public view returns (uint256) { return 1; }\n    event"
    )
    assert judged(written).evidence["texts"]["extra"] == []


def test_fences_prose_and_errors_do_not_matter_to_the_text() -> None:
    broken = SOURCE.replace("total -= 1;", "total -= undefined_;")
    assert judged(f"Here:\n```solidity\n{broken}\n```\n").metrics == judged(broken).metrics
    assert functions(judged(broken))["take(address)"]["by"] == "selector"


def test_one_function_is_scored_on_what_it_gives() -> None:
    line = next(line for line in SOURCE.splitlines() if "function put" in line)
    score = judged(line)
    assert functions(score)["put(uint256)"]["by"] == "selector"
    assert score.metrics["text.exact_match"] == 0.25


def test_python_like_text_is_scored_on_what_it_gives() -> None:
    score = judged("def put(uint256 _param1) payable:\n  require _param1 > 0\n  total += _param1\n")
    assert functions(score)["put(uint256)"]["by"] == "selector"
    assert 0 < (score.metrics["text.edit_similarity"] or 0) < 0.5


def test_of_several_contracts_the_one_that_answers_counts() -> None:
    helper = "contract Helper { function h() public {} }\n"
    assert judged(SOURCE + helper).metrics["text.exact_match"] == 1.0
    assert judged(SOURCE + helper).evidence["texts"]["extra"] == []


def test_without_source_nothing_is_compared() -> None:
    score = judged("contract A {}", Contract("x", "optimised", "0.8.37", runtime="00", abi=[]))
    assert set(score.metrics.values()) == {None}
    assert set(score.reasons.values()) == {texts.NO_SOURCE}
    assert set(score.reasons) == {metric.name for metric in texts.METRICS}


def test_a_contract_of_variables_has_no_text_to_compare() -> None:
    score = judged("x", Contract("x", "optimised", "0.8.37", "contract A { uint public a; }"))
    assert set(score.reasons.values()) == {texts.NO_FUNCTION}


def test_without_the_sentence_model_the_rest_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_model(*_: object) -> object:
        raise embed.SemanticUnavailable("no model here")

    monkeypatch.setattr("acidtest.metrics.semantic.load", no_model)
    score = judged(SOURCE)
    assert score.metrics["text.bleu"] == 1.0
    assert score.metrics["text.overall"] is None
    assert score.reasons["text.overall"] == "no model here"
    assert score.reasons["published.high_similarity"] == "no model here"
    assert "published.bleu" not in score.reasons


def test_published_figures_are_over_all_functions(judge: Judge) -> None:
    sample = Sample("pot@unoptimised", "pot", {}, CONTRACT, {})
    scores: list[Score] = []
    for text in (SOURCE, ""):
        observed = judge.observe(sample, text)
        scores.append(SUITE.score(sample, Answer(sample.id, text), observed))
    figures = plain_figures(scores, SUITE.metrics)
    assert figures["published.exact_match"] == 0.5
    assert figures["published.low_edit_distance"] == 0.5
    tables = {t.name: t for t in tables_of(SUITE, {sample.id: sample}, scores)}
    assert tables["batch"].rows[4] == ["low_edit_distance_pct", 50.0, 8]
    assert not [m for m in headlines(SUITE.metrics) if m.name.startswith("published.")]
