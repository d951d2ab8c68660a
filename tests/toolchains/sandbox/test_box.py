"""What outlives a failure, and the modes in which there is less of a sandbox, or none."""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from acidtest.toolchains.sandbox import (
    Ending,
    Job,
    Limits,
    Outcome,
    Sandbox,
    SandboxError,
    SandboxUnavailable,
    Step,
    bwrap_version,
)
from acidtest.toolchains.sandbox import (
    box as _box,
)

from .watching import commands, descendants, sh, wait_until


def _gone(pids: Sequence[int], started: Mapping[int, str]) -> bool:
    return all(_start(pid) != started[pid] for pid in pids)


def _start(pid: int) -> str:
    """When a process started, which tells it from a later one with its number; "" if gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] == "Z" else fields[19]


@pytest.mark.parametrize("which", ["bubblewrap", "launcher"])
def test_a_killed_box_is_replaced(which: str) -> None:
    with Sandbox() as opened:
        assert opened.run(Job([sh("echo one")])).steps[0].stdout == b"one\n"
        (box,) = opened._idle
        monitor = box._process.pid
        victims = [monitor] if which == "bubblewrap" else descendants(monitor)[-1:]
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        box._process.wait(timeout=20)
        assert opened.run(Job([sh("echo two")])).steps[0].stdout == b"two\n"


def test_a_box_killed_in_the_middle_of_a_job_is_replaced() -> None:
    with Sandbox() as opened:
        (box,) = opened._idle
        results: list[Outcome] = []
        job = Job([sh("sleep 0.5; echo done")])
        running = threading.Thread(target=lambda: results.append(opened.run(job)))
        running.start()
        assert wait_until(lambda: commands(box._process.pid).count(b"sleep\x000.5\x00") == 1)
        # the first process of the namespace, with which all others go
        os.kill(descendants(box._process.pid)[0], signal.SIGKILL)
        running.join()
        assert [outcome.steps[0].stdout for outcome in results] == [b"done\n"]


_SLEEPER = """
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step
with Sandbox() as sandbox:
    script = "sleep 600 & setsid sleep 600 & sleep 600"
    limits = Limits(wall_s=600, processes=8)
    sandbox.run(Job([Step(["/bin/sh", "-c", script], limits=limits)]))
