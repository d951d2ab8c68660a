"""Where a job's memory can be bounded; what else the keeper does is tested in test_children."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest.core.keeper import delegated_cgroup


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
    assert delegated_cgroup(mounts, "0::/user.slice/a\n") == tree / "user.slice"
    assert delegated_cgroup(mounts, "0::/\n") == tree


@pytest.mark.parametrize(
    ("mounts", "own"),
    [
        ("cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n", "4:memory:/\n0::/\n"),
        ("cgroup2 {tree}/user.slice/a cgroup2 rw 0 0\n", "0::/\n"),
        ("cgroup2 {tree} cgroup2 rw 0 0\n", "4:memory:/\n"),
        ("", ""),
    ],
)
def test_no_group_hands_out_memory(tree: Path, mounts: str, own: str) -> None:
    assert delegated_cgroup(mounts.format(tree=tree), own) is None
