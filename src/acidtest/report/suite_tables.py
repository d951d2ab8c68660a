"""A suite's own tables as HTML; long tables with names in the first columns become trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from acidtest.analysis.sections import Section
from acidtest.core.records import Json
from acidtest.core.text import shown

_ROWS = 100
_DRAWN = ("distributions",)


def suite_tables(section: Section) -> str:
    """Every table of every system, initially collapsed."""
    parts = []
    for run in section.systems:
        for name, table in run.tables.items():
            if name in _DRAWN or not table["rows"]:
                continue
            whose = f": {run.label}" if len(section.systems) > 1 else ""
            note = f'<p class="muted">{shown(table["note"])}</p>' if table.get("note") else ""
            known_as = f"{section.key}, {table['title']}: {run.label}"
            parts.append(
                f"<details><summary>{shown(table['title'])}{shown(whose)}</summary>"
                f"{_table(table, known_as)}{note}</details>"
            )
    if not parts:
        return ""
    return f"<details><summary><h4>Suite tables</h4></summary>{''.join(parts)}</details>"


def _table(table: Mapping[str, Json], name: str) -> str:
    """`name` is the table's unique label, for screen readers that navigate by region."""
    columns = table["columns"]
    # A plug-in's rows may have different lengths.
    rows = [[*row, *[None] * len(columns)][: len(columns)] for row in table["rows"]]
    if len(rows) > _ROWS // 4 and len(columns) > 2 and _totalled(rows):
        return f'<div class="tree">{_tree(columns, rows, name)}</div>'
    return _flat(columns, rows, name)


def _totalled(rows: Sequence[Sequence[Json]]) -> bool:
    """Whether some rows are totals of others: a name, an empty cell, then numbers."""
    return any(isinstance(row[0], str) and row[1] == "" for row in rows)


def _tree(columns: Sequence[str], rows: Sequence[Sequence[Json]], path: str) -> str:
    parts: dict[str, list[Sequence[Json]]] = {}
    for row in rows:
        parts.setdefault(str(row[0]), []).append(row[1:])
    made = []
    for name, members in parts.items():
        totals = [row for row in members if row[0] == ""]
        rest = [row for row in members if row[0] != ""]
        summary = ""
        if totals:
            pairs = zip(columns[1:], totals[0], strict=True)
            summary = ", ".join(
                f"{column} {_cell(v)}" for column, v in pairs if v not in ("", None)
            )
        if not rest:
            inner = ""
        elif _totalled(rest):
            inner = _tree(columns[1:], rest, f"{path}, {name}")
        else:
            inner = _flat(columns[1:], rest, f"{path}, {name}")
        label = f'{shown(name)} <span class="muted">{shown(summary)}</span>'
        made.append(f"<details><summary>{label}</summary>{inner}</details>")
    return "".join(made)


def _flat(columns: Sequence[str], rows: Sequence[Sequence[Json]], name: str) -> str:
    numeric = [
        all(isinstance(row[i], int | float | None) for row in rows) for i in range(len(columns))
    ]
    kinds = [' class="number"' if number else "" for number in numeric]
    heads = "".join(
        f'<th scope="col"{kind}>{shown(column)}</th>'
        for column, kind in zip(columns, kinds, strict=True)
    )
    lines = [
        "<tr>"
        + "".join(f"<td{k}>{shown(_cell(v))}</td>" for v, k in zip(row, kinds, strict=True))
        + "</tr>"
        for row in rows[:_ROWS]
    ]
    left = f"… and {len(rows) - _ROWS} more rows; `acidtest show RUN --tables` shows all"
    more = f'<p class="muted">{left}</p>'
    return (
        f'<div class="scroll" role="region" aria-label="{shown(name)}">'
        f"<table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>" + (more if len(rows) > _ROWS else "")
    )


def _cell(value: Json) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
