"""What one answer may cost a decompiler."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from acidtest.model import Json


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes for one answer; what goes beyond them fails that answer alone."""

    wall_s: float = 120
    cpu_s: int = 60
    memory: int = 4 << 30
    output: int = 4 << 20

    def to_json(self) -> dict[str, Json]:
        """For the identity: other limits, other answers."""
        return asdict(self)
