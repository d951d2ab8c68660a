"""`acidtest metrics`: one pair of files, both readings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from acidtest.cli.metrics import metrics
from acidtest.core.errors import InputError
from acidtest.metrics import code_metrics, published

ORIGINAL = "function f(uint a) public returns (uint) { require(a > 0); return a; }"
RECOVERED = "function f(uint256 a) public returns (uint256) {\n if (a == 0) revert();\n return a; }"


@pytest.fixture
def pair(tmp_path: Path) -> list[str]:
    (tmp_path / "a.sol").write_text(ORIGINAL)
    (tmp_path / "b.sol").write_text(RECOVERED)
    return [str(tmp_path / "a.sol"), str(tmp_path / "b.sol")]


def test_every_metric_of_both_readings_is_given(pair: list[str]) -> None:
    result = CliRunner().invoke(metrics, [*pair, "--json"], catch_exceptions=False)
    data = json.loads(result.output)
    for name, value in published.text_metrics(ORIGINAL, RECOVERED).items():
        assert data["published"][name] == value
    for name, value in code_metrics(ORIGINAL, RECOVERED, "solidity").items():
        assert data["sound"][name] == value
    for reading in ("published", "sound"):
        known = data[reading]["semantic_similarity"] is not None
        assert known == (data[reading]["overall"] is not None) == (data["reason"] is None)


def test_the_table_names_both_readings(pair: list[str]) -> None:
    output = CliRunner().invoke(metrics, pair, catch_exceptions=False).output
    assert "published" in output
    assert "renamed_edit_similarity" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothere.sol", "nothere.sol"], "cannot be read"),
        (["nothere.txt", "nothere.sol"], "add --language"),
    ],
)
def test_what_cannot_be_compared_is_named(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(metrics, arguments)
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)


def test_a_sentence_model_that_is_not_there_is_named(pair: list[str], tmp_path: Path) -> None:
    model = str(tmp_path / "none.onnx")
    result = CliRunner().invoke(metrics, [*pair, "--semantic-model", model])
    assert isinstance(result.exception, InputError)
    assert "none.onnx" in str(result.exception)
