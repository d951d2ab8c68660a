"""What an agent works with: solc, the EVM and the lifter of three-address code.

All three answer outside its sandbox, in the confined processes that also judge: the sandbox only
holds the bytecode that the question shows.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from acidtest.core.agents import AgentTool, ToolMisuse, Workbench, Workbenches
from acidtest.core.records import Json, Question
from acidtest.lang import tac
from acidtest.lang.pragma import pragmas
from acidtest.suites.solidity_decompile.replay.pool import Worker
from acidtest.toolchains.solc import MODES, Solc, available
from acidtest.toolchains.solc_fetch import pick

_MODULE = "acidtest.suites.solidity_decompile.trial"
_TRIAL_S = 60.0
_CODE_MAX = 1 << 20
_CALLS_MAX = 50
_SELECTOR = 8
_HEX = re.compile(r"(?:0x)?([0-9a-fA-F]*)")
_ABOUT = (
    "Your shell is in a folder with runtime.hex, the contract's bytecode. The tool solc compiles "
    "Solidity, evm deploys or installs code and calls it, lift shows bytecode as three-address "
    "code. There is no network."
)


class SolidityTools:
    """The tools, while their processes run. Thread-safe."""

    def __init__(self) -> None:
        self._solc = Solc()
        self._worker: Worker | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the processes."""
        self._solc.close()
        with self._lock:
            if self._worker is not None:
                self._worker.end()

    def bench(self, question: Question) -> Workbench:
        """The workbench for one contract."""
        program = question.program
        code = b"" if program is None else program.data
        tools = [self._compiler(), self._machine(code.hex()), _lifter(code)]
        return Workbench(_ABOUT, {"runtime.hex": code.hex().encode()}, tools)

    def _compiler(self) -> AgentTool:
        def compile_source(source: str, mode: str) -> str:
            if mode and mode not in MODES:
                raise ToolMisuse(f"unknown mode '{mode[:40]}'; choose from: {', '.join(MODES)}")
            version = (pick(source, available())[0] if pragmas(source) else None) or available()[0]
            made = self._solc.compile(source, version, mode or MODES[0])
            if made.problem:
                raise ToolMisuse("\n".join([made.problem, *made.errors]))
            return json.dumps(
                [
                    {"contract": a.name, "creation": a.creation, "runtime": a.runtime}
                    for a in made.artifacts
                    if a.creation
                ]
            )

        return AgentTool(
            "solc",
            "Compile Solidity source and get the bytecode of its contracts as JSON, or its errors.",
            {"source": "one source file", "mode": f"{', '.join(MODES)}; empty for the first"},
            compile_source,
        )

    def _machine(self, runtime: str) -> AgentTool:
        def evm(code: str, kind: str, calls: str) -> str:
            if kind not in ("creation", "runtime", ""):
                raise ToolMisuse("kind: expected creation or runtime")
            chosen = _hex(code, "code") or runtime
            lines = [line for line in re.split(r"[\s,]+", calls) if line]
            if len(lines) > _CALLS_MAX:
                raise ToolMisuse(f"calls: at most {_CALLS_MAX} at a time")
            given = {
                "code": chosen,
                "deploy": kind == "creation" and bool(code.strip()),
                "calls": [_hex(line, "calls") for line in lines],
            }
            return "\n".join(self._try(given))

        return AgentTool(
            "evm",
            "Put code on a fresh chain and make calls to it one after another; each line says how "
            "a call ended, what it returned, and its logs.",
            {
                "code": "hex of the code; empty for the contract in question",
                "kind": "creation to run its constructor, or runtime",
                "calls": "hex of each call's data, separated by spaces",
            },
            evm,
        )

    def _try(self, given: dict[str, Json]) -> list[str]:
        with self._lock:
            worker = self._worker = self._worker or Worker(_MODULE, bare=False)
            try:
                lines: list[str] = worker.ask(json.dumps(given).encode(), _TRIAL_S)["lines"]
            except (OSError, ValueError) as error:
                worker.end()
                self._worker = None
                raise ToolMisuse(f"the EVM did not survive this: {str(error)[:300]}") from None
        return lines


def _lifter(runtime: bytes) -> AgentTool:
    def lift(selector: str) -> str:
        digits = _hex(selector, "selector")
        if not digits:
            return tac.lift_lean(runtime)
        text = tac.lift_function(runtime, f"0x{digits}") if len(digits) == _SELECTOR else ""
        if not text:
            raise ToolMisuse(f"there is no function with the selector 0x{digits[:16]}")
        return text

    return AgentTool(
        "lift",
        "Show the contract's bytecode as three-address code.",
        {"selector": "a function's selector such as 0xa9059cbb; empty for all"},
        lift,
    )


def _hex(text: str, name: str) -> str:
    match = _HEX.fullmatch(text.strip())
    if match is None or len(match[1]) % 2 or len(match[1]) > 2 * _CODE_MAX:
        raise ToolMisuse(f"{name}: expected hex digits, two for a byte, up to {_CODE_MAX} bytes")
    return match[1].lower()


@contextmanager
def open_tools() -> Iterator[Workbenches]:
    """The maker of workbenches, while the tools are open."""
    made = SolidityTools()
    try:
        yield made.bench
    finally:
        made.close()
