"""Nothing that is printed contains a secret, whoever prints it."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from unittest import mock

import click
import pytest
from rich.console import Console

from acidtest.cli.streams import RedactedStream, redact_streams

from .conftest import Call, in_a_process

SECRET = "pl4nted-on-purpose"


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_PASS", SECRET)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_way_of_printing_is_redacted(encoding: str) -> None:
    raw = io.BytesIO()
    with mock.patch.object(sys, "stdout", io.TextIOWrapper(raw, encoding, write_through=True)):
        redact_streams()
        redact_streams()
        assert isinstance(sys.stdout, RedactedStream)
        print("print", SECRET)
        click.echo(f"click {SECRET} …")
        Console().print(f"rich {SECRET}", highlight=False)
        sys.stdout.writelines([f"lines {SECRET}\n"])
        sys.stdout.flush()
    text = raw.getvalue().decode()
    assert SECRET not in text
    assert text.count("***") == 4


def test_a_closed_stream_stays_closed() -> None:
    with mock.patch.object(sys, "stdout", None):
        redact_streams()
        assert sys.stdout is None


def test_a_traceback_and_a_warning_are_redacted() -> None:
    code = (
        "import os, threading, warnings, acidtest.cli as m, acidtest.cli.app as c\n"
        "def fail(): raise ValueError(os.environ['MY_PASS'])\n"
        "def both():\n"
        "    warnings.warn(os.environ['MY_PASS'])\n"
        "    thread = threading.Thread(target=fail); thread.start(); thread.join()\n"
        "    fail()\n"
        "c.cli = lambda **_: both()\n"
        "m.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 3
    assert "Traceback" in done.stderr
    assert SECRET not in done.stderr
    assert done.stderr.count("***") >= 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "c-decompile", "--system", "comand:tool --token x1y2"],
        ["run", "c-decompile", "--system", "command:/no/such --token x1y2-learned-9"],
        ["run", "c-decompile", "--system", "oracle", "--data", f"no-{SECRET}"],
        ["run", SECRET, "--system", "oracle"],
        ["run", "c-decompile", "--system", "oracle", f"--{SECRET}"],
        [SECRET],
    ],
)
def test_an_error_message_keeps_it(arguments: list[str]) -> None:
    done = in_a_process(*arguments)
    assert done.status == 2
    assert "x1y2" not in done.err
    assert SECRET not in done.err
    assert done.err


def test_a_whole_run_and_its_page_keep_it(acidtest: Call, data: Path, tmp_path: Path) -> None:
    tool = tmp_path / "tool.sh"
    tool.write_text('echo "int f() { /* $MY_PASS $2 */ }"; echo "$MY_PASS $*" >&2; exit 3\n')
    system = f"command:sh {tool} --token x1y2-learned-9"
    done = acidtest("run", "c-decompile", "--data", data, "--limit", "2", "--system", system)
    assert done.status == 0, done.err
    (folder,) = Path("runs/c-decompile").iterdir()
    texts = [done.out, done.err, folder.name]
    for call in (["show"], ["report"], ["export", "--format", "csv"]):
        shown = acidtest(*call, folder)
        assert shown.status == 0, shown.err
        texts += [shown.out, shown.err]
    paths = [path for path in [*folder.iterdir(), Path("report.html")] if path.is_file()]
    texts += [path.read_bytes().decode("utf-8", "replace") for path in paths]
    assert not [text for text in texts if SECRET in text or "x1y2" in text]
    assert "***" in (folder / "answers.jsonl").read_text()
