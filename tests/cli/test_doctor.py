"""`acidtest doctor`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acidtest.core.commands import Check
from tests.cli.conftest import Call, in_a_process


def test_doctor_on_a_whole_machine(acidtest: Call) -> None:
    done = acidtest("doctor")
    assert done.status == 0
    assert "bubblewrap" in done.out
    assert "caches:" in done.out
    tools = {tool["tool"]: tool for tool in acidtest("doctor", "--json").json["tools"]}
    names = ("python", "platform", "bubblewrap", "gcc", "kept compiler")
    assert all(tools[name]["found"] for name in names)
    assert tools["gcc"]["version"]


def test_doctor_says_how_to_get_what_is_missing(tmp_path: Path) -> None:
    done = in_a_process("doctor", "--json", env={"PATH": str(tmp_path)})
    tools = {tool["tool"]: tool for tool in done.json["tools"]}
    assert done.status == 1
    for name, package in (("bubblewrap", "bubblewrap"), ("gcc", "gcc"), ("g++", "g++")):
        assert tools[name]["found"] is False
        assert f"apt-get install {package}" in tools[name]["advice"]
    plain = in_a_process("doctor", env={"PATH": str(tmp_path)})
    assert (plain.status, "    apt-get install bubblewrap\n" in plain.out) == (1, True)


def test_doctor_prints_one_line_for_all_targets(tmp_path: Path) -> None:
    (tmp_path / "clang").symlink_to("/bin/false")
    done = in_a_process("doctor", "c-decompile", "--json", env={"PATH": str(tmp_path)})
    (tool,) = (tool for tool in done.json["tools"] if tool["tool"] == "other targets")
    assert (tool["found"], tool["optional"]) == (False, True)
    command, line = tool["advice"].split(" install ")
    assert command == "apt-get"
    packages = line.split(" ")
    assert len(packages) == len(set(packages))
    setup = (Path(__file__).parents[2] / "tools" / "setup.sh").read_text()
    (listed,) = re.findall(r'^other_targets="([^"]*)"', setup, re.MULTILINE)
    assert {*packages} - {"gcc", "libc6-dev", "binutils"} == {*listed.split()}


def test_doctor_of_one_suite(acidtest: Call) -> None:
    crypto = acidtest("doctor", "crypto-inventory")
    assert crypto.status == 0
    assert "grammars" in crypto.out
    assert "bubblewrap" not in crypto.out  # it runs no answer
    assert "bubblewrap" in acidtest("doctor", "c-decompile").out
    unknown = acidtest("doctor", "c-decompil")
    assert (unknown.status, "unknown suite" in unknown.err) == (2, True)


def test_doctor_fits_a_terminal(acidtest: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    assert max(len(line) for line in acidtest("doctor").out.splitlines()[:-1]) <= 80


@pytest.mark.parametrize(("optional", "status"), [(True, 0), (False, 1)])
def test_what_only_makes_things_faster_may_be_missing(
    acidtest: Call, monkeypatch: pytest.MonkeyPatch, optional: bool, status: int
) -> None:
    check = Check("turbo", False, advice="get turbo", needed_for="speed", optional=optional)
    monkeypatch.setattr("acidtest.cli.doctor.all_checks", lambda suite: [check])
    done = acidtest("doctor")
    assert "missing: turbo, for speed\n    get turbo\n" in done.out
    assert (done.status, acidtest("doctor", "--json").status) == (status, status)


def test_the_advice_is_a_command(tmp_path: Path) -> None:
    """Nothing else stands on its line, so that it can be copied."""
    tools = in_a_process("doctor", "--json", env={"PATH": str(tmp_path)}).json["tools"]
    commands = ("apt-get install ", "pip install ", "acidtest fetch ")
    missing = [tool["advice"] for tool in tools if not tool["found"]]
    assert missing
    assert [advice for advice in missing if not advice.startswith(commands)] == []
