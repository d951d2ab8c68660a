"""A figure that may not exist: the number, or the reason why there is none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or `None` with the reason; never a silent 0 or 1.

    >>> Value.ratio(3, 4, "nothing was reported")
    Value(value=0.75, reason=None)
    >>> Value.ratio(0, 0, "nothing was reported")
    Value(value=None, reason='nothing was reported')
    """

    value: float | None
    reason: str | None = None

    def __post_init__(self) -> None:
        """Refuse a number with an excuse, and a gap without one."""
        if (self.value is None) == (self.reason is None):
            raise ValueError("a Value has either a number or the reason why there is none")

    @classmethod
    def ratio(cls, numerator: float, denominator: float, reason: str) -> "Value":
        """Divide, or say with `reason` why there is nothing to divide by."""
        return cls(numerator / denominator) if denominator else cls(None, reason)
