"""`acidtest corpus`, `doctor` and `fetch` with a plug-in: it is shown and used as a shipped one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from acidtest.core.commands import Check, Command, CommandResult, Download, Option
from acidtest.core.protocols import System
from acidtest.core.records import Table
from acidtest.core.registry import system
from tests.core.plugin import Echo, install

from .conftest import Call

FETCHED: list[str] = []


def _count(*, progress: object, upto: int) -> CommandResult:
    rows = [[word, len(word)] for word in ("red", "green", "blue")[:upto]]
    table = Table("words", "Words", ["word", "letters"], rows)
    return CommandResult(tables=[table], data={"words": len(rows)})


def _fetch(name: str) -> str:
    FETCHED.append(name)
    return f"/cache/{name}"


COUNT = Command("count", "Count words.", _count, (Option("--upto", "Most.", int, default=3),))


@dataclass(frozen=True)
class Full(Echo):
    """With everything a suite may bring to the command line."""

    corpus_commands: Sequence[Command] = (COUNT,)
    downloads: Sequence[Download] = (
        Download("echo-words", "the words of echo", lambda: _fetch("echo-words")),
    )

    def checks(self) -> Iterable[Check]:
        """One tool that is there and one that is not."""
        yield Check("mouth", True, "1.2", needed_for="echo")
        yield Check("ear", False, advice="grow one", needed_for="echo")


FULL = Full()


@system(
    suites=["echo"],
    checks=lambda: [Check("parrot", False, advice="buy one", needed_for="parrot")],
    downloads=[Download("parrot-seed", "what it eats", lambda: _fetch("parrot-seed"))],
)
def make(argument: str, suite: Any) -> System:
    """Says it again."""
    raise NotImplementedError


@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, as far as entry points can tell."""
    points = (
        f"[acidtest.suites]\necho = {__name__}:FULL\n[acidtest.systems]\nparrot = {__name__}:make\n"
    )
    install(tmp_path / "site", "echo-suite", points)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    FETCHED.clear()


# -- corpus ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("echo")
def test_its_corpus_command_is_listed_and_runs(acidtest: Call) -> None:
    assert "Count words." in acidtest("corpus", "--help").out
    assert "echo" in acidtest("corpus", "count", "--help").out
    shown = acidtest("corpus", "count", "echo", "--upto", "2")
    assert shown.status == 0, shown.err
    assert "green" in shown.out
    assert "blue" not in shown.out
    assert acidtest("corpus", "count", "echo", "--json").json == {"words": 3}


@pytest.mark.usefixtures("echo")
def test_a_suite_without_the_command_is_told_who_has_it(acidtest: Call) -> None:
    done = acidtest("corpus", "count", "c-decompile")
    assert done.status == 2
    assert "c-decompile does not have this command; these do: echo" in done.err
    done = acidtest("corpus", "count", "tea")
    assert (done.status, "unknown suite 'tea'" in done.err) == (2, True)


def test_without_it_there_is_no_such_command(acidtest: Call) -> None:
    done = acidtest("corpus", "count", "echo")
    assert done.status == 2
    assert "no such command 'corpus count'" in done.err


def test_shipped_commands_name_their_suites(acidtest: Call) -> None:
    shown = acidtest("corpus", "--help").out
    assert "Commands:" in shown
    names = [line.split()[0] for line in shown.partition("Commands:\n")[2].splitlines() if line]
    assert names == sorted(names)
    for name in names:
        listed = acidtest("corpus", name, "--help")
        assert listed.status == 0
        assert "-decompile" in listed.out or "-inventory" in listed.out or "sast-" in listed.out


# -- doctor ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("echo")
def test_its_checks_are_the_doctors(acidtest: Call) -> None:
    done = acidtest("doctor", "--json")
    tools = {tool["tool"]: tool for tool in done.json["tools"]}
    assert tools["mouth"]["version"] == "1.2"
    assert (tools["ear"]["found"], tools["ear"]["advice"]) == (False, "grow one")
    assert tools["parrot"]["needed_for"] == "parrot"
    assert {"python", "gcc", "bubblewrap"} <= tools.keys()
    assert done.status == 1
    assert acidtest("doctor", "crypto-inventory").status == 0, (
        "what another suite lacks is not asked"
    )
    shown = acidtest("doctor").out
    assert "mouth" in shown
    assert "grow one" in shown


def test_what_cannot_be_loaded_is_told_and_the_rest_is_checked(
    acidtest: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = "[acidtest.suites]\nbroken = no_such_module:S\n"
    install(tmp_path / "site", "broken-suite", points)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    tools = {tool["tool"]: tool for tool in acidtest("doctor", "--json").json["tools"]}
    assert tools["broken"]["found"] is False
    assert "cannot be loaded: ModuleNotFoundError" in tools["broken"]["advice"]
    assert tools["gcc"]["found"]
    assert acidtest("fetch").status == 0
    assert acidtest("corpus", "--help").status == 0
    done = acidtest("run", "broken", "--system", "oracle")
    assert done.status == 2
    assert "suite broken cannot be loaded: ModuleNotFoundError" in done.err


# -- fetch -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("echo")
def test_its_downloads_are_listed_and_fetched_once(acidtest: Call) -> None:
    shown = acidtest("fetch").out
    for part in ("echo-words", "the words of echo", "parrot-seed", "minilm", "smollm2"):
        assert part in shown
    assert FETCHED == []
    done = acidtest("fetch", "echo-words", "parrot-seed", "echo-words")
    assert done.status == 0, done.err
    assert FETCHED == ["echo-words", "parrot-seed"]
    assert "echo-words: /cache/echo-words" in done.out


@pytest.mark.usefixtures("echo")
def test_an_unknown_download_is_named_beside_those_there_are(acidtest: Call) -> None:
    done = acidtest("fetch", "echo-words", "tea")
    assert done.status == 2
    assert "fetch: unknown name 'tea'; choose from: " in done.err
    assert "echo-words" in done.err
    assert FETCHED == []
