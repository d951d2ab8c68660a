"""`acidtest doctor`."""

from __future__ import annotations

from pathlib import Path

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
    assert done.status == 3
    for name, package in (("bubblewrap", "bubblewrap"), ("gcc", "gcc"), ("g++", "g++")):
        assert tools[name]["found"] is False
        assert f"apt-get install {package}" in tools[name]["advice"]
    plain = in_a_process("doctor", env={"PATH": str(tmp_path)})
    assert (plain.status, "apt-get install bubblewrap" in plain.out) == (3, True)
