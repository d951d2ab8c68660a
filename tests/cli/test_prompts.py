"""`acidtest export-prompts`: what it writes can be trained with, and gives nothing away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from acidtest.api import reward
from acidtest.core.registry import find_suite
from acidtest.engine.prompts import FORMATS, part, reserved

from .conftest import Call


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_reserved_tasks_are_left_out_unless_asked_for(acidtest: Call, tmp_path: Path) -> None:
    asked: dict[str, list[str]] = {
        "train": [],
        "eval": ["--split", "eval"],
        "all": ["--split", "all"],
    }
    for name, words in asked.items():
        done = acidtest("export-prompts", "crypto-inventory", *words, "--out", f"{name}.jsonl")
        assert done.status == 0, done.err
    train, kept, every = ({r["id"] for r in rows(tmp_path / f"{name}.jsonl")} for name in asked)
    assert train | kept == every == {s.id for s in find_suite("crypto-inventory").read([]).samples}
    assert not train & kept
    assert 0.1 < len(kept) / len(every) < 0.3


def test_all_levels_of_a_task_are_on_one_side() -> None:
    samples = find_suite("c-decompile").read([]).samples
    train, kept = ({s.cluster for s in part(list(samples), side)} for side in ("train", "eval"))
    assert not train & kept
    assert 0.1 < len(kept) / len(train | kept) < 0.3
    assert reserved("\ud800") in (True, False)  # any name has a side


@pytest.mark.parametrize("row_format", FORMATS)
def test_prompts_hold_the_question_and_an_id_that_rewards(
    row_format: str, acidtest: Call, tmp_path: Path
) -> None:
    out = tmp_path / "prompts.jsonl"
    words = ("sast-triage", "--limit", "30", "--format", row_format, "--out", str(out))
    done = acidtest("export-prompts", *words)
    assert done.status == 0, done.err
    assert f"wrote {len(rows(out))} prompts" in done.out
    ids = reward("sast-triage").ids
    for row in rows(out):
        prompt = row["prompt"] if row_format == "jsonl" else row["prompt"][0]["content"]
        assert len(prompt) > 200
        assert (row["extra_info"] if row_format == "verl" else row)["id"] in ids


def test_nothing_of_the_truth_is_in_them(acidtest: Call, tmp_path: Path) -> None:
    out = tmp_path / "prompts.jsonl"
    words = ("c-decompile", "--limit", "8", "--split", "all", "--out", str(out))
    assert acidtest("export-prompts", *words).status == 0
    samples = {s.id: s for s in find_suite("c-decompile").read([]).samples}
    for row in rows(out):
        truth = samples[row["id"]].truth
        assert truth.function.strip() not in row["prompt"]
        assert truth.test.strip() not in row["prompt"]


def test_parquet_holds_the_same_rows(acidtest: Call, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ("export-prompts", "sast-triage", "--limit", "12", "--format", "verl", "--out")
    assert acidtest(*words, "p.jsonl").status == 0
    assert acidtest(*words, "p.parquet").status == 0
    assert parquet.read_table(tmp_path / "p.parquet").to_pylist() == rows(tmp_path / "p.jsonl")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("c-decompil",), "did you mean"),
        (("c-decompile", "--question", "poem"), "unknown question form"),
        (("c-decompile", "--prompt", "nowhere.md"), "neither a file nor a prompt"),
        (("c-decompile", "--groups", "opt=O9"), "O9"),
    ],
)
def test_bad_words_are_named(words: tuple[str, ...], message: str, acidtest: Call) -> None:
    done = acidtest("export-prompts", *words, "--out", "p.jsonl")
    assert done.status == 2
    assert message in done.err
