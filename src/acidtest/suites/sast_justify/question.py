"""The forms a question takes."""

from __future__ import annotations

from acidtest.core.records import Sample
from acidtest.suites.sast_justify.dataset import Justification

FORMS = {
    "finding": "the justification alone",
    "prompt": "the justification with instructions, for a language model",
}
_SHORTEN = "Put the justification below into one short, exact sentence. Answer with it alone.\n"


class JustificationQuestions:
    """Questions come with the data."""

    def text(self, sample: Sample, form: str) -> str:
        """The justification, with or without instructions."""
        truth: Justification = sample.truth
        return truth.full if form != "prompt" else f"{_SHORTEN}\n{truth.full}\n"

    def program(self, sample: Sample) -> None:
        """A justification has no program."""
