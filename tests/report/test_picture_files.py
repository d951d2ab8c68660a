"""Pictures as files: names that every disk takes, none written over another."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from acidtest.analysis.sections import make_sections
from acidtest.report.picture_files import _distinct, write_pictures
from tests.folders import editable

FUNNEL = {"name": "funnel", "title": "F", "columns": ["stage", "through", "of"],
          "rows": [["parses", 3, 4], ["runs", 1, 4]], "note": ""}  # fmt: skip


def renamed(run: Path, folder: Path, name: str) -> Path:
    """The run as if another system had answered, with a picture of its own."""
    editable(run, folder)
    path = folder / "summary.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "system": name}))
    (folder / "tables.json").write_text(json.dumps({"tables": [FUNNEL]}))
    return folder


def test_long_and_alike_names_are_files_of_their_own(runs: Path, tmp_path: Path) -> None:
    names = ["x" * 500, "x" * 501, "a/b", "a\\b", "A b"]
    folders = [renamed(runs / "good", tmp_path / str(i), name) for i, name in enumerate(names)]
    written = write_pictures(make_sections(folders), tmp_path / "out", "svg")
    assert len(set(written)) == len(written) == len(list((tmp_path / "out").iterdir()))
    funnels = [path for path in written if path.name.startswith("funnel")]
    assert len({path.read_bytes() for path in funnels}) == len(names)


@given(st.lists(st.text()))
def test_any_names_become_distinct_names_of_files(names: list[str]) -> None:
    found = _distinct(names)
    assert len({name.lower() for name in found}) == len(names)
    for name in found:
        assert 0 < len(name) < 200
        assert name not in (".", "..")
        assert not set("/\\\0") & set(name)
