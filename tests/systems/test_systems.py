"""Systems are found by the name a user types: controls, fields, and what plug-ins add."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from acidtest.errors import InputError
from acidtest.model import Answer, Question, Sample
from acidtest.suites import Suite, find_suite, suite_names
from acidtest.systems import CallableSystem, make_system, system_names

PLUGIN = '''
from acidtest.model import Answer


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
def suite() -> Suite:
    """The suite there is."""
    return find_suite("c-decompile")


def question(**record: str | int | None) -> Question:
    """A question about a sample with this record."""
    sample = Sample("a-O0", "a", {}, None, record)
    return Question(sample, "asm", 1, lambda form: f"text in {form}", lambda: None)


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


def test_a_control_is_a_system(suite: Suite) -> None:
    system = make_system("silent", suite)
    assert (system.name, dict(system.identity)) == ("silent", {"control": "silent"})
    assert system.answer(question()) == Answer("a-O0", "", 1)


def test_a_field_answers_with_the_record_s_text(suite: Suite) -> None:
    system = make_system("field:ghidra_pseudo", suite)
    assert (system.name, dict(system.identity)) == (
        "field:ghidra_pseudo",
        {"field": "ghidra_pseudo"},
    )
    assert system.answer(question(ghidra_pseudo="int f;")) == Answer("a-O0", "int f;", 1)


@pytest.mark.parametrize("value", [None, 5])
def test_a_field_that_is_no_text_is_an_empty_answer(suite: Suite, value: int | None) -> None:
    assert make_system("field:x", suite).answer(question(x=value)).text == ""


def test_a_field_the_record_lacks_is_the_user_s_mistake(suite: Suite) -> None:
    with pytest.raises(InputError, match="sample a-O0 has no field 'y'; it has: x, z"):
        make_system("field:y", suite).answer(question(x="1", z="2"))


@pytest.mark.parametrize("name", ["field", "field:"])
def test_a_field_needs_a_name(suite: Suite, name: str) -> None:
    with pytest.raises(InputError, match="field: needs a name, as in field:"):
        make_system(name, suite)


@pytest.mark.parametrize("name", ["", "nobody", "nobody:x", "Oracle", "exploit", "exploit:"])
def test_an_unknown_system_is_named_beside_those_there_are(suite: Suite, name: str) -> None:
    with pytest.raises(InputError) as caught:
        make_system(name, suite)
    said = str(caught.value)
    assert f"there is no system '{name}' for c-decompile" in said
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
    with pytest.raises(InputError, match=r"there is no suite 'tea'; there are: .*c-decompile"):
        find_suite("tea")


def test_any_callable_is_a_system() -> None:
    answer = CallableSystem(str.upper).answer(question())
    assert (answer.id, answer.text, answer.attempt) == ("a-O0", "TEXT IN ASM", 1)
    assert answer.time_s is not None


def test_a_callable_may_give_a_whole_answer() -> None:
    answer = CallableSystem(lambda text: Answer("any", text, tokens_in=5)).answer(question())
    assert (answer.text, answer.tokens_in) == ("text in asm", 5)


def test_a_plug_in_that_cannot_be_loaded_is_named(
    suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "broken_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[acidtest.systems]\nbroken = no_such_module:make\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert system_names(suite)["broken"].startswith("cannot be loaded: ModuleNotFoundError")
