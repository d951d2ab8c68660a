"""The compiler in its confined workers: what it does, and what it survives."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.lang.pragma import admits, choose, parse, pragmas, without_pragmas
from acidtest.toolchains import solc as toolchain
from acidtest.toolchains.npm import Package
from acidtest.toolchains.solc import Solc, modes_of
from acidtest.toolchains.solc_fetch import PINNED

SIMPLE = (
    "contract A { uint public x; function f(uint a) public returns (uint) { x += a; return x; } }"
)


@pytest.mark.parametrize("version", PINNED)
def test_every_pinned_version_compiles_in_every_mode(version: str) -> None:
    with Solc() as solc:
        for mode in modes_of(version):
            made = solc.compile(SIMPLE, version, mode)
            assert made.problem is None
            assert len(made.artifacts[0].creation) > 100


def test_errors_are_told_and_the_worker_goes_on() -> None:
    with Solc() as solc:
        bad = solc.compile("contract A { function f() public { y = 1; } }", "0.8.37", "optimised")
        assert bad.problem is not None
        assert "Undeclared identifier" in bad.problem
        assert solc.compile(SIMPLE, "0.8.37", "optimised").problem is None


def test_types_alone_make_no_code() -> None:
    with Solc() as solc:
        made = solc.compile(SIMPLE, "0.8.37", "unoptimised", abi_only=True)
        assert made.artifacts[0].creation == ""
        assert {entry["name"] for entry in made.artifacts[0].abi} == {"x", "f"}


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "./a.sol", "https://example.org/a.sol", "@a/b.sol"]
)
def test_imports_are_refused(name: str) -> None:
    with Solc() as solc:
        made = solc.compile(f'import "{name}"; contract A {{}}', "0.8.37", "optimised")
        assert made.problem is not None
        assert "not found" in made.problem


def slow_source() -> str:
    terms = "+".join(f"(a*{j}+b)" for j in range(300))
    bodies = (
        f"function f{i}(uint a,uint b) public pure returns(uint){{return {terms};}}"
        for i in range(200)
    )
    return f"contract A {{ {''.join(bodies)} }}"


def test_a_source_that_takes_too_long_is_ended_and_its_worker_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(toolchain, "_PER_KIB_S", 0)
    with Solc(time_s=1.0) as solc:
        made = solc.compile(slow_source(), "0.8.37", "via-ir")
        assert made.problem is not None
        assert "the time limit was reached" in made.problem
    with Solc() as solc:
        assert solc.compile(SIMPLE, "0.8.37", "unoptimised").problem is None


def test_a_source_that_takes_too_much_memory_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "MEMORY", 250 << 20)
    with Solc(time_s=60) as solc:
        made = solc.compile(slow_source(), "0.8.37", "via-ir")
        assert made.problem is not None
        assert "memory" in made.problem or "failed on this source" in made.problem
        assert solc.compile(SIMPLE, "0.8.37", "unoptimised").problem is None


def test_a_native_solc_of_the_right_version_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "solc"
    fake.write_text(
        "#!/bin/sh\n"
        'if [ "$1" = --version ]; then echo "Version: 0.8.37+commit.f401782d.Linux.g++"; exit; fi\n'
        "cat >/dev/null\n"
        'echo \'{"contracts": {"answer": {"Native": {"abi": []}}}}\'\n'
    )
    fake.chmod(fake.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    toolchain.native_solc.cache_clear()
    try:
        with Solc() as solc:
            made = solc.compile(SIMPLE, "0.8.37", "optimised")
            assert [artifact.name for artifact in made.artifacts] == ["Native"]
            other = solc.compile(SIMPLE, "0.7.6", "optimised")
            assert [artifact.name for artifact in other.artifacts] == ["A"]
    finally:
        monkeypatch.undo()
        toolchain.native_solc.cache_clear()


def test_a_package_with_another_hash_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "solc.tgz"
    archive.write_bytes(b"not it")
    with pytest.raises(InfrastructureError, match="not the expected file"):
        Package("solc", "0.8.37", PINNED["0.8.37"], ("soljson.js",)).unpack(archive)


@pytest.mark.parametrize(
    ("text", "version", "expected"),
    [
        ("^0.8.0", "0.8.37", True),
        ("^0.8.20", "0.8.19", False),
        ("^0.4.0", "0.5.17", False),
        (">=0.4.22 <0.6.0", "0.5.17", True),
        (">=0.4.22 <0.6.0", "0.6.12", False),
        ("0.8.19", "0.8.37", False),
        ("=0.8.37", "0.8.37", True),
        ("0.8", "0.8.37", True),
        ("0.8.x", "0.8.37", True),
        ("*", "0.4.26", True),
        ("~0.7.1", "0.7.6", True),
        ("~0.7.1", "0.8.0", False),
        ("0.5.0 - 0.7.0", "0.6.12", True),
        ("^0.5.0 || ^0.7.0", "0.7.6", True),
        (">0.5.0", "0.5.0", False),
        ("<=0.6.12", "0.6.12", True),
        ("nonsense", "0.8.37", False),
        ("", "0.8.37", False),
    ],
)
def test_version_ranges_are_read_as_npm_reads_them(text: str, version: str, expected: bool) -> None:
    assert admits(text, parse(version)) is expected


def test_the_newest_version_that_a_text_admits_is_chosen() -> None:
    versions = list(PINNED)
    assert choose("contract A {}", versions) == ("0.8.37", False)
    assert choose("pragma solidity >=0.4.0 <0.7.0;", versions) == ("0.6.12", False)
    assert choose("pragma solidity 0.8.4;", versions) == ("0.8.37", True)
    assert choose("pragma solidity ^0.9.0;", versions) == (None, False)
    assert choose("// pragma solidity ^0.4.0;\n", versions) == ("0.8.37", False)


def test_pragmas_in_comments_and_strings_are_none() -> None:
    text = '/* pragma solidity 0.4.0; */ contract A { string s = "// x"; } pragma solidity ^0.8.0;'
    assert pragmas(text) == ["^0.8.0"]
    assert "pragma solidity ^0.8.0" not in without_pragmas(text)
    assert len(without_pragmas(text)) == len(text)
