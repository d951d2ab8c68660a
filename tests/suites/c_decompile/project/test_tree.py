"""What a user names as a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.errors import InputError
from acidtest.suites.c_decompile.project.tree import library_files, trees_of


def test_single_files_of_a_folder_are_one_project(tmp_path: Path) -> None:
    for name in ("a.c", "b.c", "c.c"):
        (tmp_path / name).write_text("int x;")
    (tree,) = trees_of([str(tmp_path / "a.c"), str(tmp_path / "b.c")])
    assert [path.name for path in library_files(tree)] == ["a.c", "b.c"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int x;")
    (tmp_path / "b.c").symlink_to("/etc/passwd")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tree,) = trees_of([str(tmp_path)])
    assert [path.name for path in library_files(tree)] == ["a.c"]


@pytest.mark.parametrize("name", ["nowhere", "lz4=1", "x.h"])
def test_what_is_no_project_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.h").write_text("")
    named = str(tmp_path / name) if name == "x.h" else name
    with pytest.raises(InputError, match=name):
        trees_of([named])


def test_two_projects_of_one_name_are_refused(tmp_path: Path) -> None:
    for parent in ("one", "two"):
        (tmp_path / parent / "same").mkdir(parents=True)
    with pytest.raises(InputError, match="two projects are called same"):
        trees_of([str(tmp_path / "one/same"), str(tmp_path / "two/same")])
