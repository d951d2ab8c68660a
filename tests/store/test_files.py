"""The JSON files of a run folder are read as they were written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.store import write_json
from acidtest.store.files import read_json


def test_a_checksum_whose_name_is_damaged_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    write_json(path, {"tables": []})
    path.write_text(path.read_text().replace('"sha256"', '"sha25v"'))
    with pytest.raises(InputError, match="the checksum is not called 'sha256'"):
        read_json(path)
