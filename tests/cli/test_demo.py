"""`acidtest demo`: what it asks, and what its page says about that."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from acidtest.analysis.pairs import pairs
from acidtest.analysis.sections import make_sections
from acidtest.cli.demo import _why_few
from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import MissingPackage
from acidtest.report.figures import as_markdown
from acidtest.report.html import report_html
from acidtest.suites.sast_triage.suite import SUITE

from .conftest import Call, Done, in_process

TAKEN = (
    "12 of 118 samples (9 of 74 clusters), "
    "stratified by cwe, issue_type, package, release, severity, tool, version"
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """Of one suite, the short one: it never asks the language model."""
    out = tmp_path_factory.mktemp("demo") / "out"
    with (
        mock.patch("acidtest.cli.demo.suites_with_corpus", return_value=[SUITE]),
        mock.patch("acidtest.cli.demo._language_model", side_effect=AssertionError("not asked")),
    ):
        return in_process("demo", "--out", out, "--limit", "12"), out


def test_the_demo_asks_what_no_filter_was_tuned_on(demo: tuple[Done, Path]) -> None:
    done, out = demo
    assert done.status == 0, done.err
    assert "12 of 168 samples, shipped corpus, split = test" in done.out
    assert "12 of 118 samples (9 of 74 clusters), stratified by cwe, issue_type" in done.out
    summaries = [json.loads(path.read_text()) for path in out.glob("*/*/summary.json")]
    assert summaries
    assert {tuple(summary["groups"]["split"]) for summary in summaries} == {("test",)}


def test_the_page_says_which_samples_were_asked(demo: tuple[Done, Path]) -> None:
    page = (demo[1] / "report.html").read_text()
    assert f"; split = test, {TAKEN}</p>" in page
    folders = [path.parent for path in demo[1].glob("*/*/summary.json")]
    assert f"Samples: `split = test, {TAKEN}`." in as_markdown(make_sections(folders))


def test_what_was_skipped_is_added_by_one_command(tmp_path: Path) -> None:
    missing = MissingPackage("the filter", "faiss", "sast")
    no_solc = InfrastructureError("no solc. Get it with: acidtest fetch solc")
    model = MissingPackage("it", "xllamacpp", "local", "models")
    with (
        mock.patch("acidtest.cli.demo.suites_with_corpus", return_value=[SUITE]),
        mock.patch("acidtest.cli.demo.make_system", side_effect=[missing, no_solc, model]),
    ):
        done = in_process("demo", "--full", "--out", tmp_path / "out", "--limit", "2")
    assert done.status == 0, done.err
    assert "skipping sast-triage sast-filter: the filter needs faiss" in done.err
    assert "; pip install 'acidtest[local,models,sast]' adds them" in done.out
    assert "skipped sast-triage sast-filter:knn: no solc. Get it with" in done.out
    assert (tmp_path / "out" / "report.html").exists()


def test_a_page_leads_with_a_pair_of_many_samples(
    acidtest: Call, oracle_run: Path, data: Path, tmp_path: Path
) -> None:
    """And says of which run it holds fewer."""
    run = ("run", "c-decompile", "--data", data, "--controls", "none")
    assert acidtest(*run, "--system", "stub", "--limit", "2", "--out", "few").status == 0
    assert acidtest(*run, "--system", "silent", "--out", "silent").status == 0
    (section,) = make_sections([tmp_path / "few", oracle_run, tmp_path / "silent"])
    assert pairs(section) == [(1, 2), (0, 1), (0, 2)]
    page = report_html([section])
    assert "; all 8 samples; stub: 2 of 8 samples (1 of 2 clusters), stratified by " in page


def test_the_demo_says_why_the_built_in_model_answers_few_samples() -> None:
    row = {"system": "model:local/smollm2", "n": 2, "effort": {"time_s": 14.0, "answers": 2}}
    said = _why_few(SUITE, row)
    assert "asked only 2 samples, 32 tokens an answer, because an answer takes it 7.0 s" in said
    assert "acidtest run sast-triage --system model:local/smollm2 --limit 24" in said
    assert "takes it too long" in _why_few(SUITE, {**row, "effort": {}})
