"""sevm from npm: a symbolic EVM that writes Solidity-like text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from acidtest.core.commands import Download
from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.protocols import Suite
from acidtest.core.records import Answer, Json, Question
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import run_tool
from acidtest.toolchains.npm import Package, find_node

PACKAGE = Package(
    "sevm",
    "0.7.4",
    "AdYAnh+YHdMaIOWT3Lv/g3FLdXGzB0leWOW3Zrh7cy2M4vmhW8QN+Cx5HK4g5/G/7s13KHydjvEHIrQJ6GNORQ==",
    (
        "dist/sevm.js",
        "4bytedb/functionHashes.min.json",
        "4bytedb/eventHashes.min.json",
        "LICENSE",
    ),
)
_SCRIPT = Path(__file__).parent / "sevm.cjs"
_LIMITS = ToolLimits(wall_s=60, cpu_s=60, memory=2 << 30)


class SevmSystem:
    """sevm decompiles runtime bytecode of contracts (npm; `acidtest fetch sevm` once)."""

    name = "sevm"
    suites: ClassVar[tuple[str, ...]] = ("solidity-decompile",)
    downloads: ClassVar[Sequence[Download]] = (
        Download("sevm", "the decompiler sevm from npm, for solidity-decompile", PACKAGE.fetch),
    )

    def __init__(self, argument: str, suite: Suite) -> None:
        """Find node and the package; downloads nothing."""
        if argument:
            raise InputError(f"sevm takes no argument, but got '{argument}'")
        if not PACKAGE.is_fetched:
            raise InputError("sevm: the npm package is missing; run `acidtest fetch sevm` once")
        self._node = find_node()

    @property
    def identity(self) -> Mapping[str, Json]:
        """The package, our script around it, and the limits; the node version does not matter."""
        return {
            "decompiler": "sevm",
            "version": PACKAGE.version,
            "script_sha256": sha256_of(_SCRIPT.read_bytes()),
            "limits": _LIMITS.to_json(),
        }

    def answer(self, question: Question) -> Answer:
        """Its text; an empty answer with the reason if it fails on this contract."""
        runtime = question.binary
        if runtime is None:
            raise InputError("sevm decompiles bytecode; these questions have none")
        argv = [str(self._node), "--max-old-space-size=1024", str(_SCRIPT), str(PACKAGE.folder)]
        start = time.perf_counter()
        try:
            done = run_tool(argv, stdin=runtime.hex().encode(), limits=_LIMITS)
        except OSError as error:
            raise InfrastructureError(f"sevm: cannot start node: {error}") from error
        return Answer(
            question.sample.id,
            done.stdout,
            question.attempt,
            time_s=time.perf_counter() - start,
            note=None if done.problem is None else f"sevm: {done.problem}",
        )