"""


def test_nothing_outlives_a_killed_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", _SLEEPER])

    try:
        assert wait_until(lambda: commands(parent.pid).count(b"sleep\x00600\x00") == 3)
        family = descendants(parent.pid)
        started = {pid: _start(pid) for pid in family}
    finally:
        parent.kill()
        parent.wait()
    assert len(family) >= 7
    assert wait_until(lambda: _gone(family, started))


def test_closing_ends_all_launchers() -> None:
    with Sandbox() as opened:
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda _: opened.run(Job([sh("sleep 0.1")])), range(3)))
        family = [pid for box in opened._idle for pid in descendants(box._process.pid)]
        started = {pid: _start(pid) for pid in family}
        assert family or opened.mode != "nested"
    assert wait_until(lambda: _gone(family, started))


def test_a_job_that_cannot_be_sent_leaves_the_sandbox_usable(sandbox: Sandbox) -> None:
    with pytest.raises(struct.error):
        sandbox.run(Job([Step(["/bin/true"], limits=Limits(cpu_s=-1))]))
    assert sandbox.run(Job([sh("echo fine")])).steps[0].stdout == b"fine\n"


# -- other modes ----------------------------------------------------------------------------------


def _single(monkeypatch: pytest.MonkeyPatch) -> None:
    command = _box._bwrap_command
    monkeypatch.setattr(_box, "_bwrap_command", lambda *args: [*command(*args), "single"])


def _exercise(opened: Sandbox, home: str) -> None:
    """Ordinary jobs, with what a shell can do without a second process."""
    steps = [sh("read line < a; echo $line; pwd; echo made > b"), sh("exit 3")]
    for _ in range(2):
        outcome = opened.run(Job(steps, files={"a": b"A\n"}, collect=["b"]))
        assert outcome.steps[0].stdout.startswith(b"A\n" + home.encode())
        assert outcome.steps[1].value == 3
        assert outcome.files == {"b": b"made\n"}
    slow = opened.run(Job([Step(["/bin/sleep", "60"], limits=Limits(wall_s=0.2))]))
    assert slow.steps[0].ending is Ending.TOO_LONG
    assert opened.run(Job([Step(["/bin/ls"])])).steps[0].stdout == b""


def test_single_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    _single(monkeypatch)
    with Sandbox() as opened:
        assert opened.mode == "single"
        _exercise(opened, "/box")
        outcome = opened.run(Job([Step(["/bin/cat", "/etc/passwd"])]))
        assert not outcome.steps[0].ok
        assert outcome.steps[0].stdout == b""


def test_single_mode_sweeps_what_a_step_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    _single(monkeypatch)
    beat = "setsid sh -c 'while :; do date +%N > beat; done' & while ! [ -s beat ]; do :; done"
    with Sandbox() as opened:
        outcome = opened.run(Job([sh(beat), sh("sleep 0.1; cat beat"), sh("sleep 0.1; cat beat")]))
    assert [step.ok for step in outcome.steps] == [True, True, True]
    assert outcome.steps[1].stdout == outcome.steps[2].stdout


def test_bare_mode() -> None:
    with Sandbox(bare=True) as opened:
        assert opened.mode == "bare"
        _exercise(opened, "/")
        folder = opened.run(Job([sh("pwd")])).steps[0].stdout.decode().strip()
        assert not Path(folder).exists()


LIMITED = """
from acidtest.toolchains.sandbox import Job, Sandbox, Step
with Sandbox() as sandbox:
    step = sandbox.run(Job([Step(["/bin/sh", "-c", "ulimit -n; ulimit -v"])])).steps[0]
    print(step.stdout.decode(), step.stderr.decode())
"""


@pytest.mark.parametrize(
    ("limit", "kept"), [("-n 48", ["48", "1048576"]), ("-v 900000", ["128", "900000"])]
)
def test_limits_that_acidtest_was_given_are_kept(limit: str, kept: list[str]) -> None:
    done = subprocess.run(
        ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh", sys.executable, "-c", LIMITED],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == kept


def test_no_bubblewrap_is_a_clear_refusal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bwrap_version() is None
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap") as refusal:
        Sandbox()
    assert "--no-sandbox" in str(refusal.value)


def test_a_bubblewrap_that_does_not_work_is_a_clear_refusal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.8.0 && exit\n'
        "echo 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
    )
    fake.chmod(0o755)
    tmp_path.chmod(0o755)
    for parent in tmp_path.parents:
        if not os.access(parent, os.X_OK):
            pytest.skip("nobody cannot reach the temporary folder")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(SandboxError) as refusal:
        Sandbox()
    assert re.search("No permissions|could not be started", str(refusal.value))


def test_a_cgroup_bounds_the_memory_of_all_processes_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holds_60_mb = "{ printf %060000000d 0; sleep 1; } | tail > /dev/null"
    script = f"for i in 1 2 3 4; do ( {holds_60_mb} ) & done; wait"
    job = Job([sh(script, limits=Limits(processes=40))])
    monkeypatch.setattr(_box, "JOB_MEMORY", 160 << 20)
    with Sandbox() as opened:
        if not opened.bounded:
            pytest.skip("there is no cgroup here that we may write to")
        assert b"Killed" in opened.run(job).steps[0].stderr
        assert opened.run(Job([sh("echo next")])).steps[0].stdout == b"next\n"
    monkeypatch.setattr(_box, "JOB_MEMORY", 4 << 30)
    with Sandbox() as opened:
        assert opened.run(job).steps[0].stderr == b""
