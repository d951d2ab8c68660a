"""`report`: what it writes for people, papers and pipelines."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import random
import re
import shutil
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import acidtest
from acidtest.analysis.gates import read_bound
from acidtest.analysis.published import Mark, PublishedBand
from acidtest.analysis.questions import asked
from acidtest.analysis.samples import telling
from acidtest.analysis.sections import Section, make_sections
from acidtest.core.errors import InputError
from acidtest.core.records import Sample, Score
from acidtest.core.systems import CallableSystem
from acidtest.core.text import shown, visible
from acidtest.report import charts, enclosed, figures
from acidtest.report.enclosed import TELLING
from acidtest.report.figures import as_csv, as_latex, as_markdown, as_statistics
from acidtest.report.html import report_html
from acidtest.report.picture_files import write_pictures
from acidtest.report.pictures import pictures
from acidtest.report.pipeline import as_github, as_junit
from acidtest.report.plot import Facts
from acidtest.store import read_scores
from tests.folders import editable

from .conftest import rescored

NAMES = ("good", "deep/half", "stub")


@pytest.fixture(scope="module")
def section(runs: Path) -> Section:
    """Three runs whose figures compare."""
    (made,) = make_sections([runs / name for name in NAMES])
    return made


def data_of(page: str) -> Any:
    text = page.split('id="data">')[1].split("</script>")[0]
    return json.loads(zlib.decompress(base64.b64decode(json.loads(text)["packed"])))


class Tags(HTMLParser):
    """Elements and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.found.append((tag, dict(attrs)))


def test_the_page_names_its_own_script_and_style_and_nothing_else(section: Section) -> None:
    page = report_html([section])
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "unsafe" not in policy[1]
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        text = page.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy[1]
    tags = Tags(page).found
    assert [attributes for tag, attributes in tags if tag == "script"] == [
        {"type": "application/json", "id": "data"},
        {},
    ]
    for _, attributes in tags:
        assert not any(name.startswith("on") or name in ("src", "style") for name in attributes)
        assert re.match(r"#|$", attributes.get("href") or "")


def test_the_same_runs_give_the_same_page(runs: Path, section: Section) -> None:
    (again,) = make_sections([runs / name for name in NAMES])
    assert report_html([again]) == report_html([section])


def test_systems_stand_before_controls_and_flips_come_first(section: Section) -> None:
    assert [run.control for run in section.runs] == [False, False, True]
    assert all(identity.endswith(("O2", "O3")) for identity in telling(section, 4))


def test_runs_that_do_not_compare_stand_apart(runs: Path, tmp_path: Path) -> None:
    editable(runs / "good", tmp_path / "other")
    for name in ("manifest.json", "summary.json"):
        path = tmp_path / "other" / name
        path.write_text(path.read_text().replace("|data:", "|data:0"))
    sections = make_sections([runs / "good", tmp_path / "other", runs / "stub"])
    assert [(s.key, len(s.runs)) for s in sections] == [("c-decompile", 2), ("c-decompile~2", 1)]


def test_runs_of_one_system_are_told_apart(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "good", tmp_path / "again")
    (section,) = make_sections([runs / "good", tmp_path / "again"])
    assert [run.label for run in section.runs] == ["good (good)", "good (again)"]


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a run folder"):
        make_sections([tmp_path])
    with pytest.raises(InputError, match="at least one"):
        make_sections([])


def test_a_question_that_cannot_be_made_says_why(section: Section, tmp_path: Path) -> None:
    manifest = {**section.runs[0].manifest, "signature": str(tmp_path)}
    manifest["data"] = {**manifest["data"], "paths": [str(tmp_path / "gone")]}
    (texts,) = asked(manifest, ["ink_cost-O0"]).values()
    assert texts["question"] == ""
    assert "gone" in texts["missing"]
    manifest["data"] = {**section.runs[0].manifest["data"], "sha256": "0"}
    (texts,) = asked(manifest, ["ink_cost-O0"]).values()
    assert "changed" in texts["missing"]


