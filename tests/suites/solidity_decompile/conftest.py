"""Open tools and small contracts that the tests of this suite share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from acidtest.model import Answer, Json, Sample, Score
from acidtest.suites import Observer
from acidtest.suites.solidity_decompile import SUITE
from acidtest.toolchain.solc import Solc

CONTRACTS = Path(__file__).parent / "contracts"
SAMPLES: Mapping[str, Sample] = {sample.id: sample for sample in SUITE.read([CONTRACTS]).samples}

Judged = Callable[[str, str], Score]


@pytest.fixture(scope="session")
def observer() -> Iterator[Observer]:
    """The suite's own observer."""
    with SUITE.observer() as opened:
        yield opened


@pytest.fixture(scope="session")
def solc() -> Iterator[Solc]:
    """Confined workers with a short time limit."""
    with Solc(time_s=20) as opened:
        yield opened


@pytest.fixture(scope="session")
def judged(observer: Observer) -> Judged:
    """The score of a text as the answer to one of the small contracts."""

    def judge(identity: str, text: str) -> Score:
        sample = SAMPLES[identity]
        return SUITE.score(sample, Answer(sample.id, text), observer.observe(sample, text))

    return judge


def source(name: str) -> str:
    """The source of one of the small contracts."""
    return (CONTRACTS / f"{name}.sol").read_text()


def functions(score: Score) -> Mapping[str, Json]:
    """The counts of functions in a score's evidence."""
    counts: Mapping[str, Json] = score.evidence["functions"]
    return counts
