"""A sandbox that has the attacks as a tool."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from acidtest.toolchains.sandbox import Sandbox


@pytest.fixture(scope="module")
def attack_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """attacks/attack.c, compiled."""
    target = tmp_path_factory.mktemp("attacks") / "attack"
    source = Path(__file__).parent / "attacks" / "attack.c"
    flags = ["-std=gnu17", "-O1", "-Wno-infinite-recursion", "-pthread"]
    subprocess.run(["gcc", *flags, "-o", target, source, "-lrt"], check=True)
    return target


@pytest.fixture(scope="module")
def arena(attack_program: Path) -> Iterator[Sandbox]:
    """A sandbox that has the attacks as a tool."""
    with Sandbox(tools={"attack": attack_program}) as opened:
        yield opened
