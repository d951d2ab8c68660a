"""Suite solidity-decompile: does a recovered contract behave like the original? By replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from acidtest.model import Answer, Observation, Sample, Score, Table
from acidtest.suites._base import Control, Dataset, Metric, Observer, sha256_of
from acidtest.suites.solidity_decompile import dataset, pairs, score
from acidtest.suites.solidity_decompile.controls import CONTROLS
from acidtest.suites.solidity_decompile.question import FORMS, repair
from acidtest.suites.solidity_decompile.task import Contract


class SolidityObserver:
    """solc workers and replay processes, opened when they are first needed."""

    def __init__(self, *, bare: bool) -> None:
        from acidtest.suites.solidity_decompile.observe import Examiner
        from acidtest.suites.solidity_decompile.original import Originals
        from acidtest.suites.solidity_decompile.replay.explore import SEED, SEQUENCES
        from acidtest.suites.solidity_decompile.replay.pool import Replayers
        from acidtest.toolchain import evm, solc

        versions = solc.available()
        self._solc = solc.Solc(bare=bare)
        self._originals = Originals(self._solc)
        self._replayers = Replayers(bare=bare)
        self._examiner = Examiner(self._solc, self._originals, self._replayers)
        self.toolchain: Mapping[str, str] = {
            "solc": "+".join(versions) or "none",
            "pyrevm": evm.version(),
            "evm": evm.SPEC.lower(),
            "replay": f"{SEQUENCES}x{SEED}",
            "sandbox": "none" if bare else "bwrap",
            **pairs.toolchain(),
        }

    def key(self, sample: Sample, text: str) -> str:
        """What a verdict hangs on: the original in its mode, and the answer."""
        if isinstance(sample.truth, Contract):
            return sha256_of(dataset.scored_material(sample.truth), text)
        return sha256_of("pair", sample.id, str(sample.record), text)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Compile and replay an answer, or read it, by the kind of question."""
        if isinstance(sample.truth, Contract):
            return self._examiner.observe(sample.truth, text)
        return pairs.observe(sample, text)

    def question(self, sample: Sample, form: str) -> str:
        """The question in one of the suite's forms."""
        from acidtest.suites.solidity_decompile.question import question

        if isinstance(sample.truth, Contract):
            return question(self._originals.subject(sample.truth), form)
        return pairs.question(sample)

    def binary(self, sample: Sample) -> bytes | None:
        """The runtime bytecode."""
        if isinstance(sample.truth, Contract):
            return self._originals.subject(sample.truth).runtime
        return None

    def close(self) -> None:
        """End all workers."""
        self._solc.close()
        self._replayers.close()


@dataclass(frozen=True)
class SolidityDecompile:
    """See README.md beside this file."""

    name: str = "solidity-decompile"
    version: str = "2-0"
    description: str = "decompiled contracts: do they compile, and behave like the original"
    metrics: Sequence[Metric] = (*score.METRICS, *pairs.METRICS)
    pass_metric: str | None = "perfect"
    controls: Sequence[Control] = CONTROLS
    embedded: Sequence[str] = ("evmole",)
    question_forms: Sequence[str] = tuple(FORMS)

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Contracts or function pairs from files, or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Pairs carry three-address code; contracts are asked about by their bytecode."""
        contracts = all(isinstance(sample.truth, Contract) for sample in data.samples)
        return "bytecode" if contracts else "tac"

    @contextmanager
    def observer(self, *, bare: bool = False) -> Iterator[Observer]:
        """Open solc and the EVM."""
        observer = SolidityObserver(bare=bare)
        try:
            yield observer
        finally:
            observer.close()

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        if isinstance(sample.truth, Contract):
            return score.score(sample, answer, observation)
        return pairs.score(sample, answer, observation)

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """What to ask next when an answer does not compile; None where there is nothing to mend."""
        if not isinstance(sample.truth, Contract):
            return None
        return repair(answer.text or "", observation)

    def tables(self, samples: Sequence[Sample], scores: Sequence[Score]) -> Sequence[Table]:
        """The funnel of contracts, or the aggregates of pairs."""
        return [*score.tables(samples, scores), *pairs.tables(samples, scores)]


SUITE = SolidityDecompile()
