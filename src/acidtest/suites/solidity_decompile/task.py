"""The contract behind a question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acidtest.core.records import Json


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract in one mode: its source, or its bytecode if there is none.

    `name` is the contract in question when a source has several; None means the last that
    can be deployed. `arguments` are the constructor's, as JSON; None chooses them by type.
    `companions` and `libraries` are creation code of what is deployed first, the former for
    answers as well; `deployer` is the deployer's code while the constructor runs. `note` says
    what is not as the data asked for.
    """

    id: str
    mode: str
    compiler: str
    source: str | None = None
    name: str | None = None
    arguments: Sequence[Json] | None = None
    value: int = 0
    creation: str | None = None
    runtime: str | None = None
    abi: Sequence[Mapping[str, Json]] | None = None
    companions: Sequence[str] = ()
    libraries: Sequence[str] = ()
    deployer: str | None = None
    note: str | None = None


def scored_material(contract: Contract) -> str:
    """Everything about a contract that scores depend on."""
    parts = (contract.id, contract.mode, contract.compiler, contract.source, contract.name)
    codes = (contract.creation, contract.runtime, contract.abi)
    around = (contract.companions, contract.libraries, contract.deployer)
    further = [list(around)] if any(around) else []
    return json.dumps([*parts, contract.arguments, contract.value, *codes, *further])
