"""`report.html`: one file with all its data that opens from disk without a network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files

from acidtest.analysis.boards import make_board
from acidtest.analysis.sections import Section
from acidtest.core.progress import Progress, Silent
from acidtest.core.records import Json
from acidtest.core.redact import redact
from acidtest.core.text import counted, shown
from acidtest.core.version import __version__
from acidtest.report.board import board, overview
from acidtest.report.causes import causes_table
from acidtest.report.enclosed import enclosed
from acidtest.report.figures import selection
from acidtest.report.front import against_html, boards_html, findings
from acidtest.report.pictures import pictures
from acidtest.report.suite_tables import suite_tables
from acidtest.report.svg import SERIES

LEGEND = (
    '<p class="muted">Bars are figures with their 95 % intervals. A control is a system whose '
    "result is known in advance: the oracle must get everything, silence and cheats nothing. "
    "Systems with overlapping intervals may be equally good: see “Is B better than A?” in the "
    "details.</p>"
)
"""How to read the boards."""

_FITS = 430
_WIDE = ' class="wide" tabindex="0"'
_OPEN = ("Rates by group", "What the suite counts", "Cost against quality")


def report_html(
    sections: Sequence[Section], progress: Progress | None = None, *, home: str = ""
) -> str:
    """The whole file; `home` is the address of the page that it is part of, if there is one."""
    return page(sections, {"packed": enclosed(sections, progress or Silent())}, home=home)


def page(
    sections: Sequence[Section],
    data: Json,
    *,
    connect: bool = False,
    note: str = "",
    home: str = "",
) -> str:
    """The page around `data`; with `connect`, its script may send requests to its server."""
    runs = sum(len(section.runs) for section in sections)
    suites = len({section.suite.name for section in sections})
    lead = f"{counted(runs, 'run')} of {counted(suites, 'suite')}.{note}"
    boards = [make_board(section) for section in sections]
    nav = f'<a href="{shown(home)}">All boards</a>' if home else ""
    if len(sections) > 1:
        nav += "".join(
            f'<a class="roomy" href="#{shown(s.key)}">{shown(s.key)}</a>' for s in sections
        )
    return fill(
        title="acidtest report",
        lead=shown(lead),
        nav=nav,
        body="\n".join(
            [
                findings(boards),
                boards_html(boards),
                LEGEND,
                against_html(boards),
                "<h2>Details</h2>",
                _all_suites(sections),
                *(_section(section) for section in sections),
            ]
        ),
        foot=f"acidtest {shown(__version__)}. The same command on the same runs writes the same "
        "page. Keys: / to search, j and k for next and previous sample, Escape to close.",
        # Inside a script element only `<` could end it.
        data=json.dumps(data).replace("<", "\\u003c"),
        connect=connect,
    )


_SCRIPTS = (
    "common.js",
    "standings.js",
    "differences.js",
    "sources.js",
    "samples.js",
    "opened.js",
    "page.js",
)


def fill(*, connect: bool = False, scripts: Sequence[str] = _SCRIPTS, **parts: str) -> str:
    """The page template with its parts; the policy only allows its own script and style."""
    folder = files("acidtest.report") / "page"
    style = (folder / "page.css").read_text(encoding="utf-8")
    code = "\n".join((folder / name).read_text(encoding="utf-8") for name in scripts)
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'" + ("; connect-src 'self'" if connect else "")
    )
    text = (folder / "page.html").read_text(encoding="utf-8")
    own = {"policy": policy, "style": style, "script": code}
    pieces = {**own, **{name: redact(part) for name, part in parts.items()}}
    whole = []
    for piece in text.split("{{"):
        name, mark, rest = piece.partition("}}")
        whole.append(pieces[name] + rest if mark else piece)
    return "".join(whole)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _all_suites(sections: Sequence[Section]) -> str:
    table = overview(sections)
    return f"<details><summary><h3>All suites in one table</h3></summary>{table}</details>" * bool(
        table
    )


def _section(section: Section) -> str:
    key = shown(section.key)
    suite = section.suite
    forms = sorted({str(run.summary["question_form"]) for run in section.runs})
    what = f"all metrics, comparison, charts, tables, {counted(len(section.ids), 'sample')}"
    parts = [
        f'<details class="suite"><summary><h3 id="title-{key}">{shown(suite.name)}: '
        f'{shown(section.data)}</h3> <span class="muted">{what}</span></summary>',
        f'<section id="{key}" aria-labelledby="title-{key}">',
        f'<p class="muted">{shown(suite.description)}; '
        f"{shown(selection(section) or counted(len(section.ids), 'sample'))}</p>",
        board(section),
        f'<p class="muted signature">signature {shown(section.signature)}; '
        f"question form {shown(', '.join(forms))}</p>",
    ]
    parts.append(causes_table(section))
    if len(section.runs) > 1:
        parts.append(f'<h4>Is B better than A?</h4><div id="compare-{key}"></div>')
    if len(section.systems) > SERIES:
        notice = (
            f"Pictures show the first {SERIES} of {len(section.systems)} systems; costs show all."
        )
        parts.append(f'<p class="notice">{notice}</p>')
    for heading, drawn in pictures(section):
        opened = " open" if heading in _OPEN else ""
        figures = "".join(
            f"<figure{_WIDE if p.drawing.width > _FITS else ''}>"
            f"<figcaption>{shown(p.title)}</figcaption>{p.drawing.svg()}</figure>"
            for p in drawn
        )
        parts.append(
            f"<details{opened}><summary><h4>{shown(heading)}</h4></summary>"
            f'<div class="pictures">{figures}</div></details>'
        )
    parts.append(suite_tables(section))
    if problems := section.table_problems:
        notice = f"{counted(len(problems), 'row')} of suite tables cannot be read: {problems[0]}"
        parts.append(f'<p class="notice">{shown(notice)}</p>')
    parts.append(f'<h4>Samples</h4><div id="samples-{key}"></div></section></details>')
    return "\n".join(part for part in parts if part)
