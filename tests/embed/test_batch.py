"""Texts embedded in batches get the embeddings that they get one by one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from acidtest.core.extras import MissingPackage
from acidtest.embed import SemanticUnavailable, load
from acidtest.embed.batch import BatchModel, _ahead, _Part

TEXTS = [
    "function f(uint256 a) public view returns (uint256) { return a; }",
    "",
    "a",
    "require(msg.sender == owner); balance[owner] += 1; " * 60,
    "while (i < n) { i++; }",
    "\ud800 not UTF-8",
]


def test_work_is_done_ahead_and_results_keep_their_order() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in (1, 2, 3):
            taken.append(number)
            yield number

    for item, result in _ahead(lambda n: n * n, items()):
        assert result == item * item
        assert taken == list(range(1, min(item + 1, 3) + 1))
    assert list(_ahead(lambda n: n, [])) == []


def test_a_failure_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(_ahead(lambda n: 1 // n, [1, 0]))


def test_equal_texts_of_some_pairs_are_embedded_once() -> None:
    part = _Part([("a", "b"), ("b", "a"), ("c", "c")])
    assert list(part.places) == ["a", "b", "c"]
    assert (part.ours, part.theirs) == ([0, 1, 2], [1, 0, 2])


def test_an_unknown_device_is_named() -> None:
    with pytest.raises(SemanticUnavailable, match="unknown device 'cude'; did you mean cuda"):
        BatchModel("cude")


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_what_is_missing_is_named() -> None:
    with pytest.raises(MissingPackage, match=r"needs torch: pip install 'acidtest\[cuda\]'"):
        BatchModel("cuda")


@pytest.mark.skipif(find_spec("torch") is None, reason="torch (extra [cuda]) is not installed")
def test_embeddings_and_similarities_are_those_of_the_exact_model(tmp_path: Path) -> None:
    one_by_one, together = load(embeddings=tmp_path), BatchModel("cpu")
    exact = np.stack([one_by_one.embed(text) for text in TEXTS])
    fast = np.concatenate(list(together.embed(TEXTS)))
    assert np.abs(exact @ exact.T - fast @ fast.T).max() < 1.2e-3
    pairs = [(ours, theirs) for ours in TEXTS for theirs in TEXTS]
    likeness = np.concatenate(list(together.similarities(pairs)))
    assert np.abs(likeness.reshape(len(TEXTS), -1) - exact @ exact.T).max() < 1.2e-3
