"""Every Python block of document 000 runs with at most its import line changed."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from acidtest.compat import solidity_metrics as compat
from acidtest.embed import is_fetched
from acidtest.metrics import published
from tests.metrics import generate

from .conftest import Document

ORIGINAL = "function f(uint a) public view returns (uint) { require(a > 0); return a + 1; }"
DECOMPILED = "function f(uint b) public view returns (uint) { if (b > 0) return b + 1; }"
PAIR = {"original_code": ORIGINAL, "decompiled_code": DECOMPILED}
IMPORTS = {
    1: ("from sentence_transformers", "from acidtest.compat.sentence_transformers"),
    16: ("import matplotlib.pyplot as plt", ""),
}
"""The import lines that are changed, by block; all others run as they are."""
FILLED: Mapping[int, tuple[str, ...]] = {
    1: ("original_code", "decompiled_code"),
    2: ("original_code", "decompiled_code"),
    3: ("original_code", "decompiled_code"),
    4: ("original_code", "decompiled_code"),
    8: ("re",),
    11: ("re",),
    12: ("re",),
    13: (
        *("semantic_similarity", "normalized_edit_distance", "bleu_score"),
        *("control_flow_preservation", "signature_accuracy", "security_pattern_preservation"),
    ),
    14: (
        *("semantic_similarity", "normalized_edit_distance", "bleu_score", "rouge_l_score"),
        *("control_flow_preservation", "signature_accuracy", "length_correlation"),
        *("complexity_alignment", "security_pattern_preservation", "overall_quality_score"),
    ),
    15: ("evaluate_function", "model", "np"),
    16: ("np", "plt"),
    17: ("np", "pd"),
}
"""The names that a block uses and does not define. `...` stands in a comment of block 17 alone:
"more metrics", which the table here has.
"""
SKIPPED = "needs `acidtest fetch minilm`"


class Drawn:
    """Notes what would be drawn: matplotlib is not needed to check it."""

    def __init__(self) -> None:
        self.calls: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        def note(*values: Any, **options: Any) -> None:
            self.calls[name] = (values, options)

        return note


class Recorded:
    """Answers with what it is asked."""

    def decompile(self, code: str) -> str:
        return code


def run(document_000: Document, number: int, **others: Any) -> dict[str, Any]:
    """Run one block with what it lacks; returns the names it leaves."""
    import re

    given = {**PAIR, "re": re, "np": np, "pd": pd, "model": Recorded(), "plt": Drawn(), **others}
    code = document_000.python[number - 1]
    if number in IMPORTS:
        old, new = IMPORTS[number]
        assert old in code
        code = code.replace(old, new)
    names = {n: given[n] if n in given else getattr(compat, n) for n in FILLED.get(number, ())}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK warns about each order without a match
        exec(compile(code, f"block {number}", "exec"), names)
    return names


@pytest.mark.parametrize("number", range(1, 18))
def test_every_block_runs(document_000: Document, number: int) -> None:
    if number == 1 and not is_fetched():
        pytest.skip(SKIPPED)
    assert len(document_000.python) == 17
    run(document_000, number)


@pytest.mark.parametrize(
    ("number", "variable", "name"),
    [
        (1, "similarity", "semantic_similarity"),
        (2, "bleu", "bleu_score"),
        (3, "rouge_l", "rouge_l_score"),
        (4, "normalized_distance", "normalized_edit_distance"),
    ],
)
def test_a_snippet_and_the_function_of_its_name_agree(
    document_000: Document, number: int, variable: str, name: str
) -> None:
    if number == 1 and not is_fetched():
        pytest.skip(SKIPPED)
    for original, decompiled in [
        (ORIGINAL, DECOMPILED),
        *generate.pairs(10 if number == 1 else 100, seed=number),
    ]:
        names = run(document_000, number, original_code=original, decompiled_code=decompiled)
        # the embedding is in 32 bits: its last digits depend on the order of adding
        nearly = 1e-6 if number == 1 else 1e-12
        expected = pytest.approx(names[variable], abs=nearly)
        assert getattr(compat, name)(original, decompiled) == expected


@pytest.mark.parametrize(
    ("number", "name", "texts"),
    [
        (5, "token_accuracy", 2),
        (6, "exact_match", 2),
        (7, "count_control_structures", 1),
        (7, "control_flow_preservation", 2),
        (8, "parse_function_signature", 1),
        (8, "signature_accuracy", 2),
        (9, "length_correlation", 2),
        (10, "token_distribution_similarity", 2),
        (11, "security_pattern_preservation", 2),
        (12, "cyclomatic_complexity", 1),
        (12, "complexity_alignment", 2),
    ],
)
def test_a_function_of_the_document_and_ours_agree(
    document_000: Document, number: int, name: str, texts: int
) -> None:
    theirs, ours = run(document_000, number)[name], getattr(compat, name)
    for pair in [(ORIGINAL, DECOMPILED), *generate.pairs(1000, seed=number)]:
        expected = theirs(*pair[:texts])
        if isinstance(expected, float):
            expected = pytest.approx(expected, abs=1e-12)
        assert ours(*pair[:texts]) == expected, pair


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A similarity that needs no weights, for all that goes on from one."""
    from acidtest.metrics.published import document
    from acidtest.stats import Value

    def made_up(original: str, decompiled: str, *_: object) -> Value:
        return Value(random.Random(original + decompiled).random())

    monkeypatch.setattr(document, "published_semantic_similarity", made_up)
    monkeypatch.setattr(published, "semantic_similarity", made_up)


PAIRS = generate.pairs(100, seed=13)


@pytest.mark.usefixtures("model")
def test_the_overall_score_agrees_part_by_part(document_000: Document) -> None:
    theirs = run(document_000, 13)["overall_quality_score"]
    for pair in PAIRS:
        overall, parts = compat.overall_quality_score(*pair)
        assert theirs(*pair) == (pytest.approx(overall, abs=1e-12), parts)
        assert list(parts) == list(theirs(*pair)[1])


@pytest.mark.usefixtures("model")
def test_records_aggregates_table_and_plot_agree(
    document_000: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = run(document_000, 14)
    for pair in PAIRS:
        mine, other = compat.evaluate_function(*pair), theirs["evaluate_function"](*pair)
        for name in theirs["EvaluationResult"].__dataclass_fields__:
            assert getattr(mine, name) == pytest.approx(getattr(other, name), abs=1e-12), name
    rows = [{"input": candidate, "output": reference} for reference, candidate in PAIRS]
    results, stats = compat.evaluate_dataset(rows, Recorded())
    others, expected = run(document_000, 15)["evaluate_dataset"](rows)
    assert results == others
    assert stats == pytest.approx(expected, abs=1e-12)
    table = compat.generate_comparison_table(results)
    document = run(document_000, 17)["generate_comparison_table"](results)
    assert len(document) == 2  # and "... more metrics": the table here has all ten
    assert len(table) == 10
    pd.testing.assert_frame_equal(table[:2], document, check_exact=False, rtol=1e-12)
    monkeypatch.chdir(tmp_path)
    drawn = Drawn()
    run(document_000, 16, plt=drawn)["plot_metric_distribution"](results, "bleu_score")
    pytest.importorskip("vl_convert")
    path = compat.plot_metric_distribution(results, "bleu_score")
    assert drawn.calls["savefig"] == ((path.name,), {})
    assert drawn.calls["hist"][1]["bins"] == 50
    assert math.isclose(drawn.calls["axvline"][0][0], np.mean([r.bleu_score for r in results]))
    assert path.read_bytes().startswith(b"\x89PNG")
