"""`acidtest doctor`."""

from __future__ import annotations

from pathlib import Path

import pytest

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
