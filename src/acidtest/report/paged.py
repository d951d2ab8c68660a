"""Pages of samples: the rows that a query from page.js asks for, in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np

from acidtest.analysis.samples import tidy
from acidtest.analysis.sections import Section
from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.store.columns import Bools, Floats, Places

PAGE = 50
_LAST, _WORDS = 2**53, 100


def page_of(section: Section, query: Mapping[str, Json]) -> dict[str, Json]:
    """One page of rows for a query from page.js. Raises `InputError` for an invalid query."""
    try:
        return _page(section, query)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(f"invalid query: {error!r:.300}") from error


def _page(section: Section, query: Mapping[str, Json]) -> dict[str, Json]:
    cells = [
        (_place(run, section.runs), _place(metric, section.by_sample))
        for run, metric in query["columns"]
    ]
    order = _order(section, str(query["sort"]))
    order = order[_shown(section, query)[order]]
    start = min(max(int(query["from"]), 0), _LAST)
    groups = [section.group(name) for name in section.groups]
    columns = [_column(section, run, metric) for run, metric in cells]
    return {
        "total": len(order),
        "rows": [
            {
                "id": section.ids[place],
                "groups": [values[place] or "" for values in groups],
                "cells": [_cell(float(column[place])) for column in columns],
                "errors": [run.errors.get(section.ids[place]) for run in section.runs],
            }
            for place in order[start : start + PAGE].tolist()
        ],
    }


def _place(value: Json, of: Any) -> int:
    place = int(value)
    if not 0 <= place < len(of):
        raise IndexError(place)
    return place


def _text(value: Json) -> str:
    """Text that can be written as UTF-8; raises `ValueError` for anything else."""
    return str(value).encode().decode()


def _column(section: Section, run: int, metric: int) -> Floats:
    return section.column(section.runs[run], section.by_sample[metric])


def _cell(value: float) -> float | None:
    return None if isnan(value) else tidy(value)


def _shown(section: Section, query: Mapping[str, Json]) -> Bools:
    """Which samples the query selects."""
    shown: Bools = np.ones(len(section.ids), dtype=bool)
    groups = {name: section.group(name) for name in section.groups}
    for name, value in query["groups"].items():
        text = _text(value)
        shown &= np.array([own == text for own in groups[name]], dtype=bool)
    words = set(_text(query["search"]).lower().split())
    if len(words) > _WORDS:
        raise ValueError(f"more than {_WORDS} search words")
    if words:
        parts = zip(section.ids, *groups.values(), strict=True)
        texts = (" ".join(part for part in own if part is not None).lower() for own in parts)
        shown &= np.array([all(word in text for word in words) for text in texts], dtype=bool)
    metric = _place(query["metric"], section.by_sample) if section.by_sample else None
    show = str(query["show"])
    if show == "errors":
        failed = {identity for run in section.runs for identity in run.errors}
        shown &= np.array([identity in failed for identity in section.ids], dtype=bool)
    elif metric is not None and show in ("differ", "below", "best"):
        shown &= _by_metric(section, query, show, metric)
    return shown


def _by_metric(section: Section, query: Mapping[str, Json], show: str, metric: int) -> Bools:
    """The samples on which runs differ, or on which the worst run is or is not perfect."""
    chosen: Sequence[int] = [
        section.runs.index(run) for run in (section.rivals if show == "differ" else section.systems)
    ]
    if show == "differ" and query.get("runs") is not None:
        one, other = query["runs"]
        chosen = [_place(one, section.runs), _place(other, section.runs)]
    columns = np.array([_column(section, run, metric) for run in chosen])
    least, greatest = np.fmin.reduce(columns), np.fmax.reduce(columns)  # nan only if all are
    known: Bools = ~np.isnan(least)
    if show == "differ":
        known &= least != greatest
        return known
    lower = section.by_sample[metric].better == "lower"
    perfect = greatest == 0 if lower else least == 1
    known &= perfect if show == "best" else ~perfect
    return known


def _order(section: Section, sort: str) -> Places:
    """All samples in the order asked for; those without a value last, else as they came."""
    name, down = sort.removeprefix("-"), sort.startswith("-")
    if not name:
        return np.arange(len(section.ids))
    kind, *places = name.split(":")
    if name == "id":
        ranks = {text: rank for rank, text in enumerate(sorted(section.ids))}
        keys = np.array([ranks[text] for text in section.ids], dtype=np.float64)
    elif kind == "group":
        group = list(section.groups)[_place(places[0], section.groups)]
        ranks = {text: rank for rank, text in enumerate(section.groups[group])}
        values = section.group(group)
        keys = np.array([np.nan if v is None else ranks[v] for v in values], dtype=np.float64)
    else:
        run, metric = _place(places[0], section.runs), _place(places[1], section.by_sample)
        keys = _column(section, run, metric)
    return np.argsort(-keys if down else keys, kind="stable")
