"""What a report file holds of its samples: as much as keeps it small enough to send around."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence

from acidtest.engine.progress import Progress
from acidtest.model import Json
from acidtest.report import samples
from acidtest.report.compared import compare_pair, pairs
from acidtest.report.sections import Section
from acidtest.suites import Metric

TELLING = 300
"""Samples whose texts a file holds, unless they are too long."""

_WHOLE = 2_200_000
_ROWS = 1_700_000
"""How long packed data may be, with texts and without; the page around it is part of the 3 MB."""


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
    """All rows with their scores, and the texts of the most telling samples; packed.

    Where that is too much, scores get fewer digits, then the metrics stay that there is room for,
    headline ones first, and texts are of fewer samples. The page says what it leaves out.
    """
    asked = {section.key: samples.telling(section, TELLING) for section in sections}
    found = {}
    with progress.stage("reading samples", len(sections)) as step:
        for section in sections:
            found[section.key] = samples.texts(section, asked[section.key])
            step()
    with progress.stage("comparing runs", sum(len(pairs(s)) for s in sections)) as step:
        data = [{**described(s), "compared": _compared(s, step)} for s in sections]
    chosen = {section.key: section.by_sample for section in sections}
    for digits in (4, 3):
        for section, told in zip(sections, data, strict=True):
            told |= samples.rows(section, section.by_sample, digits)
        if len(_packed(data)) <= _ROWS:
            break
    else:
        chosen = _drop(sections, data)
    most = TELLING
    while True:
        for section, told in zip(sections, data, strict=True):
            ids = asked[section.key][:most]
            told["texts"] = {identity: found[section.key][identity] for identity in ids}
            told["told"] = _told(section, len(ids), chosen[section.key])
        packed = _packed(data)
        if len(packed) <= _WHOLE or most == 0:
            return packed
        most //= 2


def _drop(sections: Sequence[Section], data: Sequence[dict[str, Json]]) -> dict[str, list[Metric]]:
    """Take columns out of `data` until it fits; returns which metrics stay in each section."""
    columns = [told.pop("scores") for told in data]
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
    for section, told, own, mine in zip(sections, data, columns, kept, strict=True):
        told["scores"] = [[run[m] for m in sorted(mine)] for run in own]
        chosen[section.key] = [section.by_sample[m] for m in sorted(mine)]
        told["metrics"] = _metrics(chosen[section.key])
    return chosen


def _compared(section: Section, step: Callable[[], None]) -> Mapping[str, Json]:
    found = {}
    for a, b in pairs(section):
        found[f"{a},{b}"] = compare_pair(section.runs[a], section.runs[b], section.headline)
        step()
    return found


def _packed(data: Sequence[Mapping[str, Json]]) -> str:
    text = json.dumps({"sections": data}, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode())).decode()


def _told(section: Section, texts: int, metrics: Sequence[Metric]) -> str:
    parts = []
    if texts < len(section.ids):
        parts.append(
            f"Texts are here for the {texts} most telling samples: errors, then where systems "
            "differ, then failures."
        )
    if left := len(section.by_sample) - len(metrics):
        parts.append(f"To keep this file small, {left} of the metrics by sample are left out.")
    return " ".join([*parts, "`acidtest serve` shows all."]) if parts else ""
