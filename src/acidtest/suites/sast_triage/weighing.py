"""`acidtest sast-worth`: what a run's verdicts are worth where real bugs are rarer or more common.

What a filter keeps of the real bugs and of the false alarms does not depend on how many of each
there are; what its verdicts mean does. A run gives the former, the share of real bugs the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Score, Table
from acidtest.store import Run
from acidtest.suites.sast_triage.words import FALSE_ALARM, REAL_BUG

_SHOWN = (0.5, 0.1, 0.01)
_EFFORTS = ("tokens", "cost_usd", "seconds")
_COLUMNS = ("real bugs", "kept that are real", "dropped rightly", "kept alarms per real bug")


def _shares(scores: Sequence[Score]) -> tuple[float, float, float]:
    """The share of real bugs, and the shares dropped of the real bugs and of the false alarms."""
    dropped = {
        label: [s.evidence.get("verdict") == FALSE_ALARM for s in scores if _is(s, label)]
        for label in (REAL_BUG, FALSE_ALARM)
    }
    real, false = dropped[REAL_BUG], dropped[FALSE_ALARM]
    if not real or not false:
        raise InputError("the run needs real bugs and false alarms with labels; see sast-triage.md")
    return len(real) / (len(real) + len(false)), sum(real) / len(real), sum(false) / len(false)


def _is(score: Score, label: str) -> bool:
    return score.error is None and score.evidence.get("truth") == label


def weighed(prevalence: float, lost: float, removed: float) -> tuple[float | None, ...]:
    """What is kept and dropped where a share `prevalence` of the findings are real bugs.

    >>> [round(x, 3) for x in weighed(0.1, 0.0, 0.5)]
    [0.182, 1.0, 4.5]
    """
    real, false = prevalence * (1 - lost), (1 - prevalence) * (1 - removed)
    gone = prevalence * lost + (1 - prevalence) * removed
    return (
        real / (real + false) if real + false else None,
        (1 - prevalence) * removed / gone if gone else None,
        false / real if real else None,
    )


def _per(scores: Sequence[Score], effort: str, label: str, *, dropped: bool) -> float | None:
    """What the answers took in all, for each finding of a label that is dropped, or kept."""
    spent = [value for s in scores if (value := s.metrics.get(effort)) is not None]
    verdicts = [s.evidence.get("verdict") == FALSE_ALARM for s in scores if _is(s, label)]
    count = sum(verdict is dropped for verdict in verdicts)
    return sum(spent) / count if spent and count else None


def took(scores: Sequence[Score]) -> Table:
    """What all answers took, for each alarm removed and for each real bug kept."""
    rows = [
        (
            effort,
            _per(scores, effort, FALSE_ALARM, dropped=True),
            _per(scores, effort, REAL_BUG, dropped=False),
        )
        for effort in _EFFORTS
    ]
    return Table(
        "took",
        "what all answers took, for each of what they are good for",
        ("", "per alarm removed", "per real bug kept"),
        rows,
        "A dash: the answers do not report it, or nothing was removed or kept.",
    )


def _worth(*, run: Path, prevalence: Sequence[float], progress: Progress) -> CommandResult:
    opened = Run.open(run)
    if opened.suite.name != "sast-triage":
        raise InputError(f"{run}: is a run of {opened.suite.name}, expected one of sast-triage")
    scores = opened.scores()
    own, lost, removed = _shares(scores)
    asked = prevalence or _SHOWN
    if wrong := [share for share in asked if not 0 < share < 1]:
        raise InputError(f"--prevalence {wrong[0]:g}: expected a share between 0 and 1")
    rows = [(f"{own:.1%} (this data)", *weighed(own, lost, removed))]
    rows += [(f"{share:.3g}", *weighed(share, lost, removed)) for share in asked]
    cost = took(scores)
    note = f"Drops {lost:.1%} of the real bugs and {removed:.1%} of the false alarms, at any share."
    tables = [
        Table("worth", "by the share of findings that are real bugs", _COLUMNS, rows, note),
        cost,
    ]
    data: dict[str, Json] = {
        "lost": lost,
        "removed": removed,
        "worth": [dict(zip(_COLUMNS, row, strict=True)) for row in rows],
        "cost": {name: {"alarm_removed": a, "real_bug_kept": b} for name, a, b in cost.rows},
    }
    return CommandResult(tables, data=data)


WORTH = Command(
    "sast-worth",
    "Show what a run of sast-triage is worth at other shares of real bugs, and what it took.",
    _worth,
    (
        Option("RUN", "Folder of the run.", Path, required=True),
        Option(
            "--prevalence",
            "Share of findings that are real bugs where the filter is used; may repeat.",
            float,
            many=True,
        ),
    ),
)
