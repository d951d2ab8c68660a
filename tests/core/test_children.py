"""Programs and scratch folders end with the process that made them, however it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from acidtest.core import children
from acidtest.core.children import DEVNULL, PIPE, Handed, Stopped
from acidtest.core.errors import InfrastructureError
from acidtest.core.keeper import descendants
from acidtest.core.keeping import KeeperProcess

# A tool with a child, one in another session, and a daemon; each writes down its number.
TOOL = """
echo $$ >> "$1"
sleep 300 & echo $! >> "$1"
setsid sh -c 'echo $$ >> "$1"; exec sleep 300' sh "$1" &
(setsid sh -c 'echo $$ >> "$1"; exec sleep 300' sh "$1" >/dev/null 2>&1 &)
"""
# acidtest where the C library has no prctl and Python no memfd_create, as on macOS
ELSEWHERE = """
import ctypes, os, socket, sys

class Library(ctypes.CDLL):
    def __getattr__(self, name):
        if name == "prctl":
            raise AttributeError(name)
        return super().__getattr__(name)

ctypes.CDLL = Library
del os.memfd_create, socket.SOCK_SEQPACKET
sys.platform = "darwin"
from acidtest.cli import main
sys.exit(main())
"""
ENDLESS = TOOL + "sleep 300\n"


def until(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold, in a time that no machine needs."""
    for _ in range(600):
        if holds():
            return True
        time.sleep(0.05)
    return False


