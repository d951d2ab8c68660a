"""Embeds original and answer: the two similarities, which need the sentence model."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata

from acidtest import embed
from acidtest.core.digest import sha256_of
from acidtest.core.records import Observation, Sample
from acidtest.metrics.function_texts import embedded
from acidtest.suites.solidity_pairs import text as texts
from acidtest.suites.solidity_pairs.dataset import Pair


class PairJudge:
    """Needs no sandbox: nothing of an answer is run."""

    def __init__(self) -> None:
        self.toolchain: Mapping[str, str] = {
            "tree-sitter-solidity": metadata.version("tree-sitter-solidity"),
            "embedding": embed.identity(),
        }

    def key(self, sample: Sample, text: str) -> str:
        """The pair and the answer."""
        return sha256_of("pair", sample.id, str(sample.record), text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Both similarities; None, with the reason, if the model is not available."""
        pair: Pair = sample.truth
        return embedded(pair.source, text, texts.code(text))
