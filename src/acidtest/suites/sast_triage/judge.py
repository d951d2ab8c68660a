"""Reads what a filter answered."""

from __future__ import annotations

from collections.abc import Mapping

from acidtest.core.digest import sha256_of
from acidtest.core.records import Observation, Sample
from acidtest.suites.sast_triage.answer import read_answer


class TriageJudge:
    """Needs no tool: a verdict depends on the answer alone."""

    toolchain: Mapping[str, str] = {}

    def key(self, sample: Sample, text: str) -> str:
        """The answer."""
        return sha256_of("verdict", text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """What the answer says."""
        return read_answer(text)
