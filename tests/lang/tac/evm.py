"""The real EVM beside the machine: the same call in both, and what each did."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from dataclasses import dataclass

import pyrevm

from .machine import Environment

CONTRACT = "0x" + "c0" * 20
BALANCE = 1000
_SLOT = re.compile(
    r"(\d+): StorageSlot \{ previous_or_original_value: \d+, present_value: (\d+) \}"
)


@dataclass(frozen=True)
class Call:
    """One call of a sequence."""

    data: bytes
    sender: str = "0x" + "a1" * 20
    value: int = 0


@dataclass(frozen=True)
class Seen:
    """What the EVM did: slots are those given, read or written, with the values they have now."""

    end: str
    data: bytes
    slots: dict[int, int]
    logs: list[tuple[list[int], bytes]]
    branches: list[bool] | None = None
    why: str = ""


class Chain:
    """A contract on a chain of its own, without its constructor."""

    def __init__(self, runtime: bytes) -> None:
        self.runtime = runtime
        self.storage: dict[int, int] = {}

    def world(self, call: Call) -> Environment:
        """What the call can ask about, for the machine."""
        sender = int(call.sender, 16)
        balance = BALANCE + call.value
        answers: dict[tuple[str, tuple[int, ...]], int] = {
            ("caller", ()): sender,
            ("origin", ()): sender,
            ("callvalue", ()): call.value,
            ("address", ()): int(CONTRACT, 16),
            ("selfbalance", ()): balance,
        }
        return Environment(call.data, self.runtime, dict(self.storage), balance, answers)

    def call(self, call: Call, *, traced: bool = False) -> Seen:
        """Make a call on the storage that earlier ones left; a failed one leaves nothing."""
        # A fresh EVM each time: its journal grows. Tracing is slow: a millisecond a step.
        evm = pyrevm.EVM(tracing=traced, spec_id="CANCUN")
        evm.insert_account_info(CONTRACT, pyrevm.AccountInfo(code=self.runtime))
        evm.set_balance(CONTRACT, BALANCE)
        for slot, value in self.storage.items():
            evm.insert_account_storage(CONTRACT, slot, value)
        evm.set_balance(call.sender, 10**30)
        sink, why = _Sink(), ""
        try:
            with sink:
                data = evm.message_call(
                    call.sender, CONTRACT, call.data, call.value, gas=10_000_000
                )
            end = "success"
        except RuntimeError as error:
            found = re.search(r"output: 0x([0-9a-f]*)", str(error))
            why = str(error)
            end = "revert" if why.startswith("Revert") else "halt"
            data = bytes.fromhex(found[1]) if found else b""
        journal = evm.journal_str
        account = journal[journal.index(f"{CONTRACT}: Account") :]
        kept = re.search(r"storage: \{(.*?)\}, status", account)
        slots = {int(slot): int(value) for slot, value in _SLOT.findall(kept[1] if kept else "")}
        if end == "success":
            self.storage |= slots
        logs = [
            ([int(topic, 16) for topic in log.topics], bytes(log.data[1]))
            for log in (evm.result.logs if end == "success" and evm.result else [])
        ]
        return Seen(end, bytes(data), slots, logs, sink.branches() if traced else None, why)


class _Sink:
    """Takes what the tracer writes to Python's standard output, a few characters at a time."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._redirected = redirect_stdout(self)

    def write(self, text: str) -> int:
        self._parts.append(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def __enter__(self) -> None:
        self._redirected.__enter__()

    def __exit__(self, *_: object) -> None:
        self._redirected.__exit__(None, None, None)

    def branches(self) -> list[bool]:
        steps = [json.loads(line) for line in "".join(self._parts).splitlines() if '"pc"' in line]
        return [
            int(step["stack"][-2], 16) != 0
            for step in steps
            if step["depth"] == 1 and step["opName"] == "JUMPI"
        ]
