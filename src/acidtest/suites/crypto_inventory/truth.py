"""The ground truth of one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from acidtest.core.records import Json
from acidtest.suites.crypto_inventory.published.agents import Agent
from acidtest.suites.crypto_inventory.published.expected import Expected

HARMLESS = frozenset({"adequate", "pq-safe", "hybrid", "not-crypto"})
"""Threat classes that need no migration; any other makes a finding vulnerable."""

UNKNOWN = "unknown"
"""The threat class of names that are not in the taxonomy."""


@dataclass(frozen=True, slots=True)
class Label:
    """One algorithm in a file. `id` is the taxonomy's, or `?name` if the taxonomy does not know it.

    Only `active` labels are to be found. `optional` ones may be listed or not; `accept` holds
    the ids of other names that are right as well, `parts` those of what a hybrid is made of, and
    `general` those of names that say less (ECC for ECDSA), which are neither right nor wrong.
    """

    id: str
    name: str
    threat: str
    state: str = "active"
    lines: tuple[tuple[int, int], ...] = ()
    evidence: str = "unstated"
    parameters: Mapping[str, Json] = field(default_factory=dict)
    function: str = ""
    korean: bool = False
    optional: bool = False
    accept: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """A file as it is shown, what is in it, and what the published reading expects of it.

    `data` is None if a ground truth has no file: recorded answers can be scored, but no question
    can be asked. `schema` says which form the ground truth had; `agent` puts the published
    question.
    """

    shown: str
    data: bytes | None
    labels: tuple[Label, ...]
    expected: Expected
    schema: str = "corpus"
    agent: Agent | None = field(default=None, repr=False)
    line_count: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the lines once: every answer needs the count."""
        object.__setattr__(self, "line_count", len(self.lines))

    @property
    def text(self) -> str:
        """The file as text; bytes that are not UTF-8 are replaced."""
        return (self.data or b"").decode("utf-8", "replace")

    @property
    def lines(self) -> list[str]:
        """Its lines without line endings, as editors count them."""
        lines = self.text.replace("\r\n", "\n").split("\n")
        return lines[:-1] if lines[-1] == "" else lines
