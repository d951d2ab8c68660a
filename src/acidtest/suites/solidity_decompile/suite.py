"""What the suite asks, how it judges and scores: its parts put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.agents import Workbenches
from acidtest.core.commands import Check, Command, Download
from acidtest.core.extras import needed_by
from acidtest.core.metric import Metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Control, Dataset, Grades, Judge, Questions, Tabulator
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.suites.solidity_decompile import cli, dataset, doctor, score, tables
from acidtest.suites.solidity_decompile.controls import CONTROLS, GRADES
from acidtest.suites.solidity_decompile.forms import FORMS, repair


@dataclass(frozen=True)
class SolidityDecompile:
    """Described in docs/suites."""

    name: str = "solidity-decompile"
    version: str = "5-0"
    description: str = "decompiled contracts: do they compile, and behave like the original"
    metrics: Sequence[Metric] = score.METRICS
    pass_metric: str | None = "perfect"
    controls: Sequence[Control] = CONTROLS
    grades: Grades = GRADES
    reward_steps: Sequence[str] = ("complete", "typechecks", "compiles", "agrees")
    embedded: Sequence[str] = ("evmole",)
    question_forms: Sequence[str] = tuple(FORMS)
    supports: Sequence[str] = ("prove", "repair", "replay_budget", "replay_seed")
    corpus_commands: Sequence[Command] = cli.COMMANDS
    downloads: Sequence[Download] = doctor.DOWNLOADS

    def suite_for(self, paths: Sequence[Path]) -> str:
        """Files of function pairs are data of solidity-pairs."""
        return "solidity-pairs" if paths and all(map(dataset.holds_pairs, paths)) else self.name

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Contracts from files, or the shipped corpus."""
        return dataset.read(paths)

    def default_form(self, data: Dataset) -> str:
        """Questions give the bytecode."""
        return "bytecode"

    def questions(self, options: RunOptions) -> AbstractContextManager[Questions]:
        """Originals are compiled when a question needs them."""
        with needed_by(self.name):
            from acidtest.suites.solidity_decompile.question import open_questions

        return open_questions(bare=options.bare)

    def tools(self, options: RunOptions) -> AbstractContextManager[Workbenches]:
        """Solc, the EVM and the lifter."""
        with needed_by(self.name):
            from acidtest.suites.solidity_decompile.tools import open_tools

        return open_tools()

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """Open solc and the EVM."""
        with needed_by(self.name):
            from acidtest.suites.solidity_decompile.judge import open_judge
            from acidtest.suites.solidity_decompile.replay.worker import How

        how = How(options.replay_budget, options.replay_seed)
        return open_judge(bare=options.bare, how=how, prove=options.prove)

    def reward_judge(self, options: RunOptions, metric: str, /) -> AbstractContextManager[Judge]:
        """The same with other calls: `seed` is added to the seed of the replay."""
        return self.judge(options.replace(replay_seed=options.replay_seed + options.seed))

    def extracts(self, sample: Sample, text: str, scored: Score, /) -> bool:
        """Whether source of a contract came back."""
        return bool(scored.metrics["complete"])

    def score(self, sample: Sample, answer: Answer, observation: Observation) -> Score:
        """Pure."""
        return score.score(sample, answer, observation)

    def repair(self, sample: Sample, answer: Answer, observation: Observation) -> str | None:
        """What to ask next when an answer does not compile; None if there is nothing to fix."""
        return repair(answer.text or "", observation)

    def tabulator(self) -> Tabulator:
        """The funnel of contracts."""
        return tables.ContractFunnel()

    def checks(self) -> Iterable[Check]:
        """Solc and the EVM."""
        return doctor.checks()


SUITE = SolidityDecompile()
