"""A minimal SVG writer. Colours come from CSS classes, for dark and light pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from acidtest.core.text import shown

SERIES = 6
"""The number of colours for runs."""

STYLE = (
    "text{font:11px 'DejaVu Sans',Verdana,sans-serif;fill:#1d2733}"
    ".muted{fill:#55606e}.axis{stroke:#8a94a3}.grid{stroke:#e3e7ec}.line{fill:none;stroke-width:2}"
    ".heat,.f0,.d0{fill:#0b62c4}.s0{stroke:#0b62c4}.f1,.d1{fill:#b8470b}.s1{stroke:#b8470b}"
    ".f2,.d2{fill:#0d7a4f}.s2{stroke:#0d7a4f}.f3,.d3{fill:#7a3fc4}.s3{stroke:#7a3fc4}"
    ".f4,.d4{fill:#a3195b}.s4{stroke:#a3195b}.f5,.d5{fill:#6b5d00}.s5{stroke:#6b5d00}"
    ".f0,.f1,.f2,.f3,.f4,.f5{fill-opacity:.35}.band{fill:#8a94a3;fill-opacity:.12}"
    ".odd{fill-opacity:.22}.dash{stroke-dasharray:4 3}"
    ".mark{stroke:#55606e}.range{fill:#55606e;fill-opacity:.22}.published{font-weight:700}"
    ".wanted{fill:#c01c28}.target{stroke:#c01c28;stroke-dasharray:2 3}.page,.hollow{fill:#fff}"
)
"""The rules of page.css for these classes, for standalone pictures."""


def wide(text: str) -> float:
    """The approximate width of a label."""
    return 6.8 * len(text)


def short(text: str, most: int = 22) -> str:
    """A shortened label that fits; put the full text in a tooltip."""
    return text if len(text) <= most else text[: most - 1] + "…"


class Drawing:
    """A picture being drawn; `label` is its alt text."""

    def __init__(self, width: float, height: float, label: str) -> None:
        self.width, self.height, self.label = width, height, label
        self._parts: list[str] = []

    def _add(self, tag: str, kind: str, tip: str, text: str = "", **attributes: object) -> None:
        named = "".join(
            f' {name.replace("_", "-")}="{_plain(value)}"' for name, value in attributes.items()
        )
        inner = f"<title>{shown(tip)}</title>" if tip else ""
        inner += shown(text)
        self._parts.append(f'<{tag} class="{kind}"{named}>{inner}</{tag}>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str, tip: str = "") -> None:
        """A straight line."""
        self._add("line", kind, tip, x1=x1, y1=y1, x2=x2, y2=y2)

    def box(
        self, x: float, y: float, w: float, h: float, kind: str, tip: str = "", shade: float = 1
    ) -> None:
        """A filled rectangle."""
        place: dict[str, Any] = {"x": x, "y": y, "width": max(w, 0.0), "height": max(h, 0.0)}
        if shade != 1:
            place["fill_opacity"] = str(shade)
        self._add("rect", kind, tip, **place)

    def dot(self, x: float, y: float, kind: str, tip: str = "", r: float = 4) -> None:
        """A point."""
        self._add("circle", kind, tip, cx=x, cy=y, r=r)

    def text(
        self, x: float, y: float, text: str, kind: str = "", anchor: str = "start", tip: str = ""
    ) -> None:
        """A label; `anchor` is start, middle or end."""
        extra = {} if anchor == "start" else {"text_anchor": anchor}
        self._add("text", kind, tip, text, x=x, y=y, **extra)

    def slanted(self, x: float, y: float, text: str, tip: str = "") -> None:
        """A slanted label, for narrow columns."""
        turn = f"rotate(-50 {_plain(x)} {_plain(y)})"
        self._add("text", "", tip, text, x=x, y=y, transform=turn)

    def path(self, points: Sequence[tuple[float, float]], kind: str, tip: str = "") -> None:
        """A line through points."""
        way = "M" + "L".join(f"{_plain(x)} {_plain(y)}" for x, y in points)
        self._add("path", kind, tip, d=way)

    def steps(
        self, xs: Sequence[float], ys: Sequence[float], base: float, kind: str, tip: str = ""
    ) -> None:
        """A filled staircase: `ys[i]` from `xs[i]` to `xs[i + 1]`, down to `base`."""
        way = f"M{_plain(xs[0])} {_plain(base)}"
        for (_, right), y in zip(pairwise(xs), ys, strict=True):
            way += f"V{_plain(y)}H{_plain(right)}"
        self._add("path", kind, tip, d=f"{way}V{_plain(base)}Z")

    def place(self, other: Drawing, y: float) -> None:
        """Another drawing, `y` further down."""
        self._parts.append(
            f'<g transform="translate(0 {_plain(float(y))})">{"".join(other._parts)}</g>'
        )

    def svg(self, *, alone: bool = False) -> str:
        """The picture as SVG; with `alone`, including colours and a background, for a file."""
        size = f'width="{_plain(self.width)}" height="{_plain(self.height)}"'
        # A picture without a label only repeats the text next to it.
        role = (
            f'role="img" aria-label="{shown(self.label)}"' if self.label else 'aria-hidden="true"'
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {role} '
            f'viewBox="0 0 {_plain(self.width)} {_plain(self.height)}" {size}>'
        )
        ground = f'<style>{STYLE}</style><rect class="page" {size}></rect>' if alone else ""
        return head + ground + "".join(self._parts) + "</svg>"


def _plain(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else shown(value)
