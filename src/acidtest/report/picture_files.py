"""Writes every picture of a report to a file, with the signature below."""

from __future__ import annotations

import importlib
import re
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

from acidtest.analysis.sections import Section
from acidtest.core.extras import needed_by
from acidtest.core.progress import Progress, Silent
from acidtest.core.redact import redact
from acidtest.report.pictures import pictures
from acidtest.report.svg import Drawing

_SCALE = 2
_LONGEST = 120


def write_pictures(
    sections: Sequence[Section], folder: Path, kind: str, progress: Progress | None = None
) -> list[Path]:
    """Write SVG or PNG files, in a folder per section if there are several."""
    if kind == "png":
        with needed_by("report --format png", otherwise="--format svg works without it"):
            convert = importlib.import_module("vl_convert")
    written = []
    drawn = [(section, [p for _, some in pictures(section) for p in some]) for section in sections]
    total = sum(len(some) for _, some in drawn)
    with (progress or Silent()).stage("writing pictures", total) as step:
        for section, some in drawn:
            place = folder / _name(section.key) if len(sections) > 1 else folder
            place.mkdir(parents=True, exist_ok=True)
            for name, picture in zip(_distinct(p.name for p in some), some, strict=True):
                path = place / f"{name}.{kind}"
                drawing = _signed(picture.drawing, picture.title, section.signature)
                text = redact(drawing.svg(alone=True))
                if kind == "png":
                    path.write_bytes(convert.svg_to_png(text, scale=_SCALE))
                else:
                    path.write_text(text, encoding="utf-8")
                written.append(path)
                step()
    return written


def _name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._@-]+", "-", text)[:_LONGEST].strip("-.") or "picture"


def _distinct(names: Iterable[str]) -> list[str]:
    """Unique file names, also on file systems that ignore case."""
    taken: dict[str, str] = {}
    for text in names:
        name, times = _name(text), 1
        while (tried := name if times == 1 else f"{name}-{times}").lower() in taken:
            times += 1
        taken[tried.lower()] = tried
    return list(taken.values())


def _signed(drawing: Drawing, title: str, signature: str) -> Drawing:
    """The picture with its title above and its signature below, wrapped to fit."""
    room = max(int(drawing.width / 6.6), 20)
    above = textwrap.wrap(title, room) or [""]
    below = [signature[i : i + room] for i in range(0, len(signature), room)]
    head = 8 + 14.0 * len(above)
    whole = Drawing(drawing.width, head + drawing.height + 8 + 14 * len(below), drawing.label)
    for i, line in enumerate(above):
        whole.text(6, 15 + 14 * i, line)
    whole.place(drawing, head)
    for i, line in enumerate(below):
        whole.text(6, head + drawing.height + 14 + 14 * i, line, "muted")
    return whole
