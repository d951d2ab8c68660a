"""A small labelled folder, and ways to score an answer to one of its files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.protocols import Dataset
from acidtest.core.records import Answer, Json, Question, Sample, Score
from acidtest.suites.crypto_inventory.judge import CryptoJudge
from acidtest.suites.crypto_inventory.question import CryptoQuestions
from acidtest.suites.crypto_inventory.suite import SUITE

JUDGE = CryptoJudge()
QUESTIONS = CryptoQuestions()
FILES = {
    "sign.py": "import rsa\nkey = rsa.newkeys(2048)\n# was DSA before\ndigest = sha256(data)\n",
    "tls.conf": "ssl_protocols TLSv1.2;\nssl_ciphers ECDHE-RSA-AES128-GCM-SHA256:!3DES;\n",
    "kem.go": "package main\n\nvar kem = mlkem768.New()\n",
    "garden.py": 'import random\nrandom.seed(7)\nlabel = "aria-label"\n',
}


def finding(algorithm: str, lines: tuple[int, int], **more: Json) -> dict[str, Json]:
    """A label."""
    return {
        "algorithm": algorithm,
        "parameters": {},
        "function": "signature",
        "lines": list(lines),
        "evidence": "api-call",
        "state": "active",
        "reason": "The line names it, and it is what runs.",
        **more,
    }


LABELS: list[dict[str, Json]] = [
    {
        "file": "sign.py",
        "language": "python",
        "artefact": "source",
        "difficulty": "easy",
        "split": "dev",
        "evidence_kind": "api-call",
        "twin": None,
        "origin": "sign",
        "findings": [
            finding("RSA", (2, 2), parameters={"bits": 2048}),
            finding("SHA-256", (4, 4), function="hash"),
            finding("DSA", (3, 3), state="comment", evidence="comment"),
        ],
    },
    {
        "file": "tls.conf",
        "language": "nginx",
        "artefact": "configuration",
        "difficulty": "medium",
        "split": "test",
        "evidence_kind": "api-call",
        "twin": None,
        "origin": "tls",
        "findings": [
            finding("ECDH", (2, 2), function="key-exchange", evidence="config-option"),
            finding("RSA", (2, 2), evidence="config-option"),
            finding(
                "AES", (2, 2), parameters={"bits": 128}, function="cipher", evidence="config-option"
            ),
            finding("SHA-256", (2, 2), function="hash", optional=True),
            finding("3DES", (2, 2), function="cipher", state="disabled"),
        ],
    },
    {
        "file": "kem.go",
        "language": "go",
        "artefact": "source",
        "difficulty": "easy",
        "split": "test",
        "evidence_kind": "api-call",
        "twin": None,
        "origin": "kem",
        "findings": [finding("ML-KEM", (3, 3), parameters={"variant": "768"}, function="kem")],
    },
    {
        "file": "garden.py",
        "language": "python",
        "artefact": "source",
        "difficulty": "easy",
        "split": "test",
        "evidence_kind": "api-call",
        "twin": None,
        "origin": "sign",
        "findings": [],
        "clean_reason": "a random seed and an HTML attribute",
    },
]


def write_corpus(
    folder: Path, labels: Sequence[dict[str, Any]] = LABELS, files: dict[str, Any] = FILES
) -> Path:
    """A folder in the corpus's own form."""
    (folder / "files").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        data = text.encode() if isinstance(text, str) else text
        (folder / "files" / name).write_bytes(data)
    lines = "".join(json.dumps(record) + "\n" for record in labels)
    (folder / "labels.jsonl").write_text(lines, "utf-8")
    return folder


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def dataset(corpus: Path) -> Dataset:
    """What the suite reads from it."""
    return SUITE.read([corpus])


@pytest.fixture(scope="session")
def samples(dataset: Dataset) -> dict[str, Sample]:
    """By id."""
    return {sample.id: sample for sample in dataset.samples}


def score(sample: Sample, answer: str | Json) -> Score:
    """The score of an answer: a text, or a document to be written as JSON."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return SUITE.score(sample, Answer(sample.id, text), JUDGE.observe(sample, text))


def said(*findings: Json) -> Json:
    """An answer in the suite's own form."""
    return {"findings": [{"algorithm": f} if isinstance(f, str) else f for f in findings]}


def ask(sample: Sample) -> Question:
    """The question about a sample."""
    return Question(sample, "numbered", 0, partial(QUESTIONS.text, sample), lambda: None)


def control(name: str) -> Callable[[Sample], Score]:
    """Scores of a control."""
    (chosen,) = (c for c in SUITE.controls if c.name == name)
    return lambda sample: score(sample, chosen.answer(ask(sample)))