@pytest.fixture(scope="module")
def many(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 10,000 samples whose texts hardly compress."""
    folder = tmp_path_factory.mktemp("many") / "run"
    shutil.copytree(runs / "good", folder)
    row = read_scores(runs / "good" / "scores.sqlite")[0]
    names = [name.removeprefix("metric:") for name in row if name.startswith("metric:")]
    chance = random.Random(0)
    samples, scores, answers = {}, [], []
    for i in range(10_000):
        identity = f"sample-{i}"
        samples[identity] = Sample(identity, f"task-{i // 4}", {"opt": f"O{i % 4}"}, None, {})
        metrics = {name: chance.random() for name in names}
        scores.append(Score(identity, 0, metrics, {}, {"why": "x" * 100}))
        text = base64.b64encode(chance.randbytes(8_000)).decode()
        answers.append(json.dumps({"id": identity, "attempt": 0, "answer": text}) + "\n")
    rescored(folder, scores, samples, names)
    (folder / "answers.jsonl").write_text("".join(answers))
    return folder


def test_ten_thousand_samples_stay_below_three_megabytes(many: Path) -> None:
    page = report_html(make_sections([many]))
    assert len(page.encode()) < 3_000_000
    (found,) = data_of(page)["sections"]
    assert len(found["ids"]) == 10_000
    assert 50 <= len(found["texts"]) <= TELLING
    assert f"the {len(found['texts'])} most informative" in found["told"]


def test_metrics_that_do_not_fit_are_left_out_and_counted(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enclosed, "_ROWS", 300_000)
    (section,) = make_sections([many])
    page = report_html([section])
    (found,) = data_of(page)["sections"]
    assert [len(run) for run in found["scores"]] == [len(found["metrics"])]
    assert all(len(column) == 10_000 for run in found["scores"] for column in run)
    left = len(section.by_sample) - len(found["metrics"])
    assert left > 0
    assert f"{left} of the per-sample metrics are left out" in found["told"]
    assert "passes" in [metric["name"] for metric in found["metrics"]]
    assert set(found["units"]) == {metric.name for metric in section.by_sample}


def csv_rows(section: Section, *names: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv([section], names))))


def test_tables_carry_interval_n_and_signature(section: Section) -> None:
    for text in (as_markdown([section]), as_csv([section]), as_latex([section])):
        assert "good" in text
        assert "data:" in text
        assert "\u202e" not in text
        assert "\x1b" not in text
    assert "| good | 8 / 8 | 100.0 | 100.0 | 100.0 |" in as_markdown([section])
    one = as_markdown([section], ["passes"])
    assert "| system | scored / asked | passes, % |\n" in one
    assert "| good | 8 / 8 | 100.0 |\n" in one
    assert "<b" not in as_markdown([section])
    assert r"passes\_with\_types" in as_latex([section])
    rows = csv_rows(section)
    assert len(rows) == len(section.runs)
    half = next(r for r in rows if "onclick" in r["system"])
    assert (half["passes %"], half["passes n"], half["scored"]) == ("50.0", "8", "8")
    assert "agrees %," in as_csv([section], ["agrees"])


def test_tables_say_why_a_figure_is_missing(section: Section) -> None:
    (why,) = {row["one_process.passes reason"] for row in csv_rows(section, "one_process.passes")}
    assert why == "test and answer run in two processes"
    for table, name in ((as_markdown, "`one_process.passes`"), (as_latex, r"one\_process.passes")):
        assert f"No {name}: " in table([section], ["one_process.passes"])
        assert "No " not in table([section], ["passes"])
    (stub,) = [row for row in csv_rows(section, "agrees") if row["system"] == "stub"]
    assert (stub["agrees %"], stub["agrees reason"]) == ("", "it does not pass the test")
    assert "No `agrees` for `stub`: `it does not pass" in as_markdown([section], ["agrees"])


def test_statistics_are_in_the_unit_they_name(section: Section) -> None:
    rows = list(csv.DictReader(io.StringIO(as_statistics([section]))))
    half = next(r for r in rows if "onclick" in r["system"] and r["metric"] == "passes")
    assert (half["unit"], half["mean"], half["median"], half["n"]) == ("%", "50.0", "50.0", "8")
    assert float(half["population_sd"]) == pytest.approx(50)


def test_junit_holds_samples_or_bounds(section: Section) -> None:
    root = ElementTree.fromstring(as_junit([section], []))
    counts = [(s.get("tests"), s.get("failures"), s.get("errors")) for s in root]
    assert counts == [("8", "0", "0"), ("8", "4", "0")]
    bound = read_bound("--fail-under", "passes=0.9")
    root = ElementTree.fromstring(as_junit([section], [bound]))
    assert [(s.get("tests"), s.get("failures")) for s in root] == [("1", "0"), ("1", "1")]


def test_a_pipeline_reads_what_is_not_met_first(section: Section) -> None:
    text = as_github([section], [read_bound("--fail-over", "passes=0.9")])
    lines = [line for line in text.splitlines() if line.startswith("- :")]
    assert [line.split()[1] for line in lines] == [":x:", ":white_check_mark:"]


@pytest.mark.parametrize("text", ["passes", "passes=", "=1", "passes=x", "passes=nan"])
def test_a_bound_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="METRIC=VALUE"):
        read_bound("--fail-under", text)


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_each_picture_is_a_file_with_the_signature(
    section: Section, tmp_path: Path, kind: str
) -> None:
    if kind == "png":
        pytest.importorskip("vl_convert")
    written = write_pictures([section], tmp_path, kind)
    assert tmp_path / f"published.bleu_distribution.{kind}" in written
    assert all(path.parent == tmp_path for path in written)
    for path in written:
        data = path.read_bytes()
        if kind == "png":
            assert data.startswith(b"\x89PNG")
        else:
            assert "c-decompile|v" in "".join(ElementTree.fromstring(data).itertext())


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.text(max_size=30),
        st.lists(st.floats(-5, 1e6, allow_nan=False), max_size=40),
        min_size=1,
        max_size=4,
    ).filter(lambda series: any(series.values()))
)
def test_a_histogram_is_sound_xml_for_any_numbers_and_names(series: dict[str, list[float]]) -> None:
    marks = (Mark("others", 0.3, 0.4), Mark("far", 1e9, 1e9))
    drawing = charts.histogram("metric", series, Facts((PublishedBand(0, 0.5, "low"),), 0.9, marks))
    text = "".join(ElementTree.fromstring(drawing.svg(alone=True)).itertext())
    assert "nan" not in drawing.svg().replace(shown("".join(series)), "")
    assert all(f"n = {len(values)}" in text for values in series.values() if values)


def test_a_histogram_counts_every_value_once() -> None:
    values = [0.0, 0.01, 0.5, 0.99, 1.0]
    drawing = charts.histogram("metric", {"a": values}).svg()
    steps = re.search(r'class="f0" d="M\S+ \d+((?:V[\d.]+H[\d.]+)+)', drawing)
    assert steps
    heights = [float(y) for y in re.findall(r"V([\d.]+)", steps[1])]
    base, top = max(heights), min(heights)
    assert len(heights) == charts.BINS
    assert sum((base - y) / (base - top) * 2 for y in heights) == len(values)


@pytest.mark.parametrize(
    ("name", "columns", "rows", "wanted"),
    [
        ("funnel", ["stage", "through", "of"], [["parses", 3, 4], ["runs", 1, 4]], "parses 3 of 4"),
        ("confusion", ["it is", "yes", "no"], [["bug", 5, 1], ["alarm", 2, 9]], "2 rows by 2"),
        ("risk_coverage", ["coverage", "risk"], [[0.1, 0.2], [1, 0.4]], "risk against coverage"),
        ("reliability", ["n", "sure", "right"], [[4, 0.2, 0.3]], "right against sure"),
        (
            "heat_x",
            ["name", "c", "go"],
            [["RSA", "1 of 2", ""], ["AES", "0 of 3", "2 of 2"]],
            "2 row",
        ),
        ("heat_x", ["name", "c"], [["RSA", "1 of 0"]], None),
        ("heat_x", ["name", "c"], [["RSA", "much"]], None),
        ("precision_recall", ["recall", "precision"], [[0.1, 0.9], [1, 0.4]], "precision against"),
        ("funnel", ["odd"], [["not a funnel at all"]], None),
        ("confusion", ["a", "b"], [["x", None]], None),
    ],
)
def test_tables_that_say_what_they_are_become_pictures(
    runs: Path, tmp_path: Path, name: str, columns: list[str], rows: Any, wanted: str | None
) -> None:
    editable(runs / "good", tmp_path / "run")
    table = {"name": name, "title": "T<i>", "columns": columns, "rows": rows, "note": "<n>"}
    (tmp_path / "run" / "tables.json").write_text(json.dumps({"tables": [table]}))
    (section,) = make_sections([tmp_path / "run"])
    drawn = dict(pictures(section)).get("What the suite counts", [])
    assert [wanted in picture.drawing.label for picture in drawn if wanted] == (
        [True] if wanted else []
    )
    page = report_html([section])
    assert "T&lt;i&gt;" in page
    assert "<n>" not in page


def test_a_tree_of_packages_folds(runs: Path, tmp_path: Path) -> None:
    editable(runs / "good", tmp_path / "run")
    rows = [["p", "", "", 30], ["p", "1.0", "", 30], *[["p", "1.0", f"f{i}", 1] for i in range(30)]]
    table = {"name": "packages", "title": "P", "columns": ["package", "version", "finding", "n"],
             "rows": rows, "note": ""}  # fmt: skip
    (tmp_path / "run" / "tables.json").write_text(json.dumps({"tables": [table]}))
    page = report_html(make_sections([tmp_path / "run"]))
    tree = page.split('class="tree">')[1]
    assert tree.index("<summary>p ") < tree.index("<summary>1.0 ") < tree.index("<td>f0</td>")


@given(st.text())
def test_nothing_shown_is_markup_or_moves_text(text: str) -> None:
    told = shown(text)
    assert not set("<>\"'") & set(told)
    assert visible(text) == visible(visible(text))
    assert not any(c in told for c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x1b")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("[a](http://x)", "[a]&#40;http&#58;//x)"),
        ("<img src=x>", "&lt;img src=x\\>"),
        ("a|b`c`", "a\\|b\\`c\\`"),
    ],
)
def test_a_name_is_no_markdown(name: str, wanted: str) -> None:
    assert figures._markdown(name) == wanted


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\n=1"])
def test_a_name_is_no_formula(name: str) -> None:
    assert str(figures._unformula(name)).startswith("'")


def test_a_run_whose_answers_all_failed_can_be_shown(runs: Path, tmp_path: Path) -> None:
    def fail(text: str) -> str:
        raise RuntimeError("<b>")

    system = CallableSystem(fail, name="fails", identity={"test": 1})
    acidtest.evaluate("crypto-inventory", system, out=tmp_path / "one", limit=3, controls="none")
    sections = make_sections([tmp_path / "one", runs / "good"])
    page = report_html(sections)
    assert "3 of 3 not scored: an error in the answer or in judging" in page
    assert "0 / 3" in page
    assert "worst case <b>0.0</b>" in page
    assert "<b>fails" not in page
    assert as_csv(sections)
    assert list(pictures(sections[0])) == []
