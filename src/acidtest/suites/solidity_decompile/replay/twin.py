"""The compilation of a source that is explored for all of its modes."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from acidtest.core.errors import InfrastructureError
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import modes_of


class Compiles(Protocol):
    """What compiles originals."""

    def subject(self, contract: Contract) -> Subject:
        """The original, ready to be deployed."""


def twin_of(originals: Compiles, contract: Contract) -> Subject | None:
    """The contract in its first mode that compiles, which has every branch of the source; None if
    there is only bytecode.
    """
    if contract.source is None or contract.runtime is not None:
        return None
    for mode in modes_of(contract.compiler):
        if mode == contract.mode:
            return None
        try:
            return originals.subject(replace(contract, mode=mode))
        except InfrastructureError:
            continue  # such as "stack too deep" without an optimiser
    return None
