"""A way to call the command line as a user does, and small runs to look at."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from unittest import mock

import pytest

from acidtest.cli import main
from acidtest.suites.c_decompile.dataset import CORPUS
from acidtest.suites.c_decompile.suite import SUITE

TASKS = ("drop_between", "ink_cost")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, parsed."""
        return json.loads(self.out)


class Call(Protocol):
    """Runs one command."""

    def __call__(self, *arguments: str | Path) -> Done:
        """How it ended."""
        ...


@pytest.fixture
def acidtest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command, in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")  # so that a word looked for is not broken
    return in_process


def in_process(*arguments: str | Path) -> Done:
    """The command without the cost of a new process."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", "", write_through=True)
    with (
        mock.patch.object(sys, "argv", ["acidtest", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Done(status, *texts)


def in_a_process(*arguments: str | Path, env: Mapping[str, str] | None = None) -> Done:
    """The command as installed, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from acidtest.cli import main; main()", *map(str, arguments)],
        env={**os.environ, **(env or {})},
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace"))


@pytest.fixture(scope="session")
def references() -> dict[str, str]:
    """The right answers to the questions of `data`."""
    return {s.id: s.truth.function for s in SUITE.read([]).samples if s.cluster in TASKS}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two of the shipped tasks: eight samples."""
    folder = tmp_path_factory.mktemp("tasks")
    for name in TASKS:
        (folder / f"{name}.c").write_bytes((CORPUS / f"{name}.c").read_bytes())
    return folder


@pytest.fixture(scope="session")
def oracle_run(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, to be looked at and not changed."""
    folder = tmp_path_factory.mktemp("oracle") / "run"
    done = in_process("run", "c-decompile", "--data", data, "--system", "oracle", "--out", folder)
    assert done.status == 0, done.err
    return folder


def write_answers(path: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """A file of answers."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
