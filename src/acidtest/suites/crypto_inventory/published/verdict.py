"""What the published document says about a figure: band, grade, trade-off."""

from __future__ import annotations

from dataclasses import dataclass

HIGH = 0.7
"""From here on precision or recall is "high" in the trade-off: the document names no bound, and
this is where its bands begin to call a system usable."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade of the document's table, with its meaning and what it recommends."""

    letter: str
    from_f1: float
    meaning: str
    recommendation: str


GRADES = (
    Grade("S", 0.90, "excellent", "strongly recommended for practice"),
    Grade("A", 0.85, "very good", "fit for practice"),
    Grade("B", 0.75, "good", "use as an assisting tool"),
    Grade("C", 0.65, "fair", "for reference, verification required"),
    Grade("D", 0.50, "poor", "needs improvement"),
    Grade("F", 0.0, "failed", "of no practical use"),
)

BANDS = (
    (0.85, "fit for practice, high reliability"),
    (0.70, "usable as an assisting tool, check by hand"),
    (0.50, "for reference, needs much checking"),
    (0.0, "of little practical use"),
)

TRADE_OFFS = {
    (True, False): ("conservative", "reports only what is certain", "improve recall"),
    (False, True): ("aggressive", "reports whatever is suspect", "improve precision"),
    (True, True): ("ideal", "balanced detection", "keep it"),
    (False, False): ("problematic", "does not find what is there", "review everything"),
}


def grade(f1: float) -> Grade:
    """The grade of an F1; a bound belongs to the better grade."""
    return next(g for g in GRADES if f1 >= g.from_f1)


def band(f1: float) -> str:
    """The document's four-band reading of an F1."""
    return next(text for low, text in BANDS if f1 >= low)


def trade_off(precision: float, recall: float) -> tuple[str, str, str]:
    """Name, meaning and what to do, from which of the two is high."""
    return TRADE_OFFS[precision >= HIGH, recall >= HIGH]
