"""Open tools and small contracts that the tests of this suite share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from acidtest.core.options import RunOptions
from acidtest.core.protocols import Judge, Questions
from acidtest.core.records import Answer, Json, Sample, Score
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.toolchains.solc import Solc

CONTRACTS = Path(__file__).parent / "contracts"
SAMPLES: Mapping[str, Sample] = {sample.id: sample for sample in SUITE.read([CONTRACTS]).samples}

Judged = Callable[[str, str], Score]


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """The suite's own judge."""
    with SUITE.judge(RunOptions()) as opened:
        yield opened


@pytest.fixture(scope="session")
def questions() -> Iterator[Questions]:
    """What builds the suite's questions."""
    with SUITE.questions(RunOptions()) as opened:
        yield opened


@pytest.fixture(scope="session")
def solc() -> Iterator[Solc]:
    """Confined workers with a short time limit."""
    with Solc(time_s=20) as opened:
        yield opened


@pytest.fixture(scope="session")
def judged(judge: Judge) -> Judged:
    """The score of a text as the answer to one of the small contracts."""

    def scored(identity: str, text: str) -> Score:
        sample = SAMPLES[identity]
        return SUITE.score(sample, Answer(sample.id, text), judge.observe(sample, text))

    return scored


def source(name: str) -> str:
    """The source of one of the small contracts."""
    return (CONTRACTS / f"{name}.sol").read_text()


def functions(score: Score) -> Mapping[str, Json]:
    """The counts of functions in a score's evidence."""
    counts: Mapping[str, Json] = score.evidence["functions"]
    return counts
