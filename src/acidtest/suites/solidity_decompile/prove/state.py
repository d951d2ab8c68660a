"""Where a path through the code is, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from acidtest.suites.solidity_decompile.prove.buffers import Byte, Memory
from acidtest.suites.solidity_decompile.prove.paths import Path
from acidtest.suites.solidity_decompile.prove.storage import Storage, before, empty
from acidtest.suites.solidity_decompile.prove.words import Word


@dataclass(frozen=True, slots=True)
class PathEnd:
    """The end of a path: how it ended, with which data, after which events, in which storage."""

    path: Path
    kind: str
    data: Sequence[Byte]
    events: Sequence[tuple[Any, ...]]
    storage: Storage


@dataclass(slots=True)
class MachineState:
    """Where a path is."""

    path: Path
    pc: int = 0
    stack: list[Word] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)
    storage: Storage = field(default_factory=lambda: Storage(before))
    transient: Storage = field(default_factory=lambda: Storage(empty))
    returned: Sequence[Byte] = ()
    events: tuple[tuple[Any, ...], ...] = ()
    calls: int = 0
    epoch: int = 0
    rounds: dict[Any, int] = field(default_factory=dict)

    def fork(self, path: Path | None = None) -> MachineState:
        """Another state with the same content."""
        return MachineState(
            path or self.path.copy(),
            self.pc,
            list(self.stack),
            self.memory.copy(),
            self.storage.copy(),
            self.transient.copy(),
            self.returned,
            self.events,
            self.calls,
            self.epoch,
            dict(self.rounds),
        )
