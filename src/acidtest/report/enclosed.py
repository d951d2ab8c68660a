"""The samples in a report file: as many as keep the file small enough to send around."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence

from acidtest.analysis import samples
from acidtest.analysis.pairs import compare_pair, pairs
from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.progress import Progress
from acidtest.core.records import Json
from acidtest.core.redact import redacted, touches

TELLING = 300
"""Number of samples whose texts are in the file, unless they are too long."""
_ANSWERS = 30_000
"""Answers whose texts are read for that: many attempts at a sample make it fewer samples."""

_WHOLE = 2_200_000
_ROWS = 1_700_000
"""Maximum length of packed data, with and without texts; with the page it must fit in 3 MB."""


def described(section: Section) -> dict[str, Json]:
    """What the script needs to know about a section."""
    return {
        "key": section.key,
        "groups": [{"name": name, "values": values} for name, values in section.groups.items()],
        "metrics": _metrics(section.by_sample),
        "units": {metric.name: metric.unit for metric in section.by_sample},
        "runs": [{"label": run.label, "control": run.control} for run in section.runs],
        "systems": [section.runs.index(run) for run in section.systems],
        "rivals": [section.runs.index(run) for run in section.rivals],
        "pairs": [f"{a},{b}" for a, b in pairs(section)],
    }


def _metrics(metrics: Sequence[Metric]) -> list[dict[str, Json]]:
    return [
        {"name": m.name, "unit": m.unit, "better": m.better, "headline": m.headline}
        for m in metrics
    ]


def enclosed(sections: Sequence[Section], progress: Progress) -> str:
    """All rows with their scores, and the texts of the most informative samples; packed.

    If that is too much, scores get fewer digits; then metrics are dropped, headline ones last, and
    fewer samples have texts. The page says what it leaves out.
    """
    asked = {section.key: samples.telling(section, with_texts(section)) for section in sections}
    texts = {}
    with progress.stage("reading samples", len(sections)) as step:
        for section in sections:
            texts[section.key] = samples.texts(section, asked[section.key])
            step()
    with progress.stage("comparing runs", sum(len(pairs(s)) for s in sections)) as step:
        data = [{**described(s), "compared": _compared(s, step)} for s in sections]
    chosen = {section.key: section.by_sample for section in sections}
    for digits in (4, 3):
        for section, page in zip(sections, data, strict=True):
            page |= samples.rows(section, section.by_sample, digits)
        if len(_packed(data)) <= _ROWS:
            break
    else:
        chosen = _drop(sections, data)
    most = TELLING
    while True:
        for section, page in zip(sections, data, strict=True):
            ids = asked[section.key][:most]
            page["texts"] = {identity: texts[section.key][identity] for identity in ids}
            page["told"] = _left_out(section, len(ids), chosen[section.key])
        packed = _packed(data)
        if len(packed) <= _WHOLE or most == 0:
            return packed
        most //= 2


def with_texts(section: Section) -> int:
    """How many samples of a section may have texts."""
    each = sum(run.asked / max(1, run.n) for run in section.runs)
    return min(TELLING, max(1, int(_ANSWERS / max(1, each))))


def _drop(sections: Sequence[Section], data: Sequence[dict[str, Json]]) -> dict[str, list[Metric]]:
    """Remove columns from `data` until it fits; returns the metrics left in each section."""
    columns = [page.pop("scores") for page in data]
    room = _ROWS - len(_packed(data))
    places = [(i, m) for i, section in enumerate(sections) for m in range(len(section.by_sample))]
    kept: list[list[int]] = [[] for _ in sections]
    # The first of each section, then headlines, then the rest.
    for i, m in sorted(
        places, key=lambda at: (at[1] > 0, not sections[at[0]].by_sample[at[1]].headline)
    ):
        room -= len(_packed([{"x": [run[m] for run in columns[i]]}]))
        if room > 0 or m == 0:
            kept[i].append(m)
    chosen = {}
    for section, page, own, mine in zip(sections, data, columns, kept, strict=True):
        page["scores"] = [[run[m] for m in sorted(mine)] for run in own]
        chosen[section.key] = [section.by_sample[m] for m in sorted(mine)]
        page["metrics"] = _metrics(chosen[section.key])
    return chosen


def _compared(section: Section, step: Callable[[], None]) -> Mapping[str, Json]:
    compared = {}
    every = pairs(section)
    for a, b in every:
        one, other = section.runs[a], section.runs[b]
        compared[f"{a},{b}"] = compare_pair(one, other, section.headline, len(every))
        step()
    return compared


def _packed(data: Sequence[Mapping[str, Json]]) -> str:
    text = json.dumps({"sections": data}, separators=(",", ":"))
    if touches(text):
        text = json.dumps({"sections": redacted(data)}, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode())).decode()


def _left_out(section: Section, texts: int, metrics: Sequence[Metric]) -> str:
    parts = []
    if texts < len(section.ids):
        parts.append(
            f"This file has texts for the {texts} most informative samples: errors first, then "
            "samples where systems differ, then failures."
        )
    if left := len(section.by_sample) - len(metrics):
        parts.append(f"To keep this file small, {left} of the per-sample metrics are left out.")
    return " ".join([*parts, "`acidtest serve` shows everything."]) if parts else ""
