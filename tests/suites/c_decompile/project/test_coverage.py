"""Coverage is read from what gcov writes, and nothing else is believed."""

from __future__ import annotations

import gzip
import json

import pytest

from acidtest.suites.c_decompile.project.coverage import share_reached


def report(*lines: tuple[str, int, list[int]]) -> bytes:
    listed = [
        {"function_name": name, "count": count, "branches": [{"count": n} for n in branches]}
        for name, count, branches in lines
    ]
    return gzip.compress(json.dumps({"files": [{"lines": listed}]}).encode())


def test_branches_count_and_lines_where_there_are_none() -> None:
    assert share_reached(report(("f", 4, [3, 0]), ("f", 1, [1, 1]), ("g", 0, [0])), "f") == 0.75
    assert share_reached(report(("f", 4, []), ("f", 0, [])), "f") == 0.5
    assert share_reached(report(("g", 4, [])), "f") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no gzip",
        gzip.compress(b"[" * 100_000),
        gzip.compress(b'{"files": [{"lines": [3]}]}'),
        gzip.compress(b'{"files": [{"lines": [{"function_name": "f", "branches": 7}]}]}'),
        gzip.compress(b" " * (40 << 20)),
    ],
    ids=["empty", "no gzip", "cut off", "numbers for lines", "numbers for branches", "a bomb"],
)
def test_other_files_are_no_measurement(data: bytes) -> None:
    assert share_reached(data, "f") is None
