"""A figure that may be undefined: a number, or the reason why there is none."""

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
        """Reject a number with a reason, and a missing number without one."""
        if (self.value is None) == (self.reason is None):
            raise ValueError("a Value needs either a number or a reason, not both")

    @classmethod
    def ratio(cls, numerator: float, denominator: float, reason: str) -> "Value":
        """Divide; if the denominator is 0, return None with `reason`."""
        return cls(numerator / denominator) if denominator else cls(None, reason)
