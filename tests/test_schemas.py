"""The published JSON Schemas hold for what real runs write, and refuse what they would not."""

from __future__ import annotations

import copy
import functools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from .late import late

jsonschema = late("jsonschema")

NAMES = ("manifest", "answer", "summary", "export-row")
Document = dict[str, Any]


def _schema(name: str) -> Document:
    text = (files("acidtest") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: Document = json.loads(text)
    return schema


def _check(name: str, document: object) -> None:
    jsonschema.Draft202012Validator(_schema(name)).validate(document)


def _acidtest(*arguments: str | Path, status: int = 0) -> str:
    command = [sys.executable, "-c", "from acidtest.cli import main; main()"]
    done = subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def _lines(text: str) -> list[Document]:
    return [json.loads(line) for line in text.splitlines()]


@functools.cache
def _documents(folder: Path) -> dict[str, list[Document]]:
    """Every document of a run folder, by the schema it should follow."""
    return {
        "manifest": [json.loads((folder / "manifest.json").read_text())],
        "answer": _lines((folder / "answers.jsonl").read_text()),
        "summary": [json.loads((folder / "summary.json").read_text())],
        "export-row": _lines(_acidtest("export", folder, "--format", "jsonl")),
    }


@pytest.fixture(scope="module")
def control_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run of a control, with the core controls beside it."""
    folder = tmp_path_factory.mktemp("control") / "run"
    options = ("--limit", "2", "--controls", "core", "--out", folder)
    _acidtest("run", "c-decompile", "--system", "stub", *options)
    return folder


@pytest.fixture(scope="module")
def recorded_run(control_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recorded answers with all optional fields, two attempts, and a sample that only errs."""
    first, second = (row["id"] for row in _lines((control_run / "answers.jsonl").read_text()))
    told = {
        "time_s": 1.5,
        "logprob": -0.5,
        "tokens_in": 7,
        "tokens_out": 9,
        "cost_usd": 0.01,
        "model": "m",
        "note": "n",
        "stop": "max_tokens",
    }
    rows: list[Document] = [
        {"id": first, "answer": "int func0() { return 0; }", **told},
        {"id": first, "answer": "this is not C"},
        {"id": second, "error": "connection lost"},
        {"id": second, "error": "connection lost"},
    ]
    folder = tmp_path_factory.mktemp("recorded")
    answers = folder / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ("--limit", "2", "--controls", "core", "--out", folder / "run")
    _acidtest("score", "c-decompile", "--answers", answers, *options, status=3)
    return folder / "run"


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_valid_and_described(name: str) -> None:
    schema = _schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["description"]
    undescribed = [
        key for key, value in schema["properties"].items() if not value.get("description")
    ]
    assert undescribed == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("run", ["control_run", "recorded_run"])
def test_real_runs_follow_the_schemas(name: str, run: str, request: pytest.FixtureRequest) -> None:
    documents = _documents(request.getfixturevalue(run))[name]
    assert documents
    for document in documents:
        _check(name, document)


def test_recorded_run_shows_every_shape(recorded_run: Path) -> None:
    """Otherwise the test above would hold for less than the schemas say."""
    documents = _documents(recorded_run)
    given = {key for row in documents["answer"] for key in row}
    # the steps of agents are checked where one has run, in test_agent_killed.py
    assert given == set(_schema("answer")["properties"]) - {"steps"}
    (summary,) = documents["summary"]
    assert summary["errors"] == 1
    assert "passes@2" in summary["metrics"]
    figures = [f for values in summary["groups"]["opt"].values() for f in values.values()]
    assert {figure["value"] is None for figure in figures} == {True, False}
    assert {row["error"] is None for row in documents["export-row"]} == {True, False}


def test_json_option_prints_a_summary(control_run: Path) -> None:
    _check("summary", json.loads(_acidtest("show", control_run, "--json")))


def test_scoring_again_keeps_to_the_schemas(control_run: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(control_run, tmp_path / "again")
    printed = _acidtest("score", folder, "--json")
    _check("summary", json.loads(printed))
    _check("manifest", json.loads((folder / "manifest.json").read_text()))
    before = json.loads((control_run / "summary.json").read_text())
    assert json.loads(printed)["metrics"] == before["metrics"], "the selection was not kept"


def _without(*path: str) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return change


def _with(value: object, *path: str) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("manifest", _without("signature")),
        ("manifest", _without("asked", "samples_sha256")),
        ("manifest", _with(2, "format")),
        ("manifest", _with("yesterday", "created")),
        ("manifest", _with("abc", "data", "sha256")),
        ("manifest", _with("1.0", "suite_version")),
        ("manifest", _with(True, "options", "unheard_of")),
        ("answer", _without("id")),
        ("answer", _with(None, "answer")),
        ("answer", _with(-1, "attempt")),
        ("answer", _with("soon", "time_s")),
        ("answer", _with(1, "score")),
        ("summary", _without("errors")),
        ("summary", _without("metrics", "passes", "n")),
        ("summary", _with(0.5, "metrics", "passes", "low")),
        ("summary", _with("c-decompile v1", "signature")),
        ("summary", _with("100 %", "controls", "oracle", "passes")),
        ("summary", _with({}, "groups", "opt", "O9")),
        ("export-row", _without("evidence")),
        ("export-row", _with([1], "passes")),
        ("export-row", _with(False, "error")),
    ],
)
def test_broken_document_is_refused(
    name: str, change: Callable[[Document], None], control_run: Path
) -> None:
    document = copy.deepcopy(_documents(control_run)[name][0])
    _check(name, document)
    change(document)
    with pytest.raises(jsonschema.ValidationError):
        _check(name, document)
