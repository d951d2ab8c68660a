"""The tables of a run beyond its metrics: the funnel, and published results on the same data."""

from __future__ import annotations

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.suites.c_decompile import dataset

_DECOMPILE_EVAL = (
    "de756b26fbc3d24da9e04ee4c55695d37861a7cbfcbd0398a0dc92b5d2951ee2",
    "e5f3b759bddf1b0c2da5edd6c7c78cc5ff706a2175eca3a7270865e3c193ee54",
)
"""The published data, whole, in its two layouts. The figures apply to no other samples."""

_REEXECUTABLE: dict[str, tuple[float, ...]] = {
    "Ghidra": (20.12, 34.76, 16.46, 15.24, 14.02),
    "GPT-4o": (16.0,),
    "LLM4Decompile-End-6.7B": (45.4,),
    "LLM4Decompile-Ref-6.7B": (52.74, 74.39, 46.95, 47.56, 42.07),
    "ReF Decompile": (61.43, 85.37, 56.10, 51.83, 52.43),
    "LLM4Decompile-Ref-22B": (64.2,),
    "LLM4Decompile-9B-v2": (64.9,),
}
"""Percent as their authors give them: over all levels, and at O0 to O3 where they say."""

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
    for name, (overall, *levels) in _REEXECUTABLE.items():
        share = overall / 100
        rows.append(["published.reexecutable", name, share, share, "", ""])
        for opt, level in zip(dataset.OPTS, levels, strict=False):
            share = round(level / 100, 6)
            rows.append(["published.reexecutable", name, share, share, "opt", opt])
    return Table(
        "published_figures",
        "Published figures on this data",
        ("metric", "whose", "from", "to", "group", "value"),
        rows,
        "Re-executability as the authors report it, with their own compilers and prompts.",
    )
