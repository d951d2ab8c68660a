"""`acidtest questions` and `export-prompts`: what they write can be asked and trained with, and
gives nothing away.
"""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acidtest.api import reward
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Question
from acidtest.core.registry import find_suite, suites_with_corpus
from acidtest.engine.prompts import BATCH_FORMATS, FORMATS, part, reserved

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


@pytest.mark.parametrize("row_format", ["jsonl", "trl", "verl"])
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


@pytest.mark.parametrize("name", [suite.name for suite in suites_with_corpus()])
def test_no_suite_writes_its_right_answer(name: str, acidtest: Call, tmp_path: Path) -> None:
    out = tmp_path / "q.jsonl"
    done = acidtest("questions", name, "--limit", "2", "--out", out)
    assert done.status == 0, done.err
    suite = find_suite(name)
    oracle = next(control for control in suite.controls if control.name == "oracle")
    samples = {sample.id: sample for sample in suite.read([]).samples}
    for row in rows(out):
        question = Question(samples[row["id"]], "", 0, lambda form: "", lambda: None)
        assert oracle.answer(question).strip() not in row["prompt"]


@pytest.mark.parametrize("row_format", list(FORMATS))
def test_a_format_has_these_fields_and_no_other(
    row_format: str, acidtest: Call, tmp_path: Path
) -> None:
    batch = row_format in BATCH_FORMATS
    words = ("sast-triage", "--limit", "2", "--format", row_format, "--out", "q.jsonl")
    done = acidtest("questions", *words, *(("--model", "m") if batch else ()))
    assert done.status == 0, done.err
    for row in rows(tmp_path / "q.jsonl"):
        if batch:
            assert set(row) == {"custom_id", "method", "url", "body"}
            assert set(row["body"]) == {"model", "messages"}
        elif row_format == "verl":
            assert row["reward_model"] == {"style": "rule", "ground_truth": row["extra_info"]["id"]}
            assert set(row) == {"data_source", "prompt", "ability", "reward_model", "extra_info"}
        else:
            assert set(row) == {"id", "prompt"}


def test_parquet_holds_the_same_rows(acidtest: Call, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ("export-prompts", "sast-triage", "--limit", "12", "--format", "verl", "--out")
    assert acidtest(*words, "p.jsonl").status == 0
    assert acidtest(*words, "p.parquet").status == 0
    assert parquet.read_table(tmp_path / "p.parquet").to_pylist() == rows(tmp_path / "p.jsonl")


def response(request: dict[str, Any], texts: list[str]) -> dict[str, Any]:
    """The line of a batch's output for one of its requests."""
    choices = [
        {"index": place, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for place, text in enumerate(texts)
    ]
    body = {"model": request["body"]["model"], "choices": choices}
    answered = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": request["custom_id"], "response": answered, "error": None}


@pytest.mark.parametrize("row_format", BATCH_FORMATS)
def test_the_output_of_a_batch_is_scored(row_format: str, acidtest: Call, tmp_path: Path) -> None:
    words = ("--limit", "12", "--format", row_format, "--model", "m", "--attempts", "2")
    done = acidtest("questions", "sast-triage", *words, "--out", "batch.jsonl")
    assert done.status == 0, done.err
    suite = find_suite("sast-triage")
    samples = {sample.id: sample for sample in suite.read([]).samples}
    oracle = next(control for control in suite.controls if control.name == "oracle")
    lines = []
    for request in rows(tmp_path / "batch.jsonl"):
        assert request["url"] == "/v1/chat/completions"
        assert (request["body"]["model"], request["body"]["n"]) == ("m", 2)
        sample = samples[request["custom_id"]]
        right = oracle.answer(Question(sample, "finding", 0, lambda form: "", lambda: None))
        lines.append(response(request, [right, "I cannot say."]))
    (tmp_path / "out.jsonl").write_text("\n".join(map(json.dumps, reversed(lines))))
    scored = acidtest("score", "sast-triage", "--answers", "out.jsonl", "--limit", "12", "--json")
    assert scored.status == 0, scored.err
    summary = json.loads(scored.out)
    assert summary["metrics"]["right"]["value"] == 0.5
    assert summary["metrics"]["right@2"]["value"] == 1.0


def test_a_preset_is_how_a_batch_is_asked(acidtest: Call, tmp_path: Path) -> None:
    words = ("--limit", "1", "--model", "m", "--preset", "llm4decompile", "--out", "q.jsonl")
    refused = acidtest("questions", "c-decompile", *words, "--format", "vllm")
    assert refused.status == 2
    assert "takes chat requests" in refused.err
    done = acidtest("questions", "c-decompile", *words, "--format", "openai-batch")
    assert done.status == 0, done.err
    (row,) = rows(tmp_path / "q.jsonl")
    assert row["url"] == "/v1/completions"
    body = row["body"]
    assert (body["temperature"], body["max_tokens"]) == (0.0, 512)
    assert set(body) == {"model", "prompt", "temperature", "max_tokens"}
    assert body["prompt"].startswith("# This is the assembly code:\n<")
    two = acidtest("questions", "c-decompile", "--preset", "sk2decompile", "--out", "x.jsonl")
    assert two.status == 2
    assert "asks two models" in two.err


def test_questions_are_all_of_them(acidtest: Call, tmp_path: Path) -> None:
    assert acidtest("questions", "crypto-inventory", "--out", "q.jsonl").status == 0
    samples = find_suite("crypto-inventory").read([]).samples
    assert [row["id"] for row in rows(tmp_path / "q.jsonl")] == [sample.id for sample in samples]


def test_an_export_that_fails_leaves_the_file_that_was_there(
    acidtest: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "q.jsonl").write_text("before\n")

    def broken(*given: Any) -> Iterator[dict[str, Any]]:
        yield {"id": "a", "prompt": "x"}
        raise InfrastructureError("the compiler is gone")

    monkeypatch.setattr("acidtest.cli.prompts.prompt_rows", broken)
    assert acidtest("questions", "sast-triage", "--out", "q.jsonl").status == 3
    assert [path.name for path in tmp_path.iterdir()] == ["q.jsonl"]
    assert (tmp_path / "q.jsonl").read_text() == "before\n"


def test_a_question_that_cannot_be_built_is_no_fault_of_the_file(
    acidtest: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> str:
        raise OSError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr("acidtest.suites.sast_triage.question.TriageQuestions.text", full)
    for name in ("q.jsonl", "q.parquet"):
        done = acidtest("questions", "sast-triage", "--out", name)
        assert done.status == 3
        assert "a question cannot be built" in done.err
        assert "--out" not in done.err
    assert [*tmp_path.iterdir()] == []


def test_a_pipe_and_a_link_stay_what_they_are(acidtest: Call, tmp_path: Path) -> None:
    words = ("questions", "sast-triage", "--limit", "3", "--out")
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(
        target=lambda: read.append((tmp_path / "pipe").read_text()), daemon=True
    )
    reader.start()
    assert acidtest(*words, "pipe").status == 0
    reader.join(30)
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "link.jsonl").symlink_to("target.jsonl")
    assert acidtest(*words, "link.jsonl").status == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "target.jsonl").read_text() == read[0]
    assert len(read[0].splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("c-decompile", "--format", "openai-batch"), "needs --model NAME"),
        (("c-decompile", "--attempts", "2"), "belong to --format openai-batch"),
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
