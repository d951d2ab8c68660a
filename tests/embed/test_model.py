"""A sentence model of the user's own is used, or the reason is given why it cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from acidtest.embed import SemanticUnavailable, SentenceModel, load

onnx = pytest.importorskip("onnx", reason="the extra [semantic] is not installed")
pytest.importorskip("onnxruntime", reason="the extra [semantic] is not installed")

_WORDS = {"[UNK]": 0, "a": 1, "b": 2}
_TOKENIZER: dict[str, Any] = {
    "version": "1.0",
    "added_tokens": [],
    "pre_tokenizer": {"type": "Whitespace"},
    "model": {"type": "WordLevel", "vocab": _WORDS, "unk_token": "[UNK]"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that gives each of three words a vector."""
    helper, floats = onnx.helper, onnx.TensorProto.FLOAT
    rows = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["vectors"])],
        "g",
        [helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, [1, "n"])],
        [helper.make_tensor_value_info("vectors", floats, [1, "n", 2])],
        [helper.make_tensor("table", floats, [3, 2], rows)],
    )
    opsets = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path / "model.onnx")
    (tmp_path / "tokenizer.json").write_text(json.dumps(_TOKENIZER))
    return tmp_path


def _load(folder: Path) -> SentenceModel:
    return load(folder, folder / "kept")


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        ('{"max_seq_length": 16}', 16),
        ("{}", 256),
        ("[]", 256),
        ("[" * 50_000, 256),
        ('{"max_seq_length": []}', 256),
        ('{"max_seq_length": 1e400}', 256),
        ('{"max_seq_length": -1}', 256),
        ('{"max_seq_length": 1}', 256),
        ('{"max_seq_length": 18446744073709551616}', 256),
    ],
)
def test_a_limit_that_is_none_counts_as_absent(folder: Path, settings: str, limit: int) -> None:
    (folder / "sentence_bert_config.json").write_text(settings)
    model = _load(folder)
    assert model.limit == limit
    assert len(model.windows("a b " * 100)[0]) == min(limit, 200)


def test_a_model_without_output_is_an_error_in_words(folder: Path) -> None:
    model = onnx.load(folder / "model.onnx")
    del model.graph.output[:]
    onnx.save(model, folder / "model.onnx")
    with pytest.raises(SemanticUnavailable, match="gives no output"):
        _load(folder)


def test_a_tokenizer_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"model": 5}')
    with pytest.raises(SemanticUnavailable, match=r"tokenizer\.json cannot be used: "):
        _load(folder)


def test_a_tokenizer_that_panics_is_an_error_in_words(folder: Path) -> None:
    word = {"SpecialToken": {"id": "[CLS]", "type_id": 0}}
    text = [{"Sequence": {"id": name, "type_id": 0}} for name in "AB"]
    wrong: dict[str, Any] = {"type": "TemplateProcessing", "special_tokens": {}}
    wrong |= {"single": [word, text[0]], "pair": text}
    (folder / "tokenizer.json").write_text(json.dumps({**_TOKENIZER, "post_processor": wrong}))
    with pytest.raises(SemanticUnavailable, match="cannot be used: "):
        _load(folder).embed("a b")


def test_a_word_that_the_model_does_not_have_is_an_error_in_words(folder: Path) -> None:
    model = {**_TOKENIZER["model"], "vocab": {**_WORDS, "c": 99}}
    (folder / "tokenizer.json").write_text(json.dumps({**_TOKENIZER, "model": model}))
    made = _load(folder)
    assert made.embed("b").shape == (2,)
    with pytest.raises(SemanticUnavailable, match="the model cannot be used: "):
        made.embed("c")
