"""Document 003, the evaluation of a SAST filter, as far as it can be run and checked here."""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from acidtest.core.records import Answer
from acidtest.embed import is_fetched
from acidtest.store import find_answers
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.identity import parse_id
from acidtest.suites.sast_triage.score import METRICS
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import FALSE_ALARM
from acidtest.systems.models.local import SMOLLM2

from .conftest import Document

MOST = 1e-12
POOLED = {m.name: m.pooled for m in METRICS if m.pooled and m.name.startswith("published.")}
CASE = {
    "id": "audit-4_0-known_fp",
    "question": json.dumps({"issue_type": "OVERRUN", "trace": "t", "file_path": "a-4.0/x.c"}),
    "expected_output_obj": {
        "filter_result": "FALSE_POSITIVE",
        "similar_known_issues": ["audit-4.0/auparse/auparse.c"],
    },
}


def test_the_json_block_is_a_case(document_003: Document) -> None:
    (record,) = document_003.json  # nothing is filled in: "..." is the text of its trace
    (sample,) = read_records([record], "the document")
    case = sample.truth
    assert case.label == FALSE_ALARM
    assert case.similar == tuple(record["expected_output_obj"]["similar_known_issues"])
    assert case.finding.question() == json.loads(record["question"])
    assert (case.finding.package, case.finding.version) == ("audit", "4.0")


@pytest.mark.parametrize(
    ("name", "package", "version", "issue"),
    [
        ("audit-4_0-buffer_overflow_known_fp", "audit", "4.0", "buffer_overflow_known_fp"),
        ("glibc-2_8-memory_leak_borderline", "glibc", "2.8", "memory_leak_borderline"),
        ("openssl-1_1_1-null_pointer_dereference", "openssl", "1.1.1", "null_pointer_dereference"),
    ],
)
def test_ids_are_read_as_its_examples_say(
    name: str, package: str, version: str, issue: str
) -> None:
    origin = parse_id(name)
    assert (origin.package, origin.version, origin.issue) == (package, version, issue)


def test_matching_is_50_percent_in_its_example_and_none_where_nothing_is_expected() -> None:
    said = json.dumps(
        {
            "filter_result": "FALSE_POSITIVE",
            "similar_known_issues": ["audit-4.0/auparse/auparse.c", "audit-4.0/lib/netlink.c"],
        }
    )
    nothing = {**CASE, "expected_output_obj": {"filter_result": "FALSE_POSITIVE"}}
    for record, value in ((CASE, 0.5), (nothing, None)):
        (sample,) = read_records([record], "here")
        score = SUITE.score(sample, Answer(sample.id, said), read_answer(said))
        assert score.metrics["published.matching_document"] == value


def _random_case(dice: random.Random) -> tuple[dict[str, Any], str]:
    """A case and an answer to it; some answers are no JSON, or have another verdict or none."""
    paths = [f"audit-4.0/{name}.c" for name in "abcdef"]
    expected: dict[str, Any] = {"filter_result": dice.choice(["FALSE_POSITIVE", "TRUE_POSITIVE"])}
    if dice.random() < 0.7:
        expected["similar_known_issues"] = dice.sample(paths, dice.randint(1, 4))
    said: dict[str, Any] = {}
    if dice.random() < 0.9:
        verdicts = ["FALSE_POSITIVE", "TRUE_POSITIVE"] * 4 + ["NEEDS_REVIEW", "no bug", ""]
        said["filter_result"] = dice.choice(verdicts)
    if dice.random() < 0.8:
        said["similar_known_issues"] = dice.choices(paths, k=dice.randrange(5))
    text = json.dumps(said)
    if dice.random() < 0.15:
        text = text[: dice.randrange(1, len(text))]
    return {**CASE, "expected_output_obj": expected}, text


def test_ten_thousand_random_answers_have_the_documents_figures() -> None:
    dice = random.Random(3)
    for _ in range(100):
        counts: Counter[str] = Counter()
        rows: dict[str, list[Any]] = {name: [] for name in POOLED}
        for _ in range(100):
            record, text = _random_case(dice)
            (sample,) = read_records([record], "here")
            score = SUITE.score(sample, Answer(sample.id, text), read_answer(text))
            for name, pooled in POOLED.items():
                if (row := pooled.counts(score)) is not None:
                    rows[name].append(row)
            expected = record["expected_output_obj"]
            similar = expected.get("similar_known_issues")
            try:
                said = json.loads(text)
            except ValueError:
                assert score.metrics["published.matching_document"] is None
                continue
            right = said.get("filter_result") == expected["filter_result"]
            real = expected["filter_result"] == "TRUE_POSITIVE"
            counts[("tp" if right else "fn") if real else ("tn" if right else "fp")] += 1
            matching = None
            if similar:
                actual = set(said.get("similar_known_issues", []))
                matching = len(actual & set(similar)) / len(actual | set(similar))
            assert score.metrics["published.matching_document"] == pytest.approx(matching, abs=MOST)
        tp, fn, tn, fp = (counts[name] for name in ("tp", "fn", "tn", "fp"))
        precision, recall = tp / (tp + fp), tp / (tp + fn)
        literal = {
            "published.accuracy": (tp + tn) / (tp + fn + tn + fp),
            "published.precision": precision,
            "published.recall": recall,
            "published.f1": 2 * precision * recall / (precision + recall),
        }
        for name, value in literal.items():
            sums = np.sum(rows[name], axis=0)
            assert float(POOLED[name].value(sums)) == pytest.approx(value, abs=MOST)


def test_the_shell_block_runs_with_the_embedded_model(
    document_003: Document, tmp_path: Path
) -> None:
    pytest.importorskip("xllamacpp", reason="the embedded model needs acidtest[local]")
    if not is_fetched() or not SMOLLM2.is_fetched():
        pytest.skip("needs `acidtest fetch minilm` and `acidtest fetch smollm2`")
    (block,) = document_003.shell
    *exports, command = [shlex.split(line) for line in block.strip().splitlines()]
    keys = dict(words[1].split("=") for words in exports)
    assert list(keys) == ["LLM_API_KEY", "EMBEDDINGS_LLM_API_KEY"]
    assert command == ["python", "evaluation/runners/run_filter_evaluation.py"]
    # changed: the script's name; filled in: the embedded model for the keys, and one finding
    ours = [sys.executable, "-m", "acidtest.compat.run_filter_evaluation"]
    ours += ["--system", "sast-filter:model/local/smollm2", "--limit", "1"]
    done = subprocess.run(ours, cwd=tmp_path, env={**os.environ, **keys}, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    (archive,) = (tmp_path / "reports" / "filter").iterdir()
    (item,) = json.loads((archive / "workflow_output.json").read_text())
    report = json.loads((archive / "filter_validation_report.json").read_text())
    assert report["acidtest"]["n"] == 1
    assert item["generated_answer"]
    (answer,) = find_answers(archive / "run" / "answers.jsonl").values()
    assert answer.model == "smollm2"
    assert answer.tokens_out
    for step in ("1 environment", "2 evaluation", "3 validation", "4 archived"):
        assert step in (done.stdout + done.stderr).decode()
    assert not any(key in (done.stdout + done.stderr).decode() for key in keys.values())
