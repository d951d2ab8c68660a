"""Where a job's memory can be bounded; what else the keeper does is tested in test_children."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.keeper import memory_groups


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Files like those of a cgroup v2: user.slice hands out memory, its child does not."""
    for folder, controllers in (
        ("", "memory pids"),
        ("user.slice", "memory"),
        ("user.slice/a", ""),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "cgroup.subtree_control").write_text(controllers)
    return tmp_path


def test_the_nearest_group_that_hands_out_memory_is_taken(tree: Path) -> None:
    mounts = f"proc /proc proc rw 0 0\ncgroup2 {tree} cgroup2 rw 0 0\n"
    assert memory_groups(mounts, "0::/user.slice/a\n") == (tree / "user.slice", "memory.max")
    assert memory_groups(mounts, "0::/\n") == (tree, "memory.max")


def test_version_1_has_a_tree_for_memory(tree: Path) -> None:
    mounts = f"cgroup {tree} cgroup rw,memory 0 0\ncgroup2 {tree}/user.slice/a cgroup2 rw 0 0\n"
    expected = (tree / "user.slice", "memory.limit_in_bytes")
    assert memory_groups(mounts, "4:memory:/user.slice\n0::/\n") == expected
    assert memory_groups(mounts, "4:cpu,memory:/user.slice/gone\n") == expected


@pytest.mark.parametrize(
    ("mounts", "own"),
    [
        ("cgroup {tree}/gone cgroup rw,memory 0 0\n", "4:memory:/\n0::/\n"),
        ("cgroup {tree} cgroup rw,cpu 0 0\n", "4:cpu:/\n"),
        ("cgroup2 {tree}/user.slice/a cgroup2 rw 0 0\n", "0::/\n"),
        ("cgroup2 {tree} cgroup2 rw 0 0\n", "4:memory:/\n"),
        ("", ""),
    ],
)
def test_no_group_hands_out_memory(tree: Path, mounts: str, own: str) -> None:
    assert memory_groups(mounts.format(tree=tree), own) is None
