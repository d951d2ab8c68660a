"""The published benchmark's own files: its recorded scores come out again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.protocols import Dataset
from acidtest.core.records import Answer, Score
from acidtest.engine.summarise import plain_figures
from acidtest.suites.crypto_inventory.suite import SUITE

from .conftest import JUDGE, control

MODELS = {
    "gpt-4.1@gpt_final": 0.8302,
    "gemini-2.0-flash-exp@gemini_final": 0.8381,
    "llama3:8b@llama_final": 0.8707,
    "gpt-4.1+retrieval@gpt_final": 0.2701,
    "gemini-2.0-flash-exp+retrieval@gemini_final": 0.2829,
    "llama3:8b+retrieval@llama_final": 0.2716,
}
"""What the published program itself computes on the recorded answers."""


@pytest.fixture(scope="module")
def folder(public_data: Path) -> Path:
    found = public_data / "crypto-benchmark"
    if not found.is_dir():
        pytest.skip(f"no public data: there is no {found}")
    return found


@pytest.fixture(scope="module")
def dataset(folder: Path) -> Dataset:
    return SUITE.read([folder])


@pytest.fixture(scope="module")
def answers(folder: Path, dataset: Dataset) -> dict[str, list[Answer]]:
    read = SUITE.answer_formats["published-results"](folder / "recorded_responses", dataset)
    return {name: list(given) for name, given in read.items()}


def graded(dataset: Dataset, answers: list[Answer]) -> Iterator[Score]:
    """Scores of the answers that are about a sample."""
    samples = {sample.id: sample for sample in dataset.samples}
    for answer in answers:
        if answer.id in samples:
            sample = samples[answer.id]
            yield SUITE.score(sample, answer, JUDGE.observe(sample, answer.text or ""))


def test_all_ground_truths_and_answers_are_there(
    dataset: Dataset, answers: dict[str, list[Answer]]
) -> None:
    assert len(list(dataset.samples)) == 244
    schemas = [sample.groups["ground_truth"] for sample in dataset.samples]
    assert schemas.count("other schema") == 16
    assert [s.groups["file"] for s in dataset.samples].count("missing") == 3
    assert len(answers) == 12
    assert sum(len(given) for given in answers.values()) == 2604


def test_accuracies_are_those_of_the_published_program(
    dataset: Dataset, answers: dict[str, list[Answer]]
) -> None:
    for name, wanted in MODELS.items():
        figures = plain_figures(list(graded(dataset, answers[name])), SUITE.metrics)
        assert round(figures["published.program.accuracy"] or 0, 4) == wanted, name
        assert (figures["f1"] or 0) < 0.4


def test_silence_is_as_good_there_and_nothing_here(dataset: Dataset) -> None:
    asked = [s for s in dataset.samples if "final" in s.groups["asked"]]
    assert len(asked) == 220
    figures = plain_figures([control("silent")(s) for s in asked], SUITE.metrics)
    assert round(figures["published.accuracy"] or 0, 2) == 0.85
    assert (figures["f1"], figures["recall"]) == (0.0, 0.0)


def test_recorded_counts_come_out_again(
    folder: Path, dataset: Dataset, answers: dict[str, list[Answer]]
) -> None:
    """All but those where the program's hash table decided which of two names an entry meant."""
    recorded: dict[tuple[str, str], list[int]] = {}
    for path in sorted((folder / "recorded_responses").glob("*.json")):
        for result in json.loads(path.read_text("utf-8"))["results"]:
            name = _system(result, path)
            identity = f"{result['agent_type']}/{result['file_name']}"
            fields = ("true_positives", "false_positives", "false_negatives")
            recorded[name, identity] = [result[field] for field in fields]
    same = compared = 0
    for name, given in answers.items():
        for answer, score in zip(_known(dataset, given), graded(dataset, given), strict=True):
            before = recorded.get((name, answer.id))
            if before is None:
                continue
            compared += 1
            same += score.evidence["counts"]["published"] == before
    assert compared > 2400
    assert compared - same <= 24


def _system(result: dict[str, Any], path: Path) -> str:
    return f"{result['base_model']}{'+retrieval' if result['with_rag'] else ''}@{path.stem}"


def _known(dataset: Dataset, given: list[Answer]) -> list[Answer]:
    ids = {sample.id for sample in dataset.samples}
    return [answer for answer in given if answer.id in ids]
