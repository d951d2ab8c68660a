"""Lays out the meter panels on the wallboard."""

from dataclasses import dataclass

HIGHT = 1080
WIDTH = 1920
GUTTER = 12


@dataclass
class Panel:
    name: str
    left: int
    top: int
    width: int
    hight: int


def layout(names: list[str], columns: int = 4) -> list[Panel]:
    rows = -(-len(names) // columns)
    width = (WIDTH - GUTTER * (columns + 1)) // columns
    hight = (HIGHT - GUTTER * (rows + 1)) // rows
    panels = []
    for n, name in enumerate(names):
        row, column = divmod(n, columns)
        panels.append(
            Panel(name, GUTTER + column * (width + GUTTER), GUTTER + row * (hight + GUTTER), width, hight)
        )
    return panels


def css(panel: Panel) -> str:
    return f"#{panel.name} {{ left: {panel.left}px; top: {panel.top}px; height: {panel.hight}px }}"
