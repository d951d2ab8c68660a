"""`report.html`: one file that holds its runs, opens from disk and needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from importlib.resources import files

from acidtest._version import __version__
from acidtest.model import Json
from acidtest.report import samples
from acidtest.report.board import board, overview
from acidtest.report.compared import compare_pair, pairs
from acidtest.report.pictures import pictures
from acidtest.report.sections import Section
from acidtest.report.suite_tables import suite_tables
from acidtest.report.text import shown

TELLING = 300
"""Samples whose texts a file holds, unless they are too long."""

_PACKED = 2_200_000
_FITS = 430
_WIDE = ' class="wide" tabindex="0"'
_OPEN = ("Rates by group", "What the suite counts", "Cost against quality")


def report_html(sections: Sequence[Section]) -> str:
    """The whole file."""
    asked = {section.key: samples.telling(section, TELLING) for section in sections}
    found = {section.key: samples.texts(section, asked[section.key]) for section in sections}
    data: dict[str, Json] = {"sections": [enclosed(section) for section in sections]}
    most = TELLING
    while True:
        for section, described in zip(sections, data["sections"], strict=True):
            ids = asked[section.key][:most]
            described["texts"] = {identity: found[section.key][identity] for identity in ids}
            described["told"] = _told(len(ids), len(section.ids))
        packed = base64.b64encode(zlib.compress(json.dumps(data).encode(), 9)).decode()
        if len(packed) <= _PACKED or most == 0:
            return page(sections, {"packed": packed})
        most //= 2


def _told(texts: int, all_of_them: int) -> str:
    if texts >= all_of_them:
        return ""
    return (
        f"Texts are here for the {texts} most telling samples: errors, then where systems differ, "
        "then failures. `acidtest serve` shows all."
    )


def described(section: Section) -> dict[str, Json]:
    """What the script needs to know about a section."""
    return {
        "key": section.key,
        "groups": [{"name": name, "values": values} for name, values in section.groups.items()],
        "metrics": [
            {"name": m.name, "unit": m.unit, "better": m.better, "headline": m.headline}
            for m in section.by_sample
        ],
        "runs": [{"label": run.label, "control": run.control} for run in section.runs],
        "systems": [section.runs.index(run) for run in section.systems],
        "rivals": [section.runs.index(run) for run in section.rivals],
        "pairs": [f"{a},{b}" for a, b in pairs(section)],
    }


def enclosed(section: Section) -> dict[str, Json]:
    """The same with all rows and comparisons."""
    return {
        **described(section),
        **samples.rows(section),
        "compared": {
            f"{a},{b}": compare_pair(section.runs[a], section.runs[b], section.headline)
            for a, b in pairs(section)
        },
    }


def page(
    sections: Sequence[Section],
    data: Json,
    *,
    connect: bool = False,
    note: str = "",
) -> str:
    """The page around `data`; with `connect` its script may ask the server it came from."""
    runs = sum(len(section.runs) for section in sections)
    suites = len({section.suite.name for section in sections})
    lead = (
        f"{_count(runs, 'run')} of {_count(suites, 'suite')}. Figures are percent with 95 % "
        "intervals unless a unit stands beside them. A control is a system whose result is known "
        "beforehand. The same command on the same runs writes the same page." + note
    )
    nav = "".join(
        f'<a href="#{shown(s.key)}">{shown(s.key)}</a>' for s in sections if len(sections) > 1
    )
    return fill(
        title="acidtest report",
        lead=shown(lead),
        nav=nav,
        body=overview(sections) + "\n".join(_section(section) for section in sections),
        foot=f"acidtest {shown(__version__)}. Keys: / searches, j and k go through samples, "
        "Escape closes one.",
        # In a script element `<` would be the one way out.
        data=json.dumps(data).replace("<", "\\u003c"),
        connect=connect,
    )


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


_SCRIPTS = ("common.js", "differences.js", "page.js")


def fill(*, connect: bool = False, scripts: Sequence[str] = _SCRIPTS, **parts: str) -> str:
    """The page's frame with its parts; the policy allows its own script and style alone."""
    folder = files("acidtest.report") / "page"
    style = (folder / "page.css").read_text(encoding="utf-8")
    code = "\n".join((folder / name).read_text(encoding="utf-8") for name in scripts)
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'" + ("; connect-src 'self'" if connect else "")
    )
    text = (folder / "page.html").read_text(encoding="utf-8")
    pieces = {"policy": policy, "style": style, "script": code, **parts}
    whole = []
    for piece in text.split("{{"):
        name, mark, rest = piece.partition("}}")
        whole.append(pieces[name] + rest if mark else piece)
    return "".join(whole)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _section(section: Section) -> str:
    key = shown(section.key)
    suite = section.suite
    forms = sorted({str(run.loaded.summary["question_form"]) for run in section.runs})
    parts = [
        f'<section id="{key}" aria-labelledby="title-{key}">',
        f'<h2 id="title-{key}">{shown(suite.name)}: {shown(section.data)}</h2>',
        f'<p class="muted">{shown(suite.description)}; {len(section.ids)} samples</p>',
        board(section),
        f'<p class="muted signature">signature {shown(section.signature)}; '
        f"question form {shown(', '.join(forms))}</p>",
    ]
    if len(section.runs) > 1:
        parts.append(f'<h3>Is B better than A?</h3><div id="compare-{key}"></div>')
    for heading, drawn in pictures(section):
        opened = " open" if heading in _OPEN else ""
        figures = "".join(
            f"<figure{_WIDE if p.drawing.width > _FITS else ''}>"
            f"<figcaption>{shown(p.title)}</figcaption>{p.drawing.svg()}</figure>"
            for p in drawn
        )
        parts.append(
            f"<details{opened}><summary><h3>{shown(heading)}</h3></summary>"
            f'<div class="pictures">{figures}</div></details>'
        )
    parts.append(suite_tables(section))
    parts.append(f'<h3>Samples</h3><div id="samples-{key}"></div></section>')
    return "\n".join(part for part in parts if part)
