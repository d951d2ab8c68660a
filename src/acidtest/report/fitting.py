"""Tables that fit the terminal: a wide one is continued below instead of being cut off."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

_ROOMY = 120
_ENDLESS = 10_000


class FittingTable(Table):
    """A table whose columns go on in a second table, with the first column again, if need be.

    Columns named in `roomy` are left out on a terminal of less than 120 columns.
    """

    def __init__(self, title: str = "", roomy: Iterable[str] = ()) -> None:
        super().__init__(box=box.SIMPLE_HEAD)
        self._heading = title
        self.roomy = frozenset(roomy)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = [
            column
            for column in self.columns
            if options.max_width >= _ROOMY or column.header not in self.roomy
        ]
        if self._heading:  # a table's own title is no wider than the table
            yield Text.from_markup(self._heading, style="table.title")
        for part in self._parts(columns, console, options):
            yield from Table.__rich_console__(part, console, options)

    def _parts(
        self, columns: Sequence[Column], console: Console, options: ConsoleOptions
    ) -> Iterable[Table]:
        """The columns in as few tables as they fit into."""
        first, *others = columns or [Column()]
        taken = [first]
        for column in others:
            wider = self._with([*taken, column])
            needed = Measurement.get(console, options.update(max_width=_ENDLESS), wider).minimum
            fits = needed <= options.max_width
            if not fits and len(taken) > 1:
                yield self._with(taken)
                taken = [first]
            taken.append(column)
        yield self._with(taken)

    def _with(self, columns: Sequence[Column]) -> Table:
        part = Table(box=self.box)
        part.rows = self.rows
        for place, column in enumerate(columns):
            own = copy.copy(column)
            own._index = place
            if column.no_wrap:
                own.min_width = _width(column)
            part.columns.append(own)
        return part


def _width(column: Column) -> int:
    """The widest line of a column."""
    cells = [
        Text.from_markup(cell) for cell in (column.header, *column.cells) if isinstance(cell, str)
    ]
    return max((line.cell_len for cell in cells for line in cell.split()), default=0)
