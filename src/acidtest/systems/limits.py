"""Resource limits for one answer of a decompiler."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from acidtest.core.records import Json


@dataclass(frozen=True, slots=True)
class ToolLimits:
    """Seconds and bytes for one answer; exceeding them fails only that answer."""

    wall_s: float = 120
    cpu_s: int = 60
    memory: int = 4 << 30
    output: int = 4 << 20

    def to_json(self) -> dict[str, Json]:
        """For the identity: other limits may give other answers."""
        return asdict(self)
