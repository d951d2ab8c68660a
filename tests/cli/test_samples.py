"""`acidtest samples` lists the ids that answers are keyed by."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Call

PAIRS = [
    {"input": "x", "output": "function f() public {}", "metadata": {"function_name": "f"}},
    {"input": "y", "output": "function g() public {}", "metadata": {"function_name": "g"}},
]


def test_ids_of_pairs_are_listed_in_the_order_of_the_file(acidtest: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(PAIRS))
    ids = acidtest("samples", "solidity-pairs", "--data", str(path)).out.split()
    assert [identity.partition("-")[0] for identity in ids] == ["f", "g"]
    answers = [{"id": i, "answer": p["output"]} for i, p in zip(ids, PAIRS, strict=True)]
    given = tmp_path / "answers.jsonl"
    given.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    command = ["score", "solidity-decompile", "--data", str(path), "--answers", str(given)]
    done = acidtest(*command, "--controls", "none", "--out", str(tmp_path / "run"), "--json")
    assert done.json["metrics"]["exact_match"]["value"] == 1.0


def test_groups_and_limit_choose_as_in_a_run(acidtest: Call) -> None:
    rows = acidtest("samples", "c-decompile", "--groups", "opt=O2", "--limit", "3", "--json").json
    assert [row["groups"]["opt"] for row in rows] == ["O2"] * 3
    assert all(row["id"] == f"{row['cluster']}-O2" for row in rows)
    done = acidtest("samples", "c-decompile", "--groups", "opt=O9")
    assert (done.status, "has no value 'O9'" in done.err) == (2, True)
