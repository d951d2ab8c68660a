"""The static leaderboard: its pages, its JSON, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from referencing import Registry, Resource

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.report.leaderboard import write_site
from acidtest.store import read_summary
from tests.folders import editable
from tests.late import late

from .conftest import HOSTILE_NAME
from .looking import dress, faults, shot
from .test_report import Tags

jsonschema = late("jsonschema")


@pytest.fixture(scope="module")
def root(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two suites, one of them hostile."""
    root = tmp_path_factory.mktemp("all") / "runs"
    shutil.copytree(runs, root)
    acidtest.evaluate("sast-triage", "oracle", limit=4, out=root / "triage", controls="none")
    return root


@pytest.fixture(scope="module")
def public(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site about them."""
    to = tmp_path_factory.mktemp("site") / "public"
    written = write_site(root, to, Silent())
    assert (written.runs, written.boards, written.refused) == (4, 2, {})
    return to


def schema(name: str) -> Any:
    return json.loads((files("acidtest") / "schemas" / f"{name}.schema.json").read_text())


def validator() -> Any:
    summary = Resource.from_contents(schema("summary"))
    registry: Any = Registry().with_resource("urn:acidtest:schema:summary:1", summary)
    return jsonschema.Draft202012Validator(schema("site"), registry=registry)


def results(public: Path) -> Any:
    return json.loads((public / "results.json").read_text())


def test_the_json_has_everything_and_follows_its_schema(root: Path, public: Path) -> None:
    document = results(public)
    jsonschema.Draft202012Validator.check_schema(schema("site"))
    validator().validate(document)
    boards = {board["suite"]: board for board in document["boards"]}
    assert set(boards) == {"c-decompile", "sast-triage"}
    c = boards["c-decompile"]
    assert [(one["run"], one["rank"]) for one in c["results"]] == [
        ("good", 1),
        ("deep/half", 2),
        ("stub", None),
    ]
    assert c["results"][0]["summary"] == read_summary(root / "good")
    assert c["signature"].startswith("c-decompile|v")
    assert (public / c["page"]).is_file()
    assert str(root) not in (public / "results.json").read_text()


@pytest.mark.parametrize(
    ("place", "value"), [("rank", 0), ("files", {}), ("summary", {}), ("control", None)]
)
def test_the_schema_refuses_other_documents(public: Path, place: str, value: Any) -> None:
    document = results(public)
    document["boards"][0]["results"][0][place] = value
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(document)


def test_the_same_runs_give_the_same_site(root: Path, public: Path, tmp_path: Path) -> None:
    write_site(root, tmp_path / "again", Silent())
    write_site(root, tmp_path / "again", Silent())  # over an earlier one
    names = sorted(path.relative_to(public) for path in public.rglob("*") if path.is_file())
    assert [str(name) for name in names] == [
        "index.html",
        "results.json",
        "submit.html",
        "suites/c-decompile.html",
        "suites/sast-triage.html",
    ]
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (public / name).read_bytes()


def test_pages_lead_to_each_other_and_nowhere_else(public: Path) -> None:
    for path in public.rglob("*.html"):
        for tag, attributes in Tags(path.read_text()).found:
            assert "src" not in attributes
            assert not any(name.startswith("on") or name == "style" for name in attributes)
            link = (attributes.get("href") or "").partition("#")[0]
            assert not link or (path.parent / link).resolve().is_file(), (tag, link)


def test_a_run_with_a_wrong_checksum_is_refused_by_name(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "runs")
    path = tmp_path / "runs" / "good" / "summary.json"
    path.write_text(path.read_text().replace('"n": 8', '"n": 9'))
    editable(root / "stub", tmp_path / "runs" / "bare")
    written = write_site(tmp_path / "runs", tmp_path / "public", Silent())
    assert set(written.refused) == {"good", "bare"}
    assert "its checksum differs" in written.refused["good"]
    assert "no checksum" in written.refused["bare"]
    listed = [one["run"] for b in results(tmp_path / "public")["boards"] for one in b["results"]]
    assert sorted(listed) == ["deep/half", "stub", "triage"]


def test_without_an_intact_run_nothing_is_written(root: Path, tmp_path: Path) -> None:
    editable(root / "good", tmp_path / "runs" / "bare")
    with pytest.raises(InputError, match="no run is intact"):
        write_site(tmp_path / "runs", tmp_path / "public", Silent())
    with pytest.raises(InputError, match="no finished runs"):
        write_site(tmp_path / "nothing", tmp_path / "public", Silent())
    assert not (tmp_path / "public").exists()


def test_a_folder_with_other_files_is_left_alone(root: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match="expected a new folder or an earlier site"):
        write_site(root, tmp_path, Silent())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_the_pages_open_from_disk_and_axe_finds_nothing(page: Any, public: Path) -> None:
    dress(page)
    for name in ("index", "submit", "suites/c-decompile"):
        page.goto((public / f"{name}.html").as_uri())
        page.wait_for_selector("html[data-ready]", state="attached")
        assert faults(page) == []
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        assert faults(page) == []
        assert page.locator("b[onclick], img").count() == 0
        assert "\u202e" not in page.locator("body").inner_text()
        shot(page, f"site-{name.replace('/', '-')}")


def test_a_visitor_goes_from_board_to_sample_and_back(page: Any, public: Path) -> None:
    page.goto((public / "index.html").as_uri())
    card = page.locator(".card").first
    assert HOSTILE_NAME.split("'")[0] in card.inner_text()
    ranks = card.locator("tr.system .rank")
    assert ranks.all_inner_texts() == ["1", "2"]
    head = card.get_by_role("button", name="passes_with_types, %", exact=True)
    for order, expected in (("descending", ["1", "2"]), ("ascending", ["2", "1"])):
        head.press("Enter")
        assert card.locator(f"th[aria-sort={order}]").inner_text().startswith("passes_with_types")
        assert ranks.all_inner_texts() == expected
        assert head.evaluate("button => button === document.activeElement")
    controls = card.locator("tr.control th")
    assert controls.last.inner_text() == "oracle"  # they sort too, below the systems
    card.get_by_role("button", name="rank", exact=True).press(" ")
    assert ranks.all_inner_texts() == ["1", "2"]
    page.get_by_role("link", name=re.compile("^c-decompile")).first.click()
    page.wait_for_url(re.compile("suites/c-decompile.html$"))
    page.locator("details.suite summary").first.click()
    page.wait_for_selector("table.samples tbody tr")
    page.get_by_role("link", name="All boards").click()
    page.get_by_role("link", name="Submit a result").click()
    page.get_by_text("acidtest verify my-run --rejudge 1000").wait_for()
