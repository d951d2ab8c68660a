"""What a package adds to the command line works as what is shipped: commands and options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acidtest.cli import cli
from acidtest.cli.commands import as_parameter
from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.records import Table
from acidtest.core.registry import command_names
from tests.core.plugin import install

from .conftest import Call

SHIPPED = ("history", "sast-calibrate", "sast-eval", "sast-known", "scan")
SEEN: list[dict[str, Any]] = []


def _brew(*, progress: Progress, **values: Any) -> CommandResult:
    SEEN.append(values)
    if values["strength"] == 9:
        raise InputError("that is too strong")
    with progress.stage("brewing", 1) as advance:
        advance()
    return CommandResult(
        tables=[Table("cups", "Cups [b]", ["leaf", "cups"], [["green\x1b[31m", 2]], "a note")],
        lines=["done \x1b[31m"],
        warnings=["hot"],
        text="the text",
        data={"cups": 2, "at": Path("/here")},
        status=1 if values["fail"] else 0,
    )


BREW = Command(
    "brew",
    "Brew tea.\n\nAs strong as you like.",
    _brew,
    (
        Option("LEAF", kind=str, required=True),
        Option("--strength", "How strong.", int, default=3, least=1, most=9, short="-s"),
        Option("--cups", "How many.", float, least=0),
        Option("--pot", "Where.", Path, many=True),
        Option("--kind", "Which.", choices=("black", "green")),
        Option("--fail", "Drop it.", bool),
    ),
)


@pytest.fixture
def tea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with one command that works and one that cannot be loaded."""
    points = f"[acidtest.commands]\nbrew = {__name__}:BREW\n"
    install(tmp_path / "site", "tea", points)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    SEEN.clear()


@pytest.mark.usefixtures("tea")
def test_it_stands_beside_the_shipped_ones(acidtest: Call) -> None:
    assert set(SHIPPED) | {"brew"} <= set(command_names())
    shown = acidtest("--help").out
    assert all(f"\n  {name} " in shown for name in (*SHIPPED, "brew"))
    assert "Brew tea." in shown


@pytest.mark.usefixtures("tea")
def test_its_help_says_what_was_declared(acidtest: Call) -> None:
    done = acidtest("brew", "--help")
    assert done.status == 0
    for part in ("LEAF", "As strong as you like.", "-s, --strength", "default: 3", "[black|green]"):
        assert part in done.out
    assert "--json" in done.out


@pytest.mark.usefixtures("tea")
def test_its_options_are_read_as_their_kinds(acidtest: Call) -> None:
    done = acidtest("brew", "oolong", "-s", "4", "--cups", "1.5", "--pot", "a", "--pot", "b")
    assert done.status == 0, done.err
    (values,) = SEEN
    assert values == {
        "leaf": "oolong",
        "strength": 4,
        "cups": 1.5,
        "pot": (Path("a"), Path("b")),
        "kind": None,
        "fail": False,
    }


@pytest.mark.usefixtures("tea")
def test_what_it_returns_is_printed_escaped_and_with_its_status(acidtest: Call) -> None:
    done = acidtest("brew", "oolong", "--fail")
    assert done.status == 1
    for part in ("the text", "Cups [b]", "leaf", "green\\x1b[31m", "a note", "done \\x1b[31m"):
        assert part in done.out
    assert "\x1b[31m" not in done.out
    assert "hot" in done.err
    assert "hot" not in done.out


@pytest.mark.usefixtures("tea")
def test_for_programs_its_data_are_printed_and_nothing_else(acidtest: Call) -> None:
    done = acidtest("brew", "oolong", "--json")
    assert done.json == {"cups": 2, "at": "/here"}


@pytest.mark.usefixtures("tea")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing argument 'LEAF'"),
        (("x", "--strength", "10"), "expected a whole number from 1 to 9, got 10"),
        (("x", "--cups", "-1"), "expected a number of at least 0, got -1.0"),
        (("x", "--kind", "mint"), "got 'mint'"),
        (("x", "--brew"), "No such option"),
        (("x", "--strength", "9"), "acidtest: that is too strong"),
    ],
)
def test_bad_usage_is_status_2_with_a_reason(
    acidtest: Call, arguments: tuple[str, ...], said: str
) -> None:
    done = acidtest("brew", *arguments)
    assert (done.status, said in done.err) == (2, True), done.err


def test_a_shipped_command_without_its_argument_says_which(acidtest: Call) -> None:
    done = acidtest("scan")
    assert (done.status, "Missing argument 'PATH" in done.err) == (2, True), done.err


def test_without_the_package_there_is_no_such_command(acidtest: Call) -> None:
    done = acidtest("brew", "x")
    assert done.status == 2
    assert "no such command 'brew'" in done.err


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_ones_come_the_same_way(acidtest: Call, name: str) -> None:
    assert name not in cli.commands
    done = acidtest(name, "--help")
    assert done.status == 0
    assert f"acidtest {name}" in done.out


def test_a_broken_package_costs_its_own_command_alone(
    acidtest: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", "cold", "[acidtest.commands]\ncold = no_such_module:X\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert acidtest("suites").status == 0
    shown = acidtest("--help")
    assert shown.status == 0, shown.err
    assert "doctor" in shown.out
    assert "cannot be loaded: ModuleNotFoundError" in shown.out
    done = acidtest("cold")
    assert done.status == 2
    assert (
        "cold: cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'" in done.err
    )


@pytest.mark.parametrize(
    ("option", "check"),
    [
        (Option("--a-b", kind=bool), lambda made: made.is_flag),
        (Option("--n", kind=int), lambda made: made.type.name == "integer"),
        (Option("--p", kind=Path, many=True), lambda made: made.multiple),
        (Option("FILES", kind=Path, many=True), lambda made: made.nargs == -1),
        (Option("--must", required=True), lambda made: made.required),
    ],
)
def test_an_option_becomes_what_click_has_for_it(
    option: Option, check: Callable[[Any], bool]
) -> None:
    made = as_parameter(option)
    assert made.name == option.name
    assert check(made)
