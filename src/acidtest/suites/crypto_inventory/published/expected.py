"""What a published ground truth expects."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expected:
    """`categories`, `korean` and `confidence` are None where a ground truth does not state them.

    `given` is False for a ground truth in another schema, of which the program expects nothing
    and counts nothing.
    """

    algorithms: tuple[str, ...] = ()
    categories: tuple[str, ...] | None = ()
    korean: tuple[str, ...] | None = ()
    confidence: tuple[float, float] | None = None
    given: bool = True
