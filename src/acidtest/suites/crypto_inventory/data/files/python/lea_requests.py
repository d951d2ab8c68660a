"""Transparency report: requests by law enforcement agencies (LEA)."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    ANSWERED = "answered"
    NARROWED = "narrowed"
    REJECTED = "rejected"


@dataclass(frozen=True)
class LEARequest:
    lea: str
    country: str
    accounts: int
    outcome: Outcome
    emergency: bool = False


def table(requests: list[LEARequest]) -> list[tuple[str, int, int, float]]:
    """Rows of country, requests, accounts, share answered."""
    by_country: dict[str, list[LEARequest]] = {}
    for r in requests:
        by_country.setdefault(r.country, []).append(r)
    rows = []
    for country, some in sorted(by_country.items()):
        tally = Counter(r.outcome for r in some)
        rows.append((country, len(some), sum(r.accounts for r in some), tally[Outcome.ANSWERED] / len(some)))
    return rows


LEA_128 = "LEA form 128: request for subscriber data"
