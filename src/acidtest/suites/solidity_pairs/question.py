"""The question: three-address code of one function."""

from __future__ import annotations

from acidtest.core.records import Sample
from acidtest.suites.solidity_pairs.dataset import Pair

FORMS = ("tac",)
_ASK = (
    "This is three-address code of one function of an Ethereum contract. Write the Solidity "
    "function that it was compiled from. Answer with the source alone."
)


class PairQuestions:
    """Three-address code comes with the data: nothing is built."""

    def text(self, sample: Sample, form: str) -> str:
        """The question as it is put."""
        pair: Pair = sample.truth
        return f"{_ASK}\n\n{pair.tac}\n"

    def program(self, sample: Sample) -> None:
        """A pair has no program."""
