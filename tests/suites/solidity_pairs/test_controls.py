"""The controls: the oracle at the top, silence at the bottom."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from acidtest.core.records import Question, Sample
from acidtest.suites.solidity_pairs.controls import CONTROLS
from acidtest.suites.solidity_pairs.question import PairQuestions

from .conftest import ROWS, read, scored, without_similarity


def test_controls_answer(samples: list[Sample]) -> None:
    questions = PairQuestions()

    def asked(sample: Sample) -> Question:
        return Question(sample, "tac", 0, lambda form: questions.text(sample, form), lambda: None)

    answers = {c.name: [c.answer(asked(s)) for s in samples] for c in CONTROLS}
    assert answers["oracle"] == [row["output"] for row in ROWS]
    assert answers["silent"] == [""] * 3
    assert answers["echo"] == [row["input"] for row in ROWS]
    for sample, other in zip(samples, answers["shuffled"], strict=True):
        assert other in {s.truth.source for s in samples if s.cluster != sample.cluster}


def test_the_oracle_reaches_the_top(samples: list[Sample]) -> None:
    for sample in samples:
        found = scored(sample, sample.truth.source).metrics
        for name, value in found.items():
            if not name.startswith("published.") and value is not None:
                assert value == pytest.approx(1.0), name


@pytest.mark.parametrize("text", ["", " \r\n\t", "```solidity\n```", "// only a remark"])
def test_silence_gets_nothing_on_the_sound_metrics(samples: list[Sample], text: str) -> None:
    for sample in samples:
        found = scored(sample, text)
        sound = {n: v for n, v in found.metrics.items() if not n.startswith("published.")}
        assert set(sound.values()) <= {0.0, None}
        assert found.evidence["problem"] == "there is no code in the answer"


def test_the_500_real_pairs_score_as_their_controls_should(public_data: Path) -> None:
    samples = read(public_data / "solidity-pairs" / "tac_solidity_500.jsonl")
    oracle = [without_similarity(s, s.truth.source).metrics for s in samples[:100]]
    assert all(found["exact_match"] == found["published.exact_match"] == 1 for found in oracle)
    shuffled = [without_similarity(s, s.truth.unrelated).metrics for s in samples[:100]]
    assert not any(found["published.exact_match"] for found in shuffled)
    security = [found["published.security_patterns"] or 0 for found in shuffled]
    assert np.mean(security) > 0.6  # how far from 0 a published metric starts
