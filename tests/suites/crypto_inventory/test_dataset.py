"""Data of every kind is read as it is, or refused with where and what."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Dataset
from acidtest.engine.summarise import tables_of
from acidtest.suites.crypto_inventory.check import problems
from acidtest.suites.crypto_inventory.suite import SUITE

from .conftest import FILES, LABELS, finding, score, write_corpus


def test_samples_carry_groups_and_clusters(dataset: Dataset) -> None:
    sign, tls, _, garden = dataset.samples
    assert sign.groups == {
        "language": "python",
        "artefact": "source",
        "difficulty": "easy",
        "evidence_kind": "api-call",
        "split": "dev",
        "contains": "cryptography",
        "korean": "not named",
    }
    assert garden.groups["contains"] == "nothing"
    assert sign.cluster == garden.cluster != tls.cluster


def test_published_expectations_are_derived_from_labels(dataset: Dataset) -> None:
    expected = next(iter(dataset.samples)).truth.expected
    assert expected.algorithms == ("RSA", "SHA-256")
    assert set(expected.categories) >= {"shor_vulnerable", "public_key", "hash_function"}


def test_the_hash_follows_labels_and_files(tmp_path: Path, dataset: Dataset) -> None:
    other = write_corpus(tmp_path / "a", files={**FILES, "sign.py": FILES["sign.py"] + "\n"})
    assert SUITE.read([other]).sha256 != dataset.sha256
    same = write_corpus(tmp_path / "b")
    assert SUITE.read([same]).sha256 == dataset.sha256


def test_a_file_that_is_not_utf8_is_read(tmp_path: Path) -> None:
    files = {**FILES, "garden.py": b"# \xff\xfe caf\xe9\r\nx = 1\r\n"}
    corpus = write_corpus(tmp_path, files=files)
    *_, sample = SUITE.read([corpus]).samples
    assert len(sample.truth.lines) == 2
    assert score(sample, {"findings": []}).metrics["clean_flagged"] == 0.0
    with SUITE.questions(RunOptions()) as questions:
        assert "\ufffd" in questions.text(sample, "plain")
        program = questions.program(sample)
        assert program is not None
        assert program.data == files["garden.py"]


def _changed(**changes: Any) -> Callable[[], list[dict[str, Any]]]:
    return lambda: [{**LABELS[0], **changes}]


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (_changed(file="../secret"), "not a path under"),
        (_changed(file="/etc/passwd"), "not a path under"),
        (_changed(file="gone.py"), "cannot be read"),
        (_changed(file=7), "'file' is missing"),
        (_changed(findings=None), "'findings' is missing"),
        (_changed(findings=["RSA"]), "finding 1: expected an object, got str"),
        (_changed(findings=[{}]), "'algorithm' is missing"),
        (_changed(findings=[finding("Frobnicator", (1, 1))]), "not the name of one algorithm"),
        (_changed(findings=[finding("RSA", (1, 1), state="maybe")]), "'state' is 'maybe'"),
        (_changed(findings=[finding("RSA", (3, 2))]), r"\[3, 2\] is not a span"),
        (_changed(findings=[finding("RSA", (0, 2))]), "is not a span"),
        (_changed(findings=[finding("RSA", (1, 1), parameters=[1])]), "'parameters' is not"),
        (_changed(findings=[finding("RSA", (1, 1), accept="EC")]), "'accept' is not"),
        (lambda: [LABELS[0], LABELS[0]], "duplicate id"),
        (list, "contains no samples"),
    ],
)
def test_bad_labels_are_refused_by_place(
    tmp_path: Path, labels: Callable[[], list[dict[str, Any]]], told: str
) -> None:
    corpus = write_corpus(tmp_path, labels())
    with pytest.raises(InputError, match=told):
        SUITE.read([corpus])


@pytest.mark.parametrize("line", ["{", "[]", "7", '"x"', "{}"])
def test_lines_that_are_no_labels_are_refused(tmp_path: Path, line: str) -> None:
    write_corpus(tmp_path)
    (tmp_path / "labels.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=r"labels.jsonl, line 1"):
        SUITE.read([tmp_path])


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"labels.jsonl.*ground_truth.jsonl"):
        SUITE.read([tmp_path])


def test_labels_are_checked_against_their_files(tmp_path: Path, corpus: Path) -> None:
    assert problems([corpus]) == []
    bad = [
        {**LABELS[0], "findings": [finding("RSA", (9, 9))]},
        {**LABELS[3], "clean_reason": None},
    ]
    told = problems([write_corpus(tmp_path, bad)])
    assert [where for where, _ in told] == ["sign.py", "garden.py"]


def _truths(folder: Path, *truths: tuple[str, Any]) -> Path:
    text = "".join(json.dumps({"path": p, "ground_truth": t}) + "\n" for p, t in truths)
    (folder / "ground_truth.jsonl").write_text(text)
    files = [{"path": "source_code/a.py", "content": "x\n"}, {"path": "spare.txt", "content": ""}]
    (folder / "test_files.jsonl").write_text("".join(json.dumps(f) + "\n" for f in files))
    return folder


def _truth(*algorithms: str, **more: Any) -> dict[str, Any]:
    return {
        "expected_findings": {
            "vulnerable_algorithms_detected": list(algorithms),
            "algorithm_categories": ["shor_vulnerable"],
            "korean_algorithms_detected": [],
            **more.pop("findings", {}),
        },
        "expected_confidence_range": [0.7, 0.95],
        **more,
    }


def test_ground_truths_without_file_or_in_another_schema_stay_in_sight(tmp_path: Path) -> None:
    other = {"vulnerability_analysis": {"quantum_vulnerable_algorithms": [{"algorithm": "RSA"}]}}
    folder = _truths(
        tmp_path, ("source_code/a.json", other), ("logs_config/b.json", _truth("ECC", "VDF"))
    )
    a, b = SUITE.read([folder]).samples
    assert (a.id, a.groups["ground_truth"], a.groups["file"]) == (
        "source_code/a.py",
        "other schema",
        "present",
    )
    assert [label.name for label in a.truth.labels] == ["RSA"]
    assert (b.id, b.groups["file"]) == ("logs_config/b", "missing")
    made = tables_of(SUITE, {a.id: a, b.id: b}, [score(sample, "") for sample in (a, b)])
    (table,) = (table for table in made if table.name == "ground_truth")
    assert [row[0] for row in table.rows] == [a.id, b.id, b.id]
    told = [what.partition(":")[0] for _, what in problems([folder])]
    assert sorted(told) == ["file", "file", "name", "schema"]


def test_where_a_truth_says_elliptic_curves_any_of_them_is_right(tmp_path: Path) -> None:
    folder = _truths(tmp_path, ("source_code/a.json", _truth("ECC")))
    (sample,) = SUITE.read([folder]).samples
    for name in ("ECC", "ECDSA", "ECDH", "X25519"):
        graded = score(sample, {"findings": [{"algorithm": name}]})
        assert graded.evidence["counts"]["names"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("truth", "kind"),
    [
        (_truth("RSA"), None),
        (_truth("RSA-2048"), "name"),
        (_truth("RSA", findings={"algorithm_categories": ["asymmetric"]}), "category"),
        (_truth("RSA", expected_confidence_range=[0.2, 0.9]), "confidence"),
        (_truth("RSA", expected_confidence_range=None), "confidence"),
        (_truth("SEED"), "korean"),
        (_truth("RSA", findings={"korean_algorithms_detected": ["SEED"]}), "korean"),
    ],
)
def test_the_published_rules_for_authors(tmp_path: Path, truth: Any, kind: str | None) -> None:
    folder = _truths(tmp_path, ("source_code/a.json", truth))
    told = [what.partition(":")[0] for where, what in problems([folder]) if where != "spare.txt"]
    assert told == ([] if kind is None else [kind])


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({}, "'base_model'"),
        ({"base_model": "m"}, "'agent_type'"),
        ({"base_model": "m", "agent_type": "a"}, "'file_name'"),
        (
            {"base_model": "m", "agent_type": "a", "file_name": "b", "response_time": "1"},
            "'response_time'",
        ),
        (7, "expected an object, got int"),
    ],
)
def test_bad_results_are_refused_by_place(
    tmp_path: Path, dataset: Dataset, result: Any, told: str
) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"results": [result]}))
    with pytest.raises(InputError, match=rf"result 0.*{told}"):
        SUITE.answer_formats["published-results"](path, dataset)


def test_results_without_a_list_are_refused(tmp_path: Path, dataset: Dataset) -> None:
    for text in ("{}", "[]", "{", '{"results": {}}'):
        (tmp_path / "results.json").write_text(text)
        with pytest.raises(InputError, match=r"results\.json"):
            SUITE.answer_formats["published-results"](tmp_path / "results.json", dataset)
