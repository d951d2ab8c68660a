"""The shipped corpus: all of it can be replayed, and replay reaches every public function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from acidtest.core.records import Sample
from acidtest.suites.solidity_decompile.original import Originals
from acidtest.suites.solidity_decompile.replay.pool import Replayers
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.toolchains.solc import Solc

SAMPLES = SUITE.read([]).samples
ONCE = [sample for sample in SAMPLES if sample.groups["mode"] == "unoptimised"]


@pytest.fixture(scope="module")
def tools() -> Iterator[tuple[Originals, Replayers]]:
    with Solc() as solc:
        replayers = Replayers()
        yield Originals(solc), replayers
        replayers.close()


def test_there_are_enough_contracts_of_each_difficulty() -> None:
    levels = Counter(sample.groups["difficulty"] for sample in ONCE)
    assert sum(levels.values()) >= 40
    assert min(levels.values()) >= 13
    assert {"0.4", "0.5", "0.6", "0.7", "0.8"} == {s.groups["compiler"] for s in ONCE}


@pytest.mark.parametrize("sample", ONCE, ids=lambda sample: str(sample.cluster))
def test_every_public_function_succeeds_in_replay(
    sample: Sample, tools: tuple[Originals, Replayers]
) -> None:
    originals, replayers = tools
    known = replayers.judge(originals.subject(sample.truth), None)
    assert [name for name, times in known["succeeded"].items() if not times] == []
