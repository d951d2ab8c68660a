"""Runs compared with the first of them: the checks before, and the notes beside the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acidtest.analysis.asked import check_questions, questions_apart
from acidtest.analysis.compare import Compared, check_comparable, check_suite, compare, family
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, headlines, with_partners
from acidtest.core.records import Json
from acidtest.core.text import choices, counted
from acidtest.store import Run


@dataclass(frozen=True)
class Comparison:
    """Run B beside run A: a row for each metric, and for each value of a group if asked for.

    `family` names what p-values and intervals are corrected over.
    """

    a: Run
    b: Run
    rows: Sequence[Compared]
    family: str

    def __str__(self) -> str:
        """The result in sentences."""
        return "\n".join(row.words() for row in self.rows)

    @property
    def warnings(self) -> list[str]:
        """What a reader must know about the two runs."""
        a, b = self.a, self.b
        warnings = []
        if apart := questions_apart(a, b):
            warnings.append(
                f"A and B were asked different questions ({'; '.join(apart)}); compared because of "
                "--anyway"
            )
        for name, run in (("A", a), ("B", b)):
            if lost := len(run.unscored):
                warnings.append(
                    f"{lost:,} of {counted(run.asked, 'answer')} of {name} have no score; the "
                    "worst case counts them as failed"
                )
        mine, other = a.scored_ids, b.scored_ids
        if left := len(mine ^ other):
            common = counted(len(mine & other), "common sample")
            warnings.append(f"compared on {common}; {left:,} in one run only")
        if a.summary["signature"] != b.summary["signature"]:
            warnings.append("the two runs were scored differently; compared because of --anyway")
        return warnings

    def to_json(self) -> dict[str, Json]:
        """For programs."""
        runs = {
            name: {
                "run": str(run.folder),
                "system": run.system,
                "signature": run.summary["signature"],
            }
            for name, run in (("a", self.a), ("b", self.b))
        }
        return {
            **runs,
            "warnings": self.warnings,
            "metrics": [row.to_json() for row in self.rows],
        }


def compare_runs(
    runs: Sequence[Run],
    metrics: Sequence[str] = (),
    *,
    by: str | None = None,
    anyway: bool = False,
    seed: int = 0,
) -> list[Comparison]:
    """Compare each further run with the first; raises `InputError` if they are not comparable.

    `anyway` compares runs that were scored or asked differently. Without `metrics`, the headline
    ones are compared.
    """
    first, others = runs[0], runs[1:]
    for run in others:
        _check_common(first, run)
    if not anyway:
        check_comparable(runs)
        check_questions(runs)
    chosen = _chosen(first, metrics)
    if by is not None and by not in first.groups:
        raise InputError(f"unknown group '{by}'; {choices(by, sorted(first.groups))}")
    tables = [
        compare(first, other, chosen, by=by, seed=seed, pairs=len(others)) for other in others
    ]
    parts = {row.part for row in tables[0]}
    worst = any(row.worst for table in tables for row in table)
    together = family(len(chosen), len(others), len(parts), worst=worst)
    return [
        Comparison(first, other, rows, together) for other, rows in zip(others, tables, strict=True)
    ]


def _check_common(a: Run, b: Run) -> None:
    """Raise `InputError` for what `anyway` cannot fix: different suites, or no common sample."""
    check_suite(a, b)
    if not a.scored_ids & b.scored_ids:
        raise InputError(
            f"{a.folder} and {b.folder} have no scored sample in common; "
            "compare runs on the same data"
        )


def _chosen(run: Run, names: Sequence[str]) -> list[Metric]:
    known = {metric.name: metric for metric in run.suite.metrics}
    several = [name for name in run.summary["metrics"] if "@" in name]
    known |= {name: Metric(name, "unbiased estimate over the attempts") for name in several}
    for name in names:
        if name not in known:
            raise InputError(f"unknown metric '{name}'; {choices(name, known)}")
    chosen = [known[name] for name in dict.fromkeys(names)]
    return with_partners(chosen or headlines([*known.values()]), known.values())
