"""The machine's gcc: found, versioned, its parts called as the driver would call them."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.core.errors import InfrastructureError
from acidtest.lang.elf import read_object
from acidtest.toolchains.gcc import find_gcc


def test_the_version_is_what_gcc_says() -> None:
    said = subprocess.run(["gcc", "-dumpfullversion"], check=True, capture_output=True, text=True)
    gcc = find_gcc()
    assert gcc.version == said.stdout.strip()
    assert set(gcc.identity) == {"gcc", "binutils", "libc", "target"}


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_its_parts_make_a_shared_object(language: str, tmp_path: Path) -> None:
    gcc = find_gcc()
    name = "unit.cc" if language == "cpp" else "unit.c"
    (tmp_path / name).write_text("int f(int a) { return a + 1; }\n")
    for argv in (
        gcc.compile_argv(language, name, "unit.s"),
        gcc.assemble_argv("unit.s", "unit.o"),
        gcc.link_argv(language, ["unit.o"], "unit.so"),
    ):
        subprocess.run(argv, cwd=tmp_path, check=True, capture_output=True)
    wanted = {"_Z1fi"} if language == "cpp" else {"f"}
    assert read_object((tmp_path / "unit.o").read_bytes()).defined() == wanted
    assert (tmp_path / "unit.so").stat().st_size > 0


@pytest.mark.parametrize(
    "code",
    [
        "int f(int *p) { return p; }",
        "int f(int a) { return undeclared(a); }",
        "f(a) { return a; }",
        "char *f(int *p) { return p; }",
    ],
    ids=["int-conversion", "implicit-function", "implicit-int", "incompatible-pointer"],
)
def test_what_gcc_14_made_errors_compiles(code: str, tmp_path: Path) -> None:
    (tmp_path / "unit.c").write_text(code)
    done = subprocess.run(
        find_gcc().compile_argv("c", "unit.c", "unit.s"),
        cwd=tmp_path,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()


def test_cpp_without_gxx_says_what_to_install() -> None:
    with pytest.raises(InfrastructureError, match=r"g\+\+ was not found.*apt-get install g\+\+"):
        replace(find_gcc(), cc1plus=None).compile_argv("cpp", "a.cc", "a.s")


def test_without_gcc_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    find_gcc.cache_clear()
    try:
        with pytest.raises(InfrastructureError, match=r"gcc was not found.*apt-get install gcc"):
            find_gcc()
    finally:
        find_gcc.cache_clear()
