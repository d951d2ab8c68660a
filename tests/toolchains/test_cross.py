"""The tools of targets: where they are, their versions, and what to install where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core import children
from acidtest.toolchains import cross
from acidtest.toolchains.cross import MissingTools, find_emulator, find_toolchain, folders_of
from acidtest.toolchains.target import Platform, Target, parse_target, select_targets
from tests.toolchains.test_target import toolchain

FORMATS = {"elf": b"\x7fELF", "pe": b"MZ"}


@pytest.mark.parametrize("target", select_targets(["O2"]), ids=str)
def test_the_compiler_builds_a_program_of_the_format(target: Target, tmp_path: Path) -> None:
    tools, program = toolchain(target), tmp_path / "program.out"
    (tmp_path / "a.c").write_text(
        "#include <math.h>\nint main(int c, char **v) { return sqrt(c); }"
    )
    built = children.run([*tools.cc, "-O2", str(tmp_path / "a.c"), "-o", str(program), "-lm"])
    assert built.returncode == 0, built.stderr
    assert program.read_bytes().startswith(FORMATS[target.format])
    assert " T main" in children.run([tools.nm, str(program)]).stdout
    assert "unknown" not in tools.identity.values()


def test_a_missing_compiler_is_named_with_the_package_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    cross._find.cache_clear()
    with pytest.raises(MissingTools) as caught:
        find_toolchain(parse_target("aarch64-clang-O2"))
    assert "clang was not found" in str(caught.value)
    assert caught.value.packages == ("clang", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross")
    with pytest.raises(MissingTools, match=r"apt-get install gcc-12-multilib$"):
        find_toolchain(parse_target("i386-gcc-O2"))
    with pytest.raises(MissingTools, match="g\\+\\+-aarch64-linux-gnu"):
        find_toolchain(parse_target("aarch64-gcc-O2"), "cpp")


def test_an_emulator_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTools, match=r"qemu-none was not found.*apt-get install qemu-user"):
        find_emulator(Platform("none", emulator="qemu-none"))
    assert find_emulator(Platform("none")).argv == ()


def test_tools_outside_usr_are_mounted_with_the_folder_above_them() -> None:
    assert folders_of(["/usr/bin/gcc", "/opt/cross/bin/mips-gcc"]) == ["/opt/cross"]
    assert folders_of(["/usr/local/bin/gcc"]) == ["/usr/local"]
