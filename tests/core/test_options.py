"""An option of a run is declared once: command line, API and manifest have it all the same."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

import acidtest
from acidtest import engine
from acidtest.cli.run import run, score
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions, declared_options, parse_groups
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, make_system

FIELDS = {each.name: each for each in fields(RunOptions)}
OTHER: dict[str, Any] = {
    "data": (Path("/tasks/one.c"), Path("/tasks/two")),
    "limit": 7,
    "groups": {"opt": ["O0", "O2"]},
    "workers": 3,
    "executor": "ray",
    "address": "10.0.0.1:6379",
    "seed": 11,
    "form": "asm-data",
    "controls": "all",
    "bare": True,
    "attempts": 4,
    "target": ("aarch64", "clang-O2"),
    "stripped": True,
    "replay_budget": 40,
    "replay_seed": 5,
    "repair": True,
    "prove": 10,
    "agent": True,
    "agent_limits": "steps=5,usd=0.5",
}
"""A value of each field that is not its default."""


def test_every_field_is_tried_here() -> None:
    assert OTHER.keys() == FIELDS.keys()
    default = RunOptions()
    assert [name for name, value in OTHER.items() if getattr(default, name) == value] == []


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_on_the_command_line(name: str) -> None:
    declared = FIELDS[name].metadata["option"]
    for command, recorded in ((run, False), (score, True)):
        parameters = {each.name: each for each in command.params}
        if recorded and not FIELDS[name].metadata["recorded_too"]:
            assert name not in parameters
            continue
        parameter = parameters[name]
        assert isinstance(parameter, click.Option)
        assert declared.flag in parameter.opts
        assert parameter.help == declared.help
        assert parameter.multiple == declared.many
        if declared.short:
            assert declared.short in parameter.opts


def test_the_command_line_declares_nothing_twice() -> None:
    for command in (run, score):
        flags = [flag for each in command.params for flag in each.opts]
        assert len(flags) == len(set(flags))
    assert declared_options(recorded=True).keys() < declared_options(recorded=False).keys()


@pytest.mark.parametrize("name", FIELDS)
def test_what_the_command_line_reads_becomes_the_field(name: str) -> None:
    flag = FIELDS[name].metadata["option"].flag
    given = {
        "data": ["/tasks/one.c", flag, "/tasks/two"],
        "groups": ["opt=O0,O2"],
        "target": ["clang-O2", flag, "aarch64"],
        "repair": ["1"],
    }.get(name, [] if OTHER[name] is True else [str(OTHER[name])])
    context = run.make_context("run", ["c-decompile", "--system", "oracle", flag, *given])
    named = declared_options(recorded=False)
    read = RunOptions.of({key: value for key, value in context.params.items() if key in named})
    assert read == RunOptions(**{name: OTHER[name]})


def test_what_is_not_given_is_the_default() -> None:
    context = run.make_context("run", ["c-decompile", "--system", "oracle"])
    named = declared_options(recorded=False)
    given = {key: value for key, value in context.params.items() if key in named}
    assert RunOptions.of(given) == RunOptions()


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_in_the_api(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It comes to the plan as it was given; nothing needs to be run to see that."""

    class Enough(Exception):
        """The plan was asked for."""

    seen: list[RunOptions] = []

    def planned(suite: Suite, system: object, options: RunOptions) -> None:
        seen.append(options)
        raise Enough

    monkeypatch.setattr("acidtest.api.engine.make_plan", planned)
    value = OTHER[name]
    if name == "data":
        (tmp_path / "a.c").write_text("")
        value = (tmp_path / "a.c",)
    with pytest.raises(Enough):
        acidtest.evaluate("c-decompile", "oracle", **{name: value})
    assert seen == [RunOptions(**{name: value})]


def test_an_unknown_option_is_named_beside_those_there_are() -> None:
    with pytest.raises(InputError) as caught:
        acidtest.evaluate("c-decompile", "oracle", limits=3)  # type: ignore[call-arg]
    said = str(caught.value)
    assert "unknown option 'limits'; did you mean limit or agent_limits?" in said
    with pytest.raises(InputError) as caught:
        acidtest.evaluate("c-decompile", "oracle", tea=3)  # type: ignore[call-arg]
    assert str(caught.value).rpartition(": ")[2].split(", ") == sorted(FIELDS)


def _manifest(options: RunOptions) -> dict[str, Any]:
    """As the engine writes it, through JSON."""
    manifest = {
        "data": {"paths": [str(path) for path in options.data]},
        "question_form": options.form,
        "seed": options.seed,
        "options": options.to_manifest(),
    }
    read: dict[str, Any] = json.loads(json.dumps(manifest))
    return read


WHERE = ("workers", "executor", "address")
"""Where the work is done, which no manifest keeps."""