def alive(number: int) -> bool:
    """Whether a process runs; one that ended and was not collected does not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def numbers(path: Path) -> list[int]:
    """The processes of a tool, once all four have started."""
    assert until(lambda: path.exists() and len(path.read_text().split()) == 4)
    return [int(word) for word in path.read_text().split()]


def test_other_systems_are_told_what_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(InfrastructureError, match="starting programs needs Linux; on macOS use"):
        children.run(["true"])
    with pytest.raises(InfrastructureError, match="needs Linux"):
        KeeperProcess().folder()


def test_without_linux_reading_and_scoring_still_work(tmp_path: Path) -> None:
    script = tmp_path / "elsewhere.py"
    script.write_text(ELSEWHERE, encoding="utf-8")
    command = ["run", "sast-triage", "--system", "by-type", "--limit", "4", "--out", "run"]
    subprocess.run([sys.executable, script, *command], cwd=tmp_path, check=True)
    shown = subprocess.run([sys.executable, script, "show", "run"], cwd=tmp_path, stdout=PIPE)
    assert b"by-type" in shown.stdout


def test_status_and_output() -> None:
    done = children.run(["sh", "-c", "cat; echo no >&2; exit 3"], stdin="x" * 300_000)
    assert (done.returncode, done.stdout, done.stderr) == (3, "x" * 300_000, "no\n")
    assert children.run(["sh", "-c", "kill -TERM $$"]).returncode == -signal.SIGTERM


def test_what_cannot_be_started_is_an_error_with_its_reason() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        children.run(["/no-such-program"])
    with pytest.raises(PermissionError):
        children.run(["/etc/passwd"])


def test_environment_folder_and_handed_files(tmp_path: Path) -> None:
    (tmp_path / "given").write_text("handed over")
    with (
        (tmp_path / "given").open("rb") as file,
        children.start(
            ["sh", "-c", 'pwd; echo $A; cat "/dev/fd/$0"', Handed(file.fileno())],
            stdout=PIPE,
            cwd=tmp_path,
            env={"A": "b"},
        ) as child,
    ):
        assert child.stdout is not None
        assert child.stdout.read().decode().splitlines() == [str(tmp_path), "b", "handed over"]


def test_signals_are_not_ignored_by_what_is_started() -> None:
    done = children.run(["grep", "SigIgn", "/proc/self/status"])
    ignored = int(done.stdout.split()[1], 16)
    # those that libc keeps for itself cannot be set
    assert [n for n in signal.valid_signals() if ignored >> (n - 1) & 1] == []


def test_all_that_a_program_started_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    waits = TOOL + 'while [ "$(wc -l < "$1")" -lt 4 ]; do sleep 0.01; done'
    assert children.run(["sh", "-c", waits, "sh", str(path)]).returncode == 0
    assert not any(map(alive, numbers(path)))


def test_a_program_that_takes_too_long_is_ended_with_all_it_started(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    with children.start(["sh", "-c", ENDLESS, "sh", str(path)]) as child:
        started = numbers(path)
        assert set(started) <= set(descendants(child.minder))
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.01)
        child.kill()
        assert child.wait() == -signal.SIGKILL
        assert not any(map(alive, started))


def test_a_forgotten_program_ends(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    child = children.start(["sh", "-c", ENDLESS, "sh", str(path)])
    started = numbers(path)
    del child
    assert until(lambda: not any(map(alive, started)))


def test_after_a_stop_nothing_starts_and_nothing_counts(tmp_path: Path) -> None:
    raised: list[BaseException] = []

    def work() -> None:
        try:
            children.run(["sh", "-c", ENDLESS, "sh", str(tmp_path / "numbers")])
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    started = numbers(tmp_path / "numbers")
    with children.stopping():
        thread.join()
        with pytest.raises(Stopped):
            children.run(["true"])
    assert [type(error) for error in raised] == [Stopped]
    assert not any(map(alive, started))
    assert children.run(["true"]).returncode == 0


# Makes a folder and starts a tool, says so, and waits.
OWNER = """
import sys, threading
from acidtest.core import children
folder = children.scratch_folder("test-")
kept = []
threading.Thread(target=lambda: kept.append(children.start(sys.argv[2:]))).start()
print(folder.name, flush=True)
sys.stdin.read()
"""


def owner(tmp_path: Path) -> tuple[subprocess.Popen[str], Path, list[int]]:
    """A process with a scratch folder and a running tool."""
    path = tmp_path / "numbers"
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, "-", "sh", "-c", ENDLESS, "sh", str(path)],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip()), numbers(path)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, None])
def test_nothing_is_left_however_the_process_ends(
    tmp_path: Path, number: signal.Signals | None
) -> None:
    process, folder, started = owner(tmp_path)
    with process:
        assert folder.is_dir()
        assert all(map(alive, started))
        if number is not None:
            process.send_signal(number)
    assert until(lambda: not any(map(alive, started)))
    assert until(lambda: [path.name for path in tmp_path.iterdir()] == ["numbers"])


def test_a_killed_keeper_is_replaced_and_its_folder_removed_by_the_next(tmp_path: Path) -> None:
    process, folder, started = owner(tmp_path)
    with process:
        (keeper,) = (n for n, f in descendants(process.pid).items() if int(f[1]) == process.pid)
        os.kill(keeper, signal.SIGKILL)
        assert until(lambda: not alive(keeper))
        process.kill()
    assert until(lambda: not any(map(alive, started)))
    assert folder.is_dir()
    code = (
        "from acidtest.core import children as c; c.scratch_folder(); print(c.run(['echo', 'x']))"
    )
    subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)}, check=True
    )
    assert [path.name for path in tmp_path.iterdir()] == ["numbers"]


def test_programs_start_after_the_keeper_was_killed(tmp_path: Path) -> None:
    children.run(["true"])
    for number in descendants(os.getpid()):
        with contextlib.suppress(OSError):  # a minder may have ended meanwhile
            if b"keeper.py" in Path(f"/proc/{number}/cmdline").read_bytes():
                os.kill(number, signal.SIGKILL)
    assert children.run(["echo", "again"]).stdout == "again\n"
    with children.scratch_folder() as name:
        assert Path(name).is_dir()


def test_a_fork_leaves_the_programs_of_its_parent_alone(tmp_path: Path) -> None:
    with children.start(["sleep", "300"]) as child:
        fork = os.fork()
        if fork == 0:
            status = children.run(["true"]).returncode
            children.close()
            os._exit(status)
        assert os.waitpid(fork, 0)[1] == 0
        assert alive(child.pid)


def test_no_room_for_scratch_folders_is_said(tmp_path: Path) -> None:
    code = "import tempfile; tempfile.tempdir = '/proc'\n"
    code += "from acidtest.core import children\nchildren.scratch_folder()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "no folder can be made in /proc" in done.stderr
    assert "TMPDIR" in done.stderr


def test_a_place_where_no_program_may_be_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # not mounted here: that takes root
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_NOEXEC))
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    with pytest.raises(PermissionError, match=r"mounted noexec\); set TMPDIR"):
        children.start([str(tmp_path / "tool")])
