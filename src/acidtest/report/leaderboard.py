"""`acidtest site`: a static leaderboard of many runs, for any web server.

index.html           a board for each suite, every result with its signature
suites/SUITE.html    the report on the runs of a board
results.json         everything on the boards (site.schema.json)
submit.html          how to submit a result
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.analysis.boards import Board, make_board, ranked
from acidtest.analysis.sections import make_sections
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric
from acidtest.core.paths import check_folder
from acidtest.core.progress import Progress
from acidtest.core.records import Json
from acidtest.core.redact import redacted
from acidtest.core.text import counted, shown
from acidtest.core.version import __version__
from acidtest.report.board import scored_of
from acidtest.report.front import against_html, boards_html, findings
from acidtest.report.html import LEGEND, fill, report_html
from acidtest.report.runs_folder import RunsFolder
from acidtest.store import Run, file_sums, problems

FORMAT = 1
RESULTS = "results.json"
_SUITES = "suites"


@dataclass(frozen=True)
class Written:
    """What was written: the number of runs and boards, and the runs refused, with the reason."""

    runs: int
    boards: int
    refused: Mapping[str, str]


def write_site(root: Path, to: Path, progress: Progress) -> Written:
    """Write the site about all finished runs in a folder.

    A run with a wrong or missing checksum is refused: its figures would be anybody's.
    """
    folder = RunsFolder(root)
    finished = {name: path for name, (path, _) in folder.finished().items()}
    if not finished:
        raise InputError(f"{root}: has no finished runs; `acidtest run --out {root}/…` makes one")
    refused: dict[str, str] = {}
    with progress.stage("checking runs", len(finished)) as step:
        for name, path in finished.items():
            if wrong := problems(path):
                refused[name] = wrong[0]
            step()
    good = [path for name, path in finished.items() if name not in refused]
    if not good:
        raise InputError(f"{root}: no run is intact: {'; '.join(refused.values())}")
    _empty(to)
    sections = make_sections(good)
    boards = [make_board(section) for section in sections]
    pages = _addresses(boards)
    (to / _SUITES).mkdir(parents=True)
    for section in sections:
        text = report_html([section], progress, home="../index.html")
        _write(to / pages[section.key], text)
    _write(to / RESULTS, json.dumps(_results(boards, pages, folder)) + "\n")
    _write(to / "submit.html", _submit(boards))
    _write(to / "index.html", _index(boards, pages, folder))
    return Written(len(good), len(boards), refused)


def _empty(to: Path) -> None:
    """Remove the site that was here before; a folder with anything else is refused."""
    check_folder(to, "--to")
    if any(to.iterdir()) and not (to / RESULTS).is_file():
        raise InputError(f"--to {to}: expected a new folder or an earlier site, got other files")
    if (to / _SUITES).is_dir() and not (to / _SUITES).is_symlink():
        shutil.rmtree(to / _SUITES)


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "backslashreplace"))


def _addresses(boards: Sequence[Board]) -> dict[str, str]:
    """The page of each board, by the key of its section."""
    keys = [board.section.key for board in boards]
    names = {key: re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-") for key in keys}
    if len(set(names.values())) < len(names):
        names = {key: f"{name}-{place}" for place, (key, name) in enumerate(names.items())}
    return {key: f"{_SUITES}/{name}.html" for key, name in names.items()}


def _results(boards: Sequence[Board], pages: Mapping[str, str], folder: RunsFolder) -> Json:
    """Everything that the boards show, in the form of site.schema.json."""
    return redacted(
        {
            "format": FORMAT,
            "acidtest": __version__,
            "boards": [
                {
                    "suite": board.section.suite.name,
                    "data": board.section.data,
                    "signature": board.section.signature,
                    "page": pages[board.section.key],
                    "lead": _metric(board.lead),
                    "published": _metric(board.published) if board.published else None,
                    "results": [_result(board, run, folder) for run in ranked(board.section)],
                }
                for board in boards
            ],
        }
    )


def _metric(metric: Metric) -> dict[str, Json]:
    return {
        "name": metric.name,
        "unit": metric.unit,
        "better": metric.better,
        "description": metric.words,
    }


def _result(board: Board, run: Run, folder: RunsFolder) -> dict[str, Json]:
    ranks = {id(one.run): one.rank for one in board.systems}
    return {
        "system": run.label,
        "control": run.control,
        "rank": ranks.get(id(run)),
        "run": folder.name_of(run.folder),
        "files": file_sums(run.folder),
        "summary": dict(run.summary),
    }


def _index(boards: Sequence[Board], pages: Mapping[str, str], folder: RunsFolder) -> str:
    runs = sum(len(board.section.runs) for board in boards)
    return _page(
        "acidtest leaderboard",
        f"{counted(runs, 'run')} on {counted(len(boards), 'board')}. Answers were compiled, run "
        "and replayed, not only compared.",
        '<a href="submit.html">Submit a result</a><a href="results.json">All results as JSON</a>',
        [
            findings(boards),
            boards_html(boards, lambda key: pages[key]),
            LEGEND,
            against_html(boards),
            "<h2>Results and their signatures</h2>"
            '<p class="muted">Figures with the same signature were made in the same way and can '
            "be compared. The checksum is that of the run's summary.json, which holds those of its "
            "other files.</p>",
            *(_signatures(board, pages, folder) for board in boards),
        ],
    )


def _signatures(board: Board, pages: Mapping[str, str], folder: RunsFolder) -> str:
    """The runs of a board with what makes them comparable and what makes them checkable."""
    section = board.section
    key = shown(section.key)
    lines = [
        f'<tr><th scope="row">{shown(run.label)}</th>'
        f'<td class="number" data-name="scored / asked">{scored_of(run)}</td>'
        f'<td data-name="question form">{shown(run.summary["question_form"])}</td>'
        f'<td data-name="run">{shown(folder.name_of(run.folder))}</td>'
        f'<td class="signature" data-name="SHA-256">{file_sums(run.folder)["summary.json"]}</td>'
        "</tr>"
        for run in ranked(section)
    ]
    heads = "".join(
        f'<th scope="col">{head}</th>'
        for head in ("system", "scored / asked", "question form", "run", "SHA-256")
    )
    return (
        f"<details><summary><h3>{shown(section.suite.name)}: {shown(section.data)}</h3> "
        f'<span class="muted">{counted(len(lines), "run")}</span></summary>'
        f'<p class="signature">{shown(section.signature)}</p>'
        f'<p><a href="{shown(pages[section.key])}">All metrics, charts and samples</a></p>'
        f'<div class="scroll" role="region" aria-label="Results of {key}">'
        f'<table class="board cards"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div></details>"
    )


def _submit(boards: Sequence[Board]) -> str:
    lines = "".join(
        f'<tr><th scope="row">{shown(board.section.suite.name)}</th>'
        f'<td data-name="data">{shown(board.section.data)}</td>'
        f'<td class="signature" data-name="signature">{shown(board.section.signature)}</td></tr>'
        for board in boards
    )
    return _page(
        "Submit a result",
        "A result is a run folder. Nobody has to trust it: acidtest judges its answers again.",
        '<a href="index.html">All boards</a>',
        [
            _STEPS,
            "<h2>Signatures of the boards</h2>"
            '<p class="muted">The signature of your run must be one of these to be ranked on its '
            "board; with another suite version, data or compiler it gets a board of its own.</p>"
            '<div class="scroll" role="region" aria-label="Signatures">'
            '<table class="board cards"><thead><tr><th scope="col">suite</th>'
            '<th scope="col">data</th><th scope="col">signature</th></tr></thead>'
            f"<tbody>{lines}</tbody></table></div>",
        ],
    )


_STEPS = """<h2>What to do</h2>
<ol>
<li>Make a run, with all samples unless the board says otherwise:
<pre tabindex="0">acidtest run SUITE --system SYSTEM --out my-run</pre>
or score answers that you have:
<pre tabindex="0">acidtest score SUITE --answers mine.jsonl --out my-run</pre></li>
<li>Check it:
<pre tabindex="0">acidtest verify my-run</pre></li>
<li>Send the folder <code>my-run</code> as it is to the people who keep this page: manifest.json,
answers.jsonl, scores.sqlite, tables.json and summary.json. Every file has its checksum; a folder
that was edited is refused.</li>
</ol>
<h2>What happens then</h2>
<ol>
<li>Answers are judged again and the scores compared; 1000 is how many:
<pre tabindex="0">acidtest verify my-run --rejudge 1000</pre></li>
<li>The run is put beside the others and the page is written again:
<pre tabindex="0">acidtest site runs --to public</pre></li>
</ol>"""


def _page(title: str, lead: str, nav: str, body: Sequence[str]) -> str:
    return fill(
        title=title,
        lead=shown(lead),
        nav=nav,
        body="\n".join(part for part in body if part),
        foot=f"acidtest {shown(__version__)}",
        data="{}",
        scripts=("common.js", "standings.js", "static.js"),
    )
