"""What exploration has reached in the original's code, and how each branch was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from acidtest.lang.evm_branches import branches_of
from acidtest.toolchains.evm import DEPLOYER, REVERT, CallOutcome, CallStep
from acidtest.toolchains.evm_frame import BranchOperands, Watched

Side = tuple[int, bool]
"""A branch, by its offset in the code, and whether the jump was made."""
_WRITERS = 3
_PATHS = 48
_STEPS = 1_500_000


class Witness(NamedTuple):
    """A sequence whose last step decided a branch, and what was compared there."""

    steps: tuple[CallStep, ...]
    compared: BranchOperands | None


class Coverage:
    """The sides of branches that were taken, with a witness for each."""

    def __init__(self, code: bytes, steps: int = _STEPS) -> None:
        """`steps` is how many instructions may be watched while random calls are made."""
        self.possible = branches_of(code)
        self.witnesses: dict[Side, Witness] = {}
        self.near: dict[tuple[int, int], None] = {}
        self.orders: dict[int, Witness] = {}
        self.writers: dict[int, list[CallStep]] = {}
        self.asked: dict[int, None] = {}
        self.suspects: dict[str, None] = {}
        self._spare = steps
        self._paths: dict[str | None, set[tuple[int, int, bytes, bool]]] = {}

    @property
    def share(self) -> tuple[int, int]:
        """Sides taken, of all that count."""
        return len(self.possible & self.witnesses.keys()), len(self.possible)

    def is_new(self, name: str | None, step: CallStep, outcome: CallOutcome, gas: int) -> bool:
        """Whether a call may have gone another way than all before it: by the gas it took."""
        if self._spare < 0:
            return False
        paths = self._paths.setdefault(name, set())
        zeros = step.data.count(0)
        gas -= 16 * (len(step.data) - zeros) + 4 * zeros
        kind = outcome.status, gas, outcome.data[:4], step.sender == DEPLOYER
        if kind in paths or len(paths) >= _PATHS:
            return False
        paths.add(kind)
        return True

    def note(self, before: Sequence[CallStep], step: CallStep, watched: Watched) -> bool:
        """Learn from a watched call; whether it took a side for the first time."""
        steps = (*before, step)
        new = False
        self._spare -= watched.steps
        self._suspect(steps, watched)
        for side, compared in watched.branches.items():
            known = self.witnesses.get(side)
            if known is None:
                new = True
            if known is None or (known.compared is None and compared is not None):
                self.witnesses[side] = Witness(steps, compared)
            if compared is not None and 0x10 <= compared.operation <= 0x13:
                self.orders.setdefault(side[0], Witness(steps, compared))
        for place in sorted(watched.near):
            if place not in self.near:
                self.near[place] = None
                new = True
        for slot, value in watched.writes.items():
            writers = self.writers.setdefault(slot, [])
            if value and len(writers) < _WRITERS and step not in writers:
                writers.append(step)
        for called in watched.calls:
            if called.data[:4] == bytes.fromhex("70a08231"):
                self.asked[called.to] = None
        return new

    def _suspect(self, steps: Sequence[CallStep], watched: Watched) -> None:
        """Accounts without code that the target takes for contracts, though nobody named them."""
        if watched.status != REVERT:
            return
        for account in sorted(watched.probed):
            raw = account.to_bytes(20, "big")
            address = "0x" + raw.hex()
            named = any(raw in step.data for step in steps)
            if not named and address != steps[-1].sender:
                self.suspects[address] = None

    def open_sides(self) -> list[Side]:
        """Sides never taken of branches that were reached; those that count first."""
        sides = [(at, not taken) for at, taken in self.witnesses]
        sides = [side for side in sides if side not in self.witnesses]
        return sorted(sides, key=lambda side: (side not in self.possible, side))

    def open_limits(self) -> list[tuple[int, int]]:
        """Comparisons of order that were never tried exactly at, or one beside, their limit."""
        return [(at, gap) for at in self.orders for gap in (0, 1, -1) if (at, gap) not in self.near]
