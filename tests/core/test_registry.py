"""Systems are found by the name a user types: controls, fields, and what plug-ins add."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from acidtest.core import registry
from acidtest.core.commands import Check
from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, make_system, suite_names, system_names

from .conftest import question

PLUGIN = '''
from acidtest.core.records import Answer


class Parrot:
    name = "parrot:x"
    identity = {"kind": "parrot"}

    def __init__(self, argument, suite):
        self.argument = argument

    def answer(self, question):
        return Answer(question.sample.id, self.argument, question.attempt)


def make(argument, suite):
    """Says what it was told to say."""
    return Parrot(argument, suite)
'''


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package that brings a system and a suite."""
    (tmp_path / "parrot_plugin.py").write_text(PLUGIN)
    info = tmp_path / "parrot_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[acidtest.systems]\nparrot = parrot_plugin:make\n"
        "[acidtest.suites]\nparrot-suite = parrot_plugin:PLUGIN_SUITE\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "parrot_plugin", raising=False)


@pytest.mark.parametrize("name", ["", "nobody", "nobody:x"])
def test_an_unknown_system_is_named_beside_those_there_are(suite: Suite, name: str) -> None:
    with pytest.raises(InputError) as caught:
        make_system(name, suite)
    said = str(caught.value)
    assert f"unknown system '{name}' for c-decompile" in said
    assert "oracle" in said
    assert "field" in said


def test_names_say_what_they_are(suite: Suite) -> None:
    names = system_names(suite)
    assert names["oracle"].startswith("control: ")
    assert "field:NAME" in names["field"]


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_adds_a_system(suite: Suite) -> None:
    assert system_names(suite)["parrot"] == "Says what it was told to say."
    assert make_system("parrot:hello", suite).answer(question()).text == "hello"


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_adds_a_suite() -> None:
    assert {"c-decompile", "parrot-suite"} <= set(suite_names())


def test_an_unknown_suite_is_named_beside_those_there_are() -> None:
    with pytest.raises(InputError, match=r"unknown suite 'tea'; choose from: .*c-decompile"):
        find_suite("tea")


def test_a_plug_in_that_cannot_be_loaded_is_named(
    suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "broken_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[acidtest.systems]\nbroken = no_such_module:make\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert system_names(suite)["broken"].startswith("cannot be loaded: ModuleNotFoundError")


def test_an_unknown_name_is_answered_with_what_was_meant() -> None:
    with pytest.raises(InputError, match=r"unknown suite 'c-decompil'; did you mean c-decompile"):
        find_suite("c-decompil")
    suite = find_suite("c-decompile")
    with pytest.raises(InputError, match=r"unknown system 'ghidr' .*; did you mean ghidra\?$"):
        make_system("ghidr", suite)
    with pytest.raises(InputError, match=r"'Oracle' .*did you mean oracle"):
        make_system("Oracle", suite)
    with pytest.raises(InputError, match=r"'exploit:' .*did you mean exploit:"):
        make_system("exploit:", suite)
    with pytest.raises(InputError, match=r"choose from: .*ghidra.* more; `acidtest systems c-dec"):
        make_system("zzz", suite)


@pytest.mark.parametrize("name", ["ghidra", "ghidra-headless", "angr"])
def test_a_system_that_reads_programs_is_offered_only_where_there_are_some(name: str) -> None:
    assert name in system_names(find_suite("c-decompile"))
    for other in ("sast-triage", "solidity-decompile", "crypto-inventory"):
        assert name not in system_names(find_suite(other))
        with pytest.raises(InputError, match=f"{name} reads ELF programs; .* {other} have none"):
            make_system(name, find_suite(other))


def test_a_tool_that_fails_one_of_its_checks_is_missing(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What serves one suite may not serve another."""
    parts = [
        SimpleNamespace(checks=lambda works=works: [Check("box", works, needed_for=str(works))])
        for works in (True, False, True)
    ]
    monkeypatch.setattr(registry, "_everything", lambda suite: [("part", part) for part in parts])
    (check,) = registry.all_checks()
    assert (check.installed, check.needed_for) == (False, "False")


def test_too_little_memory_is_no_fault_of_a_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> None:
        raise MemoryError

    point = SimpleNamespace(name="c-decompile", load=load)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    with pytest.raises(MemoryError):
        find_suite("c-decompile")
