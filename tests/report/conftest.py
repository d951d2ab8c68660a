"""Real runs to report on, and a browser to look with."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.analysis.sections import make_sections
from acidtest.core.records import Answer, Question, Sample, Score
from acidtest.core.registry import find_suite
from acidtest.core.systems import CallableSystem
from acidtest.engine.summarise import plain_figures
from acidtest.report.html import report_html
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import ReportServer, make_server
from acidtest.store import read_summary, write_json, write_scores
from acidtest.suites.c_decompile.dataset import CORPUS

from .looking import RUNS, SIZES

TASKS = ("drop_between", "ink_cost")
HOSTILE = (
    "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'>\n"
    "</pre></script><svg onload=window.pwned=3>\n"
    "int \u202e\u2066func0\u2069(void) { return 0; } /* \x1b[31mred\x1b[0m \x00 \u200b */\n"
    "{{data}} ${x} \ud800 end"
)
HOSTILE_NAME = "<b onclick='window.pwned=4'>\u202ebad\x1b[1m</b>"


class Reversed(CallableSystem):
    """Answers half of the samples rightly, the others with hostile text."""

    def answer(self, question: Question) -> Answer:
        """By the sample's own truth."""
        right = question.sample.id.endswith(("O0", "O1"))
        text = question.sample.truth.function if right else HOSTILE
        return Answer(question.sample.id, text, question.attempt, time_s=0.5, cost_usd=0.01)


@pytest.fixture(scope="session")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two of the shipped tasks: eight samples."""
    folder = tmp_path_factory.mktemp("tasks")
    for name in TASKS:
        shutil.copy(CORPUS / f"{name}.c", folder)
    return folder


@pytest.fixture(scope="session")
def runs(tasks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three finished runs: `good` (a system), `half` (hostile), `stub` (a control)."""
    root = tmp_path_factory.mktemp("runs")
    references = {s.id: s.truth.function for s in find_suite("c-decompile").read([tasks]).samples}
    answers = [
        {"id": i, "answer": text, "time_s": 1.5, "cost_usd": 0.02} for i, text in references.items()
    ]
    path = root.parent / "good.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in answers))
    acidtest.score("c-decompile", path, data=[tasks], out=root / "good")
    half = Reversed(lambda text: "", name=HOSTILE_NAME, identity={"test": 1})
    acidtest.evaluate(
        "c-decompile", half, data=[tasks], out=root / "deep" / "half", controls="none"
    )
    acidtest.evaluate("c-decompile", "stub", data=[tasks], out=root / "stub", controls="none")
    return root


def rescored(
    folder: Path, scores: Sequence[Score], samples: Mapping[str, Sample], names: Sequence[str]
) -> None:
    """Give a run of c-decompile other scores, and its summary the figures of them."""
    write_scores(folder / "scores.sqlite", scores, samples, names)
    summary = read_summary(folder)
    for name, value in plain_figures(scores, find_suite("c-decompile").metrics).items():
        known = sum(score.metrics.get(name) is not None for score in scores)
        summary["metrics"][name] |= {"value": value, "n": known}
    counts = {"n": len(samples), "asked": len(scores), "scored": len(scores)}
    write_json(folder / "summary.json", {**summary, **counts})


def served(root: Path) -> Iterator[ReportServer]:
    """The site over a folder of runs, on a port of its own."""
    with make_server(RunsFolder(root), "127.0.0.1", 0) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def server(runs: Path) -> Iterator[ReportServer]:
    """The site over those runs."""
    yield from served(runs)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        # Without its own sandbox, since root has none; the pages are ours.
        opened = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def report(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a report on disk."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report_html(make_sections([runs / name for name in RUNS])), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def address(page: Any, request: pytest.FixtureRequest) -> str:
    """The same report from both places: a file for the phone, a server for the desktop."""
    if page.size == "phone":
        return str(request.getfixturevalue("report"))
    server: ReportServer = request.getfixturevalue("server")
    return server.address + "report?run=good&run=deep%2Fhalf&run=stub"


@pytest.fixture(scope="session")
def tab(browser: Any) -> Any:
    """One tab for all tests: a page in a new one costs the processor four times as much."""
    tab = browser.new_context().new_page()
    tab.set_default_timeout(20_000)
    return tab


@pytest.fixture(params=list(SIZES))
def page(request: pytest.FixtureRequest, tab: Any) -> Iterator[Any]:
    """A tab as if it were new; a script error or a broken policy fails the test."""
    width, height = SIZES[request.param]
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme="light")
    problems: list[str] = []

    def note_error(error: Any) -> None:
        problems.append(str(error))

    def note_message(message: Any) -> None:
        if message.type == "error":
            problems.append(message.text)

    listeners = {"pageerror": note_error, "console": note_message}
    for event, listener in listeners.items():
        tab.on(event, listener)
    tab.size = request.param
    yield tab
    hurt = tab.evaluate("window.pwned")
    needed, given = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    tab.evaluate("localStorage.clear()")
    tab.context.clear_cookies()
    tab.unroute_all()
    tab.goto("about:blank")
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)
    assert problems == []
    assert hurt is None
    assert needed <= given, "the page must not scroll sideways"
