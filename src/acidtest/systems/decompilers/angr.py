"""angr's decompiler, from the extra `[angr]`."""

from __future__ import annotations

import sys

from acidtest.core.errors import InputError
from acidtest.core.extras import check_packages
from acidtest.core.protocols import Suite
from acidtest.core.registry import system
from acidtest.systems.decompilers.served import ServedSystem
from acidtest.systems.limits import ToolLimits

LIMITS = ToolLimits(wall_s=120, cpu_s=90, memory=4 << 30, output=16 << 20)


def angr(limits: ToolLimits = LIMITS) -> ServedSystem:
    """The system; angr itself runs in separate processes."""
    check_packages("the system angr", "angr")
    argv = [sys.executable, "-m", "acidtest.systems.decompilers.angr_server"]
    argv += [str(limits.memory), str(limits.cpu_s), f"{limits.wall_s:.0f}"]
    return ServedSystem("angr", {"decompiler": "angr", "semantic_naming": False}, argv, limits)


@system(programs="ELF")
def make(argument: str, suite: Suite) -> ServedSystem:
    """The decompiler of angr; needs the extra [angr]."""
    if argument:
        raise InputError(f"angr takes no argument, but got '{argument}'")
    return angr()
