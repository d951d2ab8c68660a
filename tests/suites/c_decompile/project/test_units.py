"""A project's files are read by its own commands, in the sandbox, whatever its build does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.suites.c_decompile.project.tree import trees_of
from acidtest.suites.c_decompile.project.units import BUILD, Built, preprocessed
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Limits

CODE = '#include "sizes.h"\nint room[ROOM];\n#ifdef MORE\nint more;\n#endif\n'
SOON = Limits(cpu_s=1, wall_s=2, memory=1 << 30, file_size=1 << 20, processes=32)


def read(folder: Path, limits: Limits = BUILD) -> Built:
    (tree,) = trees_of([str(folder)])
    return preprocessed(tree, find_gcc(), bare=False, progress=Silent(), limits=limits)


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_headers_are_looked_for_where_no_command_is_known(tmp_path: Path) -> None:
    glue = "#include <Python.h>\n"
    files = {"src/a.c": CODE, "include/sizes.h": "#define ROOM 3\n", "tests/t.c": "int t;"}
    write(tmp_path, {**files, "glue.c": glue})
    made = read(tmp_path)
    assert [file.file for file in made.files] == ["src/a.c"]
    assert b"int room[3];" in made.files[0].data
    assert str(tmp_path).encode() not in made.files[0].data


def test_commands_decide_what_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.c": CODE, "wide/sizes.h": "#define ROOM 9\n"})
    entry = {"directory": str(tmp_path / "src"), "file": "a.c",
             "command": "cc -DMORE -I ../wide -o x.o -c a.c"}  # fmt: skip
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
    (file,) = read(tmp_path).files
    assert b"int room[9];" in file.data
    assert b"int more;" in file.data


@pytest.mark.parametrize("text", ["{", "[3]", '[{"file": "a.c", "command": "cc \'"}]'])
def test_broken_commands_are_named(tmp_path: Path, text: str) -> None:
    write(tmp_path, {"a.c": "int x;", "compile_commands.json": text})
    with pytest.raises(InputError, match=r"compile_commands\.json"):
        read(tmp_path)


def test_a_build_is_recorded_with_its_flags_and_generated_headers(tmp_path: Path) -> None:
    rule = "all:\n\techo '#define ROOM 5' > sizes.h\n\t$(CC) -DMORE -c src/a.c -I. -o a.o\n"
    write(tmp_path, {"src/a.c": CODE, "Makefile": rule})
    made = read(tmp_path)
    (file,) = made.files
    assert (file.file, made.note) == ("src/a.c", "")
    assert b"int room[5];" in file.data
    assert b"int more;" in file.data
    assert not (tmp_path / "sizes.h").exists()


def test_a_build_that_fails_is_named_and_files_are_read_without_it(tmp_path: Path) -> None:
    write(tmp_path, {"a.c": "int x;", "Makefile": "all:\n\techo error: no luck; exit 3\n"})
    made = read(tmp_path)
    assert "no luck" in made.note
    assert [file.file for file in made.files] == ["a.c"]


@pytest.mark.parametrize(
    "rule", ["f() { f | f & }; f; sleep 60", "while :; do :; done", "yes > big; cat big big"]
)
def test_a_hostile_build_ends_and_is_named(tmp_path: Path, rule: str) -> None:
    write(tmp_path, {"a.c": "int x;", "Makefile": f"all:\n\t{rule}\n"})
    made = read(tmp_path, SOON)
    assert "the build failed" in made.note
    assert [file.file for file in made.files] == ["a.c"]


def test_a_header_bomb_is_named_and_costs_nobody_else(tmp_path: Path) -> None:
    deep = "#include __FILE__\n#include __FILE__\n"
    write(tmp_path, {"bomb.c": deep, "good.c": "int good;", "lost.c": '#include "lost.h"\n'})
    made = {file.file: file for file in read(tmp_path).files}
    assert "cannot be preprocessed" in made["bomb.c"].why
    assert "lost.h" in made["lost.c"].why
    assert b"int good;" in made["good.c"].data
