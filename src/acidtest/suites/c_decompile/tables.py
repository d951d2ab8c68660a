"""What a run tells beyond its figures: the funnel, and what others published on the same data."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.model import Json, Sample, Score, Table
from acidtest.suites.c_decompile import dataset

_DECOMPILE_EVAL = (
    "de756b26fbc3d24da9e04ee4c55695d37861a7cbfcbd0398a0dc92b5d2951ee2",
    "e5f3b759bddf1b0c2da5edd6c7c78cc5ff706a2175eca3a7270865e3c193ee54",
)
"""The published data, whole, in its two layouts. On other samples the figures say nothing."""

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


def tables(samples: Sequence[Sample], scores: Sequence[Score]) -> list[Table]:
    """The funnel of any run; published figures beside runs on the published data."""
    good = [score for score in scores if score.error is None]
    made = [_funnel(good)] if good else []
    if dataset.digest(samples) in _DECOMPILE_EVAL:
        made.append(_published())
    return made


def _funnel(scores: Sequence[Score]) -> Table:
    rows: list[list[Json]] = [
        [name, sum(score.metrics.get(name) == 1 for score in scores), len(scores)]
        for name in _FUNNEL
    ]
    known = [value for score in scores if (value := score.metrics.get("agrees")) is not None]
    rows.append(["agrees (compared)", sum(value == 1 for value in known), len(known)])
    return Table(
        "funnel",
        "the funnel",
        ("stage", "come through", "of"),
        rows,
        "Answers that come through each stage, of all answers; agreement is of those that pass "
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
