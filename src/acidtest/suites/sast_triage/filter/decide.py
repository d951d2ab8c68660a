"""Decisions from retrieved known issues: pure functions of a finding's matches."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from acidtest.suites.sast_triage.known import KnownIssue
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A known issue that was retrieved, and its similarity, from -1 to 1."""

    reference: str
    similarity: float
    entry: KnownIssue


@dataclass(frozen=True, slots=True)
class Decision:
    """What a filter says about a finding. `cited` are the known issues it is based on."""

    verdict: str
    confidence: float
    cited: Sequence[str]
    justification: str


Decide = Callable[[Sequence[KnownMatch]], Decision]
"""Decides from the matches of one finding, most similar first. Can be a language model."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of the decision.

    `slope` and `offset` turn a similarity into the chance of a false alarm (logistic).
    """

    threshold: float
    review: float
    slope: float
    offset: float
    k: int


def chance(similarity: float, settings: Settings) -> float:
    """The probability of a false alarm, given the similarity of the nearest known one."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, settings.slope * similarity + settings.offset))))


def by_threshold(matches: Sequence[KnownMatch], settings: Settings) -> Decision:
    """A false alarm if the nearest known issue is one and similar enough; sure if it is the same.

    Just below the threshold, by up to `review`, a person is asked.
    """
    near = [match for match in matches if match.similarity >= settings.threshold]
    alarms = [match for match in near if match.entry.label == FALSE_ALARM]
    best = matches[0].similarity if matches else 0.0
    p = 1.0 if best >= 1 else chance(best, settings)  # the very same text is known
    cited = [match.reference for match in alarms]
    if near and near[0].entry.label == FALSE_ALARM:
        why = f"the same as a known false alarm (similarity {best:.3f}): {near[0].entry.reason}"
        return Decision(FALSE_ALARM, p, cited, why)
    if near:
        sure = 1.0 if best >= 1 else 1 - chance(0, settings)
        return Decision(REAL_BUG, sure, cited, "the same as a known real bug")
    if matches and best >= settings.threshold - settings.review:
        return Decision(NEEDS_REVIEW, 0.5, cited, f"nearly a known issue (similarity {best:.3f})")
    return Decision(REAL_BUG, 1 - p, cited, "no known false alarm is similar enough")


def by_vote(matches: Sequence[KnownMatch], settings: Settings) -> Decision:
    """Each of the nearest votes; those below the threshold, and known real bugs, vote real bug."""
    voters = matches[: settings.k]
    alarms = [
        match
        for match in voters
        if match.entry.label == FALSE_ALARM and match.similarity >= settings.threshold
    ]
    cited = [match.reference for match in alarms]
    if not voters:
        return Decision(REAL_BUG, 1 - chance(0, settings), (), "no issue of this type is known")
    share = len(alarms) / len(voters)
    why = f"{len(alarms)} of the {len(voters)} nearest known issues are false alarms like this"
    if share == 0.5:
        return Decision(NEEDS_REVIEW, 0.5, cited, why)
    if share > 0.5:
        return Decision(FALSE_ALARM, share, cited, f"{why}: {alarms[0].entry.reason}")
    return Decision(REAL_BUG, 1 - share, cited, why)


RULES = {"threshold": by_threshold, "knn": by_vote}
