"""Suite crypto-inventory: who finds the cryptography that a quantum computer breaks?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from acidtest.model import Answer, Observation, Sample, Score, Table
from acidtest.suites._base import Control, Dataset, Metric, Observer, ReadAnswers
from acidtest.suites.crypto_inventory import dataset, score, tables
from acidtest.suites.crypto_inventory.controls import CONTROLS
from acidtest.suites.crypto_inventory.formats import FORMATS
from acidtest.suites.crypto_inventory.observe import InventoryObserver
from acidtest.suites.crypto_inventory.question import FORMS


@dataclass(frozen=True)
class CryptoInventory:
    """See README.md beside this file."""

    name: str = "crypto-inventory"
    version: str = "1-0"
    description: str = "cryptography in source, binaries, configuration and logs: what, where"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "exact"
    controls: Sequence[Control] = CONTROLS
    embedded: Sequence[str] = ("acidtest-scan",)
    question_forms: Sequence[str] = FORMS

    @property
    def answer_formats(self) -> Mapping[str, Callable[[Path, Dataset], ReadAnswers]]:
        """A CBOM or SARIF over a whole tree, and the published benchmark's results."""
        return FORMATS

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Samples from labelled files, the published benchmark, or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Numbered lines: an answer is asked where things are."""
        return "numbered"

    @contextmanager
    def observer(self, *, bare: bool = False) -> Iterator[Observer]:
        """Nothing is run, so there is no sandbox to go without."""
        yield InventoryObserver()

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def tables(self, samples: Sequence[Sample], scores: Sequence[Score]) -> Sequence[Table]:
        """What the figures are made of, and the published aggregates and readings."""
        return tables.tables(samples, scores)


SUITE = CryptoInventory()
