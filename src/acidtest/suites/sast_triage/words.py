"""The words of this suite: a finding is a `real bug` or a `false alarm`."""

from __future__ import annotations

from collections.abc import Mapping

REAL_BUG = "real bug"
FALSE_ALARM = "false alarm"
NEEDS_REVIEW = "needs review"

VERDICTS: Mapping[str, str] = {
    "TRUE_POSITIVE": REAL_BUG,
    "FALSE_POSITIVE": FALSE_ALARM,
    "NEEDS_REVIEW": NEEDS_REVIEW,
}
"""What filters write, as the words of this suite: `TRUE_POSITIVE` says the finding is real."""
WRITTEN: Mapping[str, str] = {word: written for written, word in VERDICTS.items()}

UNKNOWN = "unknown"


def verdict_of(text: str) -> str | None:
    """The verdict a filter wrote, in any spelling; None if it is not a verdict.

    >>> verdict_of("true positive"), verdict_of("FALSE-POSITIVE"), verdict_of("maybe")
    ('real bug', 'false alarm', None)
    """
    plain = text.strip().strip(".*`\"'").lower()
    if plain in WRITTEN:
        return plain
    return VERDICTS.get("_".join(plain.upper().replace("-", " ").replace("_", " ").split()))
