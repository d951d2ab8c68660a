"""What a published ground truth expects."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Expected:
    """`categories`, `korean` and `confidence` are None where a ground truth does not state them.

    `points` are those that the published program asks about; they come with a checkout of it.
    `given` is False for a ground truth in another schema, of which the program expects nothing
    and counts nothing.
    """

    algorithms: tuple[str, ...] = ()
    categories: tuple[str, ...] | None = ()
    korean: tuple[str, ...] | None = ()
    confidence: tuple[float, float] | None = None
    given: bool = True
    points: tuple[str, ...] = field(default=(), repr=False)
