"""The JSON files of a run folder are read as they were written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.store import write_json
from acidtest.store.files import read_json, read_manifest


def test_a_checksum_whose_name_is_damaged_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    write_json(path, {"tables": []})
    path.write_text(path.read_text().replace('"sha256"', '"sha25v"'))
    with pytest.raises(InputError, match="the checksum is not called 'sha256'"):
        read_json(path)


@pytest.mark.parametrize("path", [5, None, ["a"]])
def test_a_manifest_with_data_that_are_no_paths_is_refused(tmp_path: Path, path: Json) -> None:
    manifest: dict[str, Json] = {
        **{"format": 1, "suite": "s", "suite_version": "1", "signature": "x", "seed": 0},
        **{"question_form": "f", "system": {"name": "n", "identity": {}}, "asked": {}},
        **{"options": {"groups": {}, "attempts": 1, "limit": None}},
        **{"data": {"sha256": "x", "paths": ["a.json"]}},
    }
    write_json(tmp_path / "manifest.json", manifest)
    assert read_manifest(tmp_path)["data"]["paths"] == ["a.json"]
    manifest["data"]["paths"] = [path]
    write_json(tmp_path / "manifest.json", manifest)
    with pytest.raises(InputError, match="expected paths in 'data/paths', got"):
        read_manifest(tmp_path)
