"""The tables of a run beyond its metrics: the funnel, and published results on the same data."""

from __future__ import annotations

from dataclasses import dataclass

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.suites.c_decompile import dataset

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

_FUNNEL = ("compiles_with_types", "passes_with_types")


class Funnel:
    """Counts the answers that pass each stage, and recognises the published data by its hash."""

    def __init__(self) -> None:
        self._through = dict.fromkeys(_FUNNEL, 0)
        self._answers = self._compared = self._agree = 0
        self._data = dataset.DataHash()

    def add(self, sample: Sample, score: Score) -> None:
        """Count one answer."""
        self._data.add(sample)
        if score.error is not None:
            return
        self._answers += 1
        for name in _FUNNEL:
            self._through[name] += score.metrics[name] == 1
        self._compared += score.metrics["agrees"] is not None
        self._agree += score.metrics["agrees"] == 1

    def tables(self) -> list[Table]:
        """The funnel of any run; published figures too, for runs on the published data."""
        made = [self._funnel()] if self._answers else []
        if self._data.sha256() in _DECOMPILE_EVAL:
            made.append(_published())
        return made

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
