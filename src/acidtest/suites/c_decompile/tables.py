"""The tables of a run beyond its metrics: the funnel, and published results on the same data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.suites.c_decompile import dataset, quality
from acidtest.suites.c_decompile.targets import Fairness, fairness

_DECOMPILE_EVAL = (
    "de756b26fbc3d24da9e04ee4c55695d37861a7cbfcbd0398a0dc92b5d2951ee2",
    "e5f3b759bddf1b0c2da5edd6c7c78cc5ff706a2175eca3a7270865e3c193ee54",
)
"""The published data, whole, in its two layouts. The figures apply to no other samples."""

_REPOSITORY = "github.com/albertan017/LLM4Decompile at 2169186"
_END = f"arXiv 2403.05286; {_REPOSITORY}, samples/results_end_final.png"
_REFINED = f"arXiv 2403.05286; {_REPOSITORY}, samples/results_refine_final.png"
_REF = "arXiv 2502.12221; github.com/AlongWY/ReF-Dec at 05901b9, README.md"


@dataclass(frozen=True)
class _Published:
    """Percent as the authors give them: over all levels, and at O0 to O3 where they say.

    `to` is the other figure where they give two.
    """

    whose: str
    overall: float
    levels: tuple[float, ...]
    source: str
    to: float | None = None


_REEXECUTABLE = (
    _Published("Ghidra", 20.12, (34.76, 16.46, 15.24, 14.02), _REFINED),
    _Published("GPT-4o", 16.01, (30.49, 11.59, 10.37, 11.59), _END),
    _Published("LLM4Decompile-End-6.7B", 45.37, (68.05, 39.51, 36.71, 37.20), _END),
    _Published("LLM4Decompile-Ref-6.7B", 52.74, (74.39, 46.95, 47.56, 42.07), _REFINED),
    _Published("ReF Decompile", 61.43, (85.37, 56.10, 51.83, 52.43), _REF),
    _Published(
        "LLM4Decompile-Ref-22B",
        63.6,
        (80.49, 58.54, 59.76, 57.93),
        f"{_REFINED}: 64.18, of which the levels are; README.md, Models: 63.6",
        to=64.18,
    ),
    _Published("LLM4Decompile-9B-v2", 64.94, (), f"{_REPOSITORY}, README.md, Updates 2024-09-23"),
)

_COUNTS = ("answers", "judged", "passes")
_FUNNEL = ("compiles_with_types", "passes_with_types")

_COUNTED = {
    "quality.local_types": "locals",
    "quality.gotos": "gotos",
    "quality.nesting": "nesting",
    "quality.control_flow": "blocks",
    "quality.length": "tokens",
}
"""The counts behind a metric, in its evidence: the original's and the answer's."""


class Funnel:
    """Counts the answers that pass each stage, and recognises the published data by its hash.

    Of the answers that pass it sums up how like the original they are.
    """

    def __init__(self) -> None:
        self._quality = {name: [0.0, 0, 0, 0] for name in quality.NAMES}
        self._through = dict.fromkeys(_FUNNEL, 0)
        self._answers = self._compared = self._agree = 0
        self._data = dataset.DataHash()
        self._targets: dict[str, dict[str, Counter[str]]] = {}

    def add(self, sample: Sample, score: Score) -> None:
        """Count one answer."""
        self._data.add(sample)
        if score.error is not None:
            return
        way = fairness(sample.truth)
        if "target" in sample.groups:
            self._count_target(sample.groups["target"], way, score)
        if way.emulated:
            return  # another verdict, not to be mixed with these
        self._answers += 1
        for name in _FUNNEL:
            self._through[name] += score.metrics[name] == 1
        self._compared += score.metrics["agrees"] is not None
        self._agree += score.metrics["agrees"] == 1
        counts = score.evidence.get("quality")
        if counts is not None:
            for name, sums in self._quality.items():
                value = score.metrics[name]
                if value is not None:
                    added = counts.get(_COUNTED.get(name), (0, 0))
                    sums[:] = map(sum, zip(sums, (value, 1, *added), strict=True))

    def tables(self) -> list[Table]:
        """The funnel of any run; published figures too, for runs on the published data."""
        made = [self._funnel()] if self._answers else []
        made += [self._by_target()] if self._targets else []
        if any(count for _, count, _, _ in self._quality.values()):
            made.append(self._likeness())
        if self._data.sha256() in _DECOMPILE_EVAL:
            made.append(_published())
        return made

    def _count_target(self, target: str, way: Fairness, score: Score) -> None:
        judged = "emulated" if way.emulated else " ".join(("native", *(way.flags or ())))
        named = "emulated.passes_with_types" if way.emulated else "passes_with_types"
        counts = self._targets.setdefault(target, {}).setdefault(judged, Counter())
        counts["answers"] += 1
        if score.metrics[named] is None:
            counts[score.reasons[named]] += 1
        else:
            counts["judged"] += 1
            counts["passes"] += score.metrics[named] == 1

    def _by_target(self) -> Table:
        rows: list[list[Json]] = []
        for target, ways in self._targets.items():
            for judged, counts in ways.items():
                reasons = {k: n for k, n in counts.items() if k not in _COUNTS}
                why = "; ".join(f"{n}: {reason}" for reason, n in sorted(reasons.items()))
                total = (counts[name] for name in ("answers", "judged", "passes"))
                rows.append([target, judged, *total, why])
        return Table(
            "targets",
            "the targets",
            ("target", "judged", "answers", "with a verdict", "pass with types", "without: why"),
            rows,
            "How answers were judged for each target. Native: by this machine's gcc, under the "
            "flags shown; emulated: compiled for the target and run in its emulator.",
        )

    def _funnel(self) -> Table:
        rows: list[list[Json]] = [[n, count, self._answers] for n, count in self._through.items()]
        rows.append(["agrees (compared)", self._agree, self._compared])
        return Table(
            "funnel",
            "the funnel",
            ("stage", "come through", "of"),
            rows,
            "Answers that pass each stage, of all answers; agreement is of those that pass "
            "and can be compared on further inputs.",
        )

    def _likeness(self) -> Table:
        rows: list[list[Json]] = []
        for name, (total, count, original, answer) in self._quality.items():
            mean = round(total / count, 4) if count else None
            per = [round(number / count, 2) for number in (original, answer)] if count else []
            counted = [_COUNTED[name], *per] if name in _COUNTED and per else ["", None, None]
            rows.append([name.removeprefix("quality."), mean, count, *counted])
        return Table(
            "quality",
            "Quality of the answers that pass",
            ("metric", "mean", "answers", "counted", "original", "answer"),
            rows,
            "Means of the answers that pass alone; the metrics quality.* count the others as 0. "
            "Two runs that pass different samples cannot be compared by this table.",
        )


def _published() -> Table:
    rows: list[list[Json]] = []
    for one in _REEXECUTABLE:
        low = round(one.overall / 100, 6)
        high = low if one.to is None else round(one.to / 100, 6)
        rows.append(["published.reexecutable", one.whose, low, high, "", "", one.source])
        for opt, level in zip(dataset.OPTS, one.levels, strict=False):
            share = round(level / 100, 6)
            rows.append(["published.reexecutable", one.whose, share, share, "opt", opt, one.source])
    return Table(
        "published_figures",
        "Published figures on this data",
        ("metric", "whose", "from", "to", "group", "value", "source"),
        rows,
        "Re-executability as the authors report it, with their own compilers and prompts.",
    )
