"""Pages of samples, queried with DuckDB from the runs' Parquet files."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import pyarrow.dataset as ds

from acidtest.analysis.samples import tidy
from acidtest.analysis.sections import Section
from acidtest.core.errors import InputError
from acidtest.core.records import Json

PAGE = 50
_LAST, _WORDS = 2**53, 100


def need_duckdb() -> Any:
    """The duckdb module; raises `InputError` with install instructions if it is missing."""
    try:
        return importlib.import_module("duckdb")
    except ModuleNotFoundError as error:
        raise InputError("serve needs duckdb: pip install 'acidtest[report]'") from error


def page_of(section: Section, query: Mapping[str, Json]) -> dict[str, Json]:
    """One page of rows for a query from page.js. Raises `InputError` for an invalid query."""
    duckdb = need_duckdb()
    refused = (LookupError, TypeError, ValueError, AttributeError, OverflowError, duckdb.Error)
    try:
        return _page(section, query)
    except refused as error:
        raise InputError(f"invalid query: {error!r:.300}") from error


def _page(section: Section, query: Mapping[str, Json]) -> dict[str, Json]:
    # DuckDB gets open files: it cannot read others, and no path becomes part of the SQL.
    with need_duckdb().connect(config={"enable_external_access": False}) as base:
        for place, run in enumerate(section.runs):
            base.register(f"run{place}", ds.dataset(run.folder / "scores.parquet"))
        cells = [
            (_place(run, section.runs), _place(m, section.by_sample)) for run, m in query["columns"]
        ]
        asked = _place(query["metric"], section.by_sample) if section.by_sample else None
        where, values = _where(section, query, asked)
        total = base.execute(f"{_joined(section)} SELECT count(*) FROM joined {where}", values)
        count = total.fetchone()[0]
        order = _order(section, str(query["sort"]))
        shown = [f"run{r}_metric{m}" for r, m in cells]
        groups = [f"group{i}" for i in range(len(section.groups))]
        errors = [f"run{r}_error" for r in range(len(section.runs))]
        rows = base.execute(
            f"{_joined(section)} SELECT {', '.join(['id', *groups, *shown, *errors])} FROM joined "
            f"{where} ORDER BY {order} LIMIT {PAGE} OFFSET {_start(query['from'])}",
            values,
        ).fetchall()
    first, last = 1 + len(groups), 1 + len(groups) + len(shown)
    return {
        "total": count,
        "rows": [
            {
                "id": row[0],
                "groups": [value or "" for value in row[1:first]],
                "cells": [tidy(value) for value in row[first:last]],
                "errors": list(row[last:]),
            }
            for row in rows
        ],
    }


def _place(value: Json, of: Any) -> int:
    place = int(value)
    if not 0 <= place < len(of):
        raise IndexError(place)
    return place


def _start(value: Json) -> int:
    return min(max(int(value), 0), _LAST)


def _text(value: Json) -> str:
    """Text in a form DuckDB accepts; raises `ValueError` for anything else."""
    return str(value).encode().decode()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _joined(section: Section) -> str:
    """SQL for one row per sample: groups, each run's metrics (means over attempts) and errors."""
    parts, joins = [], []
    for place, run in enumerate(section.runs):
        own = run.groups
        groups = [
            f"any_value({_quoted(f'group:{name}')}) AS group{i}"
            if name in own
            else f"NULL AS group{i}"
            for i, name in enumerate(section.groups)
        ]
        have = set(run.figures)
        metrics = [
            f"avg({_quoted(f'metric:{m.name}')}) FILTER (WHERE error IS NULL) AS metric{i}"
            if m.name in have
            else f"NULL AS metric{i}"
            for i, m in enumerate(section.by_sample)
        ]
        columns = ", ".join(["id", "min(nth) AS nth", *groups, *metrics, "max(error) AS error"])
        parts.append(
            f"one{place} AS (SELECT {columns} FROM "
            f"(SELECT *, row_number() OVER () AS nth FROM run{place}) GROUP BY id)"
        )
        joins.append(f"one{place}")
    every = " UNION ALL ".join(
        f"SELECT id, {place} AS run, nth FROM {name}" for place, name in enumerate(joins)
    )
    parts.append(f"ids AS (SELECT id, min((run, nth)) AS nth FROM ({every}) GROUP BY id)")
    groups = [
        f"coalesce({', '.join(f'{name}.group{i}' for name in joins)}) AS group{i}"
        for i in range(len(section.groups))
    ]
    metrics = [
        f"{name}.metric{i} AS run{place}_metric{i}"
        for place, name in enumerate(joins)
        for i in range(len(section.by_sample))
    ]
    errors = [f"{name}.error AS run{place}_error" for place, name in enumerate(joins)]
    sides = " ".join(f"LEFT JOIN {name} ON {name}.id = ids.id" for name in joins)
    columns = ", ".join(["ids.id AS id", "ids.nth AS nth", *groups, *metrics, *errors])
    return f"WITH {', '.join(parts)}, joined AS (SELECT {columns} FROM ids {sides})"


def _where(
    section: Section, query: Mapping[str, Json], asked: int | None
) -> tuple[str, list[Json]]:
    names = list(section.groups)
    tests: list[str] = []
    values: list[Json] = []
    for name, value in query["groups"].items():
        tests.append(f"group{names.index(name)} = ?")
        values.append(_text(value))
    text = ", ".join(["id", *(f"group{i}" for i in range(len(names)))])
    words = dict.fromkeys(_text(query["search"]).lower().split())
    if len(words) > _WORDS:
        raise ValueError(f"more than {_WORDS} search words")
    for word in words:
        tests.append(f"contains(lower(concat_ws(' ', {text})), ?)")
        values.append(word)
    show = str(query["show"])
    errors = [f"run{place}_error IS NOT NULL" for place in range(len(section.runs))]
    if show == "errors":
        tests.append(f"({' OR '.join(errors)})")
    elif asked is not None and show in ("differ", "below", "best"):
        chosen = section.rivals if show == "differ" else section.systems
        mine = [section.runs.index(run) for run in chosen]
        if show == "differ" and query.get("runs") is not None:
            one, other = query["runs"]
            mine = [_place(one, section.runs), _place(other, section.runs)]
        columns = ", ".join(f"run{place}_metric{asked}" for place in mine)
        lower = section.by_sample[asked].better == "lower"
        worst = f"{'greatest' if lower else 'least'}({columns})" if len(mine) > 1 else columns
        best = 0 if lower else 1
        tests.append(
            {
                "differ": f"greatest({columns}, NULL) <> least({columns}, NULL)",
                "below": f"{worst} <> {best}",
                "best": f"{worst} = {best}",
            }[show]
        )
    return (f"WHERE {' AND '.join(tests)}" if tests else ""), values


def _order(section: Section, sort: str) -> str:
    name, down = sort.removeprefix("-"), "DESC" if sort.startswith("-") else "ASC"
    if not name:
        return "nth"
    if name == "id":
        return f"id {down}"
    kind, *places = name.split(":")
    if kind == "group":
        group = _place(places[0], section.groups)
        values = list(section.groups.values())[group]
        order = ", ".join("'" + value.replace("'", "''") + "'" for value in values)
        return f"list_position([{order}], group{group}) {down} NULLS LAST, nth"
    run, metric = _place(places[0], section.runs), _place(places[1], section.by_sample)
    return f"run{run}_metric{metric} {down} NULLS LAST, nth"
