"""The names of document 000: what its own code does not say. tests/documents runs that code."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from acidtest import embed
from acidtest.compat import solidity_metrics as compat
from acidtest.core.errors import InputError

RESULT = compat.EvaluationResult(None, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, None, "no model")


def test_all_21_names_are_there() -> None:
    assert len(compat.__all__) == 21
    assert all(getattr(compat, name) is not None for name in compat.__all__)


def test_an_unknown_metric_is_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="unknown metric 'bleu_scor'; did you mean bleu_score"):
        compat.plot_metric_distribution([RESULT], "bleu_scor")
    for results in ([], [RESULT]):
        with pytest.raises(InputError, match="no result has a value of overall_score"):
            compat.plot_metric_distribution(results, "overall_score")
    assert not list(tmp_path.iterdir())


def test_a_picture_is_as_large_as_the_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.chdir(tmp_path)
    path = compat.plot_metric_distribution([RESULT] * 3, "rouge_l")
    assert path == Path("rouge_l_distribution.png")
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    assert width >= 1000
    assert height >= 600


def test_without_the_sentence_model_its_name_is_in_the_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ACIDTEST_CACHE", str(tmp_path))
    embed.load.cache_clear()
    for ask in (compat.semantic_similarity, compat.overall_quality_score):
        with pytest.raises(InputError, match="needs the sentence model"):
            ask("a", "b")
    assert compat.evaluate_function("a", "b").semantic_similarity is None
    embed.load.cache_clear()


def test_the_table_covers_results_without_similarity() -> None:
    pytest.importorskip("pandas")
    table = compat.generate_comparison_table([RESULT])
    assert list(table.columns) == ["Metric", "Mean", "Median", "Std"]
    assert table["Mean"].isna().tolist() == [True, *[False] * 8, True]
