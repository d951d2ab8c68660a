"""Tables on narrow terminals."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from acidtest.report.fitting import FittingTable


def printed(table: FittingTable, width: int) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    return out.getvalue().splitlines()


def example(columns: int, cell: str = "100.0 [98.0, 100.0]") -> FittingTable:
    table = FittingTable("a title", roomy=["meaning"])
    table.add_column("system", no_wrap=True)
    for nth in range(columns):
        table.add_column(f"metric{nth}", justify="right", no_wrap=True)
    table.add_column("meaning")
    for name in ("one", "two"):
        table.add_row(name, *[f"{cell}#{nth}" for nth in range(columns)], "words that may wrap")
    return table


@pytest.mark.parametrize("width", [60, 80, 100, 200])
@given(columns=st.integers(1, 12))
def test_nothing_is_cut_off_or_left_out(width: int, columns: int) -> None:
    lines = printed(example(columns), width)
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    for nth in range(columns):
        assert sum(f"[98.0, 100.0]#{nth} " in f"{line} " for line in lines) == 2


def test_each_part_names_the_rows_and_the_first_has_the_title() -> None:
    lines = printed(example(8), 80)
    parts = sum(line.strip().startswith("one") for line in lines)
    assert parts > 1
    assert sum("system" in line for line in lines) == parts
    assert sum("a title" in line for line in lines) == 1


def test_a_title_may_be_wider_than_its_table() -> None:
    table = FittingTable("4 samples, scored 4 / 4, of which none is long")
    table.add_column("n")
    table.add_row("4")
    assert printed(table, 80)[0] == "4 samples, scored 4 / 4, of which none is long"


def test_columns_that_need_room_are_left_out_without_it() -> None:
    assert not any("wrap" in line for line in printed(example(1), 119))
    assert any("wrap" in line for line in printed(example(1), 120))
