"""Embeds the answer and the short justification that a person wrote."""

from __future__ import annotations

from collections.abc import Mapping

from acidtest import embed
from acidtest.core.digest import sha256_of
from acidtest.core.records import Observation, Sample
from acidtest.metrics import published
from acidtest.suites.sast_justify.dataset import Justification


class JustificationJudge:
    """Needs no sandbox: nothing of an answer is run."""

    def __init__(self) -> None:
        self.toolchain: Mapping[str, str] = {"embedding": embed.identity()}

    def key(self, sample: Sample, text: str) -> str:
        """The person's sentence and the answer."""
        truth: Justification = sample.truth
        return sha256_of(truth.short, text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """The similarity as published; None, with the reason, if the model is not available."""
        truth: Justification = sample.truth
        likeness = published.semantic_similarity(truth.short, text)
        return {"semantic": likeness.value, "why": likeness.reason}