@pytest.mark.parametrize("name", sorted(FIELDS.keys() - set(WHERE)))
def test_every_field_comes_back_from_the_manifest(name: str) -> None:
    options = RunOptions(**{name: OTHER[name]})
    assert RunOptions.from_manifest(_manifest(options)) == options


def test_all_fields_together_come_back_but_for_where_the_work_was_done() -> None:
    options = RunOptions(**OTHER)
    elsewhere = {name: getattr(RunOptions(), name) for name in WHERE}
    assert RunOptions.from_manifest(_manifest(options)) == options.replace(**elsewhere)


def test_a_manifest_of_another_version_is_read() -> None:
    """A field it lacks has its default; what this version does not know is left."""
    manifest = {**_manifest(RunOptions()), "options": {"limit": 5, "was_once": True}}
    assert RunOptions.from_manifest(manifest) == RunOptions(limit=5)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("limit", 0, "a whole number of at least 1, got 0"),
        ("limit", -1, "a whole number of at least 1, got -1"),
        ("limit", "abc", "a whole number of at least 1, got 'abc'"),
        ("limit", True, "a whole number of at least 1, got True"),
        ("limit", float("nan"), "a whole number of at least 1, got nan"),
        ("seed", "x", "a whole number, got 'x'"),
        ("seed", 1.5, "a whole number, got 1.5"),
        ("workers", -1, "a whole number of at least 1, got -1"),
        ("attempts", 0, "a whole number of at least 1, got 0"),
        ("replay_budget", 5001, "a whole number from 1 to 5000, got 5001"),
        ("repair", 2, "a whole number from 0 to 1, got 2"),
        ("controls", "nonsense", "one of core, all, none, got 'nonsense'"),
        ("bare", 1, "True or False, got 1"),
        ("form", 5, "a text, got 5"),
    ],
)
def test_a_value_is_checked_in_the_words_of_the_command_line(
    name: str, value: Any, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        acidtest.evaluate("c-decompile", "oracle", **{name: value})
    assert str(caught.value) == f"option '{name}': expected {said}"
    option = FIELDS[name].metadata["option"]
    if type(value) is option.kind:
        with pytest.raises(click.BadParameter) as refused:
            run.make_context("run", ["c-decompile", "--system", "oracle", option.flag, str(value)])
        assert refused.value.message == f"expected {said}"


@pytest.mark.parametrize("value", [3.5, True, {"a": 1}, ["x=y", 3], [["x"]], ""])
@pytest.mark.parametrize("name", ["data", "groups", "target"])
def test_what_may_be_several_is_texts(name: str, value: Any) -> None:
    """A manifest may be damaged, and a caller may err."""
    with pytest.raises(InputError, match=f"option '{name}': expected a text or several"):
        RunOptions.of({name: value})


def test_what_decides_the_answers_is_asked_and_nothing_else() -> None:
    assert RunOptions().asked() == {"attempts": 1}
    whole = RunOptions(**OTHER).asked()
    target = ["aarch64", "clang-O2"]
    assert whole == {"attempts": 4, "target": target, "stripped": True, "repair": True}


@pytest.mark.parametrize(
    ("suite", "options", "flag"),
    [
        ("sast-triage", {"repair": True}, "--repair"),
        ("crypto-inventory", {"stripped": True}, "--stripped"),
        ("solidity-pairs", {"target": ("all",)}, "--target"),
        ("crypto-inventory", {"repair": True}, "--repair"),
        ("solidity-pairs", {"prove": 5}, "--prove"),
        ("solidity-decompile", {"stripped": True}, "--stripped"),
    ],
)
def test_an_option_that_a_suite_does_not_support_is_refused(
    suite: str, options: dict[str, Any], flag: str
) -> None:
    found = find_suite(suite)
    with pytest.raises(InputError, match=f"{flag}: {suite} does not support this option"):
        engine.make_plan(found, make_system("oracle", found), RunOptions(**options))


def test_an_option_that_a_suite_names_is_supported() -> None:
    assert RunOptions(stripped=True).unsupported(["stripped"]) == []
    left = [each.flag for each in RunOptions(**OTHER).unsupported([])]
    options = "--target --stripped --repair --prove --replay-budget --replay-seed"
    assert sorted(left) == sorted(options.split())
    assert RunOptions().unsupported([]) == []


@pytest.mark.parametrize("text", ["opt", "=O0", "opt="])
def test_groups_that_name_nothing_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected GROUP=VALUE,VALUE"):
        parse_groups([text])


def test_groups_add_up() -> None:
    assert parse_groups(["opt=O0", "lang=c", "opt=O2,O3"]) == {
        "opt": ["O0", "O2", "O3"],
        "lang": ["c"],
    }
