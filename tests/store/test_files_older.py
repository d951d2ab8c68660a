"""Run folders of older versions open, or say who wrote them and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.version import __version__
from acidtest.store import read_manifest
from tests.folders import editable

# what the first version wrote; everything else came later and may be missing
MANIFEST = (
    *("format", "acidtest", "suite", "suite_version", "signature", "data", "system"),
    *("question_form", "options", "seed", "asked"),
)
SUMMARY = (
    *("suite", "system", "signature", "question_form", "n", "errors"),
    *("metrics", "groups", "controls"),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of this version."""
    folder = tmp_path_factory.mktemp("runs") / "new"
    acidtest.evaluate("sast-triage", "by-type", limit=12, controls="none", out=folder)
    return folder


def change(path: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Edit a JSON file of a run folder."""
    data = json.loads(path.read_text(encoding="utf-8"))
    edit(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def keep(names: tuple[str, ...]) -> Callable[[dict[str, Any]], None]:
    """Leave only these fields."""

    def edit(data: dict[str, Any]) -> None:
        for name in data.keys() - set(names):
            del data[name]

    return edit


@pytest.mark.filterwarnings("ignore")
def test_a_folder_with_only_the_first_fields_opens(run: Path, tmp_path: Path) -> None:
    old = editable(run, tmp_path / "old")
    change(old / "manifest.json", keep(MANIFEST))
    change(old / "manifest.json", lambda data: data["data"].pop("selected", None))
    change(old / "summary.json", keep(SUMMARY))
    (old / "tables.json").unlink(missing_ok=True)
    assert acidtest.load(old).summary.metrics == acidtest.load(run).summary.metrics
    assert "by-type" in acidtest.report([old, run])
    assert "the same" in str(acidtest.compare(old, run))


@pytest.mark.parametrize("field", ["seed", "signature", "asked"])
def test_a_missing_field_names_the_writer_and_the_way_on(
    run: Path, tmp_path: Path, field: str
) -> None:
    old = editable(run, tmp_path / "old")
    change(old / "manifest.json", lambda data: (data.pop(field), data.update(acidtest="0.0.3")))
    with pytest.raises(InputError) as refusal:
        read_manifest(old)
    assert str(refusal.value) == (
        f"{old}/manifest.json: field '{field}' is missing; it was written by acidtest 0.0.3, and "
        f"this is {__version__}: read it with that version, or score its answers again with "
        f"`acidtest score sast-triage --answers {old}/answers.jsonl`"
    )


def test_that_way_on_works(run: Path, tmp_path: Path) -> None:
    again = acidtest.score("sast-triage", run / "answers.jsonl", limit=12, out=tmp_path / "again")
    assert again.summary.metrics["accuracy"] == acidtest.load(run).summary.metrics["accuracy"]


def test_another_format_names_the_writer(run: Path, tmp_path: Path) -> None:
    folder = editable(run, tmp_path / "folder")
    change(folder / "manifest.json", lambda data: data.update(format=2, acidtest="9.1"))
    with pytest.raises(InputError, match=r"newer .*, by acidtest 9\.1; .*; upgrade acidtest"):
        read_manifest(folder)
    change(folder / "manifest.json", lambda data: data.update(format=0, acidtest="0.0.3"))
    with pytest.raises(InputError, match=r"written by acidtest 0\.0\.3, .*score its answers again"):
        read_manifest(folder)


def test_a_summary_without_a_field_is_written_again(run: Path, tmp_path: Path) -> None:
    old = editable(run, tmp_path / "old")
    change(old / "summary.json", lambda data: data.pop("controls"))
    with pytest.raises(InputError, match=r"'controls' is missing; `acidtest score .*` writes it"):
        acidtest.load(old)
