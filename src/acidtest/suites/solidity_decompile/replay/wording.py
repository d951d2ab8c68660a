"""A replayed sequence in words: each call, and what the original and the answer did."""

from __future__ import annotations

import re
from collections.abc import Sequence

from acidtest.suites.solidity_decompile.replay.abi import Interface, shown
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.toolchains.evm import (
    HALT,
    NAMES,
    OUT_OF_GAS,
    REVERT,
    START_TIME,
    TARGET,
    CallOutcome,
    CallStep,
)

_REVERT = re.compile(r"Revert \{.*\boutput: 0x((?:[0-9a-f]{2})*)")
_HALT = re.compile(r"Halt \{ reason: (\w+)")


def tell(
    original: Subject,
    answer: Subject,
    steps: Sequence[CallStep],
    ours: Sequence[CallOutcome],
    theirs: Sequence[CallOutcome],
) -> list[str]:
    """A sequence as readable text: each call with arguments, and both outcomes if they differ."""
    interface = original.interface
    lines: list[str] = []
    time = START_TIME
    for step, mine, its in zip(steps, ours, theirs, strict=True):
        later = f" {step.time - time} s later" if step.time > time else ""
        time = step.time
        line = f"{len(lines) + 1}.{later} {_tell_step(interface, step)}"
        if mine == its:
            line += f": both {_tell_outcome(interface, step, mine)}"
        else:
            for part, one, other in zip(CallOutcome._fields, mine, its, strict=True):
                if one != other and part in ("logs", "balances"):
                    line += f"; {part} differ"
            line += f": the original {_tell_outcome(interface, step, mine, its)}"
            line += f"; the answer {_tell_outcome(interface, step, its, mine)}"
        lines.append(line)
    return lines


def tell_failed_deployment(interface: Interface, problem: str) -> str:
    """Why a constructor failed, without what differs between two answers with the same fault."""
    if reverted := _REVERT.match(problem):
        return f"its constructor reverts {interface.tell_revert(bytes.fromhex(reverted[1]))}"
    if halted := _HALT.match(problem):
        return f"its constructor halts ({halted[1]})"
    return problem


def _tell_step(interface: Interface, step: CallStep) -> str:
    who = NAMES.get(step.sender, step.sender)
    money = f" with {step.value} wei" if step.value else ""
    if step.to == TARGET:
        return f"{who} calls {interface.tell_call(step.data)}{money}"
    helper = NAMES.get(step.to, step.to)
    command = int.from_bytes(step.data[:32], "big")
    if command == 0:
        return f"{who} through {helper} calls {interface.tell_call(inner_data(step))}{money}"
    if command == 2:
        data = step.data[32:]
        what = f"call back with {interface.tell_call(data)}" if data else "not call back"
        return f"{who} sets {helper} to {what}"
    modes = {0: "return", 1: "revert with", 2: "return the selector"}
    mode = modes.get(int.from_bytes(step.data[32:64], "big"), "revert with")
    words = [
        str(int.from_bytes(step.data[i : i + 32], "big")) for i in range(64, len(step.data), 32)
    ]
    return f"{who} sets {helper} to {mode} ({', '.join(words)})"


def _tell_outcome(
    interface: Interface, step: CallStep, outcome: CallOutcome, other: CallOutcome | None = None
) -> str:
    data = inner_data(step)
    if outcome.status == REVERT:
        return f"reverts {interface.tell_revert(outcome.data)}"
    if outcome.status == HALT:
        return "halts (invalid instruction or the like)"
    if outcome.status == OUT_OF_GAS:
        return "runs out of gas"
    text = f"returns {interface.tell_return(data, outcome.data)}" if outcome.data else "succeeds"
    if other is not None and outcome.logs != other.logs:
        logs = [_tell_log(interface, *log) for log in outcome.logs]
        text += f" and logs {'; '.join(logs) if logs else 'nothing'}"
    if other is not None and outcome.balances != other.balances:
        first = next(i for i, b in enumerate(outcome.balances) if b != other.balances[i])
        holders = [TARGET, *[a for a in NAMES if a != TARGET]]
        who = NAMES[holders[first]] if first < len(holders) else "a constructor's account"
        text += f" and leaves {who} with {outcome.balances[first]} wei"
    return text


def _tell_log(interface: Interface, address: str, topics: Sequence[bytes], data: bytes) -> str:
    helper = NAMES.get(address.lower(), address)
    if helper == "target":
        return interface.tell_log(topics, data)
    if topics:
        return f"{helper} called back: {'success' if topics[0][-1] else 'failure'} {shown(data)}"
    value = int.from_bytes(data[:32], "big")
    return f"{helper} was called: {interface.tell_call(data[32:])} with {value} wei"
