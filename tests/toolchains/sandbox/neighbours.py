"""Jobs beside an attack that must not notice it."""

from __future__ import annotations

import secrets
import threading
from dataclasses import replace

from acidtest.toolchains.sandbox import Job, Limits, Outcome, Sandbox, Step

MIB = 1 << 20
SMALL = Limits(cpu_s=1, wall_s=10, memory=64 * MIB, file_size=4 * MIB, output=64 << 10)
NEIGHBOURS_SUM = sum(i * i for i in range(100_000)) % (1 << 64)


def assert_unharmed(sandbox: Sandbox) -> None:
    """A job that computes, reads and writes has its own result and sees its own files only."""
    text = secrets.token_hex(8)
    step = Step(["@attack", "neighbour"], limits=replace(SMALL, wall_s=60))
    outcome = sandbox.run(Job([step], files={"given": text.encode()}, collect=["made"]))
    told = outcome.steps[0].stdout.decode().splitlines()
    assert outcome.steps[0].ok
    assert told[0] == f"{NEIGHBOURS_SUM} {text}"
    assert sorted(told[1].split()[1:]) == ["given", "made"]
    assert outcome.files == {"made": text.encode()}


def run_among_neighbours(sandbox: Sandbox, job: Job) -> Outcome:
    """The outcome of `job`, with neighbours that run meanwhile and one that comes after it."""
    over = threading.Event()
    failures: list[BaseException] = []

    def keep_checking() -> None:
        try:
            while True:
                assert_unharmed(sandbox)
                if over.wait(0.05):
                    break
        except BaseException as failure:
            failures.append(failure)

    beside = threading.Thread(target=keep_checking)
    beside.start()
    try:
        outcome = sandbox.run(job)
    finally:
        over.set()
        beside.join()
    assert not failures, failures
    assert_unharmed(sandbox)
    return outcome
