"""How strong is the replay? Changes a source in small ways and counts what `behaves` notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.protocols import Dataset
from acidtest.engine.strength import Mutation
from acidtest.lang.mutation import Mutant, Trial, read_reviewed
from acidtest.lang.solidity_mutants import mutants
from acidtest.suites.solidity_decompile import dataset
from acidtest.suites.solidity_decompile.task import Contract

OVERALL = 0.90
"""The share of mutants that replay must catch over the shipped corpus."""
REVIEWED = Path(__file__).with_name("equivalent.json")


@cache
def reviewed() -> dict[tuple[str, str], str]:
    """Reasons by contract and change."""
    return read_reviewed(REVIEWED)


def contracts_of(data: Dataset, names: Sequence[str]) -> list[Contract]:
    """Each contract with a source once, in its first mode; only those in `names`, if given."""
    contracts: dict[str, Contract] = {}
    for sample in data.samples:
        if sample.truth.source:
            contracts.setdefault(sample.truth.id, sample.truth)
    if missing := [name for name in names if name not in contracts]:
        raise InputError(f"there is no contract '{missing[0]}' in this data")
    return [contract for name, contract in contracts.items() if not names or name in names]


@contextmanager
def open_trials(
    contracts: Sequence[Contract], progress: Progress, *, workers: int, bare: bool
) -> Iterator[Callable[[tuple[Contract, Mutant]], Trial]]:
    """Solc and replay processes."""
    from acidtest.suites.solidity_decompile.judge_mutants import MutantJudge  # needs [solidity]

    with MutantJudge(reviewed(), bare=bare) as judge:
        yield judge.trial


def mutation() -> Mutation[Contract]:
    """What the command needs to know about contracts."""
    return Mutation(
        read=dataset.read,
        tasks=contracts_of,
        name=lambda contract: contract.id,
        mutants=lambda contract: mutants(contract.source or ""),
        trials=open_trials,
        reviewed=reviewed(),
        overall=OVERALL,
    )
