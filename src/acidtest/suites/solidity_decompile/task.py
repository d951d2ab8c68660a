"""The contract behind a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acidtest.model import Json


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract in one mode: its source, or its codes where there is none.

    `name` is the contract in question when a source has several; None: the last that can be
    deployed. `arguments` are the constructor's, as JSON; None lets them be chosen by type.
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
