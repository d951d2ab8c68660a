"""What a job is given, how its steps run, what comes back, and what outlives a failure."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acidtest.sandbox import (
    Ending,
    Job,
    Limits,
    Outcome,
    Sandbox,
    SandboxError,
    SandboxUnavailable,
    Step,
    _box,
    _job,
    bwrap_version,
)

SHELL = Limits(cpu_s=5, wall_s=20, processes=8)


def sh(script: str, *, even_after_failure: bool = False, limits: Limits = SHELL) -> Step:
    """A step that runs a shell script."""
    return Step(["/bin/sh", "-c", script], limits=limits, even_after_failure=even_after_failure)


# -- files and steps ------------------------------------------------------------------------------


def test_files_are_placed_and_private(sandbox: Sandbox) -> None:
    files = {"a.txt": b"alpha\n", "empty": b"", "b": bytes(range(256)) * 300}
    script = "cat a.txt; wc -c < b; wc -c < empty; stat -c %a a.txt; pwd; ls"
    outcome = sandbox.run(Job([sh(script)], files=files, collect=["b", "empty"]))
    assert outcome.steps[0].ok
    told = outcome.steps[0].stdout.decode().split()
    assert told == ["alpha", "76800", "0", "600", "/box", "a.txt", "b", "empty"]
    assert outcome.files == {"b": files["b"], "empty": b""}


def test_steps_run_in_order_in_one_scratch(sandbox: Sandbox) -> None:
    steps = [sh("echo one >> log"), sh("echo two >> log"), sh("echo three >> log; cat log")]
    outcome = sandbox.run(Job(steps, collect=["log"]))
    assert [step.ok for step in outcome.steps] == [True, True, True]
    assert outcome.files["log"] == outcome.steps[2].stdout == b"one\ntwo\nthree\n"


def test_steps_stop_after_a_failure(sandbox: Sandbox) -> None:
    outcome = sandbox.run(
        Job([sh("echo first"), sh("exit 7"), sh("touch never")], collect=["never"])
    )
    assert len(outcome.steps) == 2
    assert (outcome.steps[1].ending, outcome.steps[1].value) == (Ending.EXITED, 7)
    assert not outcome.steps[1].ok
    assert outcome.files == {}


def test_a_step_may_run_even_after_failure(sandbox: Sandbox) -> None:
    steps = [
        sh("exit 1"),
        sh("echo skipped"),
        sh("echo cleaning", even_after_failure=True),
        sh("echo after a success again"),
    ]
    outcome = sandbox.run(Job(steps))
    assert [s.stdout for s in outcome.steps] == [b"", b"cleaning\n", b"after a success again\n"]


def test_a_signal_is_an_ending_of_its_own(sandbox: Sandbox) -> None:
    outcome = sandbox.run(Job([sh("kill -SEGV $$")]))
    assert (outcome.steps[0].ending, outcome.steps[0].value) == (Ending.SIGNALLED, signal.SIGSEGV)


def test_a_program_that_is_not_there_is_named(sandbox: Sandbox) -> None:
    outcome = sandbox.run(Job([Step(["/usr/bin/no-such-program"])]))
    assert (outcome.steps[0].ending, outcome.steps[0].value) == (Ending.EXITED, 127)
    assert b"cannot run /usr/bin/no-such-program: No such file" in outcome.steps[0].stderr


def test_no_steps_at_all(sandbox: Sandbox) -> None:
    outcome = sandbox.run(Job([], files={"a": b"1"}, collect=["a", "b"]))
    assert outcome == Outcome((), {"a": b"1"})


# -- what comes back ------------------------------------------------------------------------------


def test_streams_are_kept_apart(sandbox: Sandbox) -> None:
    outcome = sandbox.run(Job([sh("echo out; echo err >&2; echo report >&3")]))
    step = outcome.steps[0]
    assert (step.stdout, step.stderr, step.report) == (b"out\n", b"err\n", b"report\n")


def test_output_under_the_limit_is_whole(sandbox: Sandbox) -> None:
    data = os.urandom((1 << 18) - 1)
    steps = [Step(["/bin/cat"], stdin=data, limits=Limits(output=1 << 18))]
    steps.append(Step(["/bin/cat"], stdin=data + b"!", limits=Limits(output=1 << 18)))
    under, over = sandbox.run(Job(steps)).steps
    assert under.ok
    assert under.stdout == data
    assert over.ending is Ending.TOO_MUCH_OUTPUT


def test_input_is_given_and_ends(sandbox: Sandbox) -> None:
    data = bytes(range(256)) * 2000
    steps = [Step(["/bin/cat"], stdin=data), Step(["/bin/cat"]), Step(["/bin/cat"], stdin=b"last")]
    outcome = sandbox.run(Job(steps))
    assert [step.stdout for step in outcome.steps] == [data, b"", b"last"]


def test_environment_is_the_base_and_what_the_step_says(sandbox: Sandbox) -> None:
    steps = [
        Step(["/usr/bin/env"]),
        Step(["/usr/bin/env"], env={"LC_ALL": "C.UTF-8", "WORK": "{scratch}/work"}),
    ]
    plain, extended = (s.stdout.decode().splitlines() for s in sandbox.run(Job(steps)).steps)
    assert plain == ["PATH=/usr/bin:/bin", "LC_ALL=C", "TMPDIR=/box", "HOME=/box"]
    assert sorted(extended) == sorted(
        ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=/box", "HOME=/box", "WORK=/box/work"]
    )


def test_processor_time_is_reported(sandbox: Sandbox) -> None:
    busy, idle = sandbox.run(
        Job([sh("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"), sh("sleep 0.2")])
    ).steps
    assert busy.cpu_s > 0.01
    assert busy.wall_s > 0
    assert busy.max_rss_kib > 100
    assert idle.wall_s >= 0.2
    assert idle.cpu_s < busy.cpu_s


def test_processor_time_of_waited_for_children_counts(sandbox: Sandbox) -> None:
    script = "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; true"
    assert sandbox.run(Job([sh(script)])).steps[0].cpu_s > 0.01


@pytest.mark.parametrize(
    ("make", "found"),
    [
        ("printf 123 > wanted", True),
        ("true > wanted", True),
        ("true", False),
        ("head -c 1001 /usr/bin/env > wanted", False),
        ("head -c 1000 /usr/bin/env > wanted", True),
        ("ln -s /usr/bin/env wanted", False),
        ("printf 123 > other; ln -s other wanted", False),
        ("printf 123 > other; ln other wanted", True),
        ("ln -s wanted wanted", False),
        ("mkdir wanted", False),
        ("mkfifo wanted || touch refused", False),
        ("printf 123 > wanted; chmod 0 wanted", False),
    ],
)
def test_collecting(sandbox: Sandbox, make: str, found: bool) -> None:
    outcome = sandbox.run(Job([sh(make)], collect=["wanted"], collect_cap=1000))
    assert outcome.steps[0].ok
    assert ("wanted" in outcome.files) is found


def test_collects_what_a_failed_step_left(sandbox: Sandbox) -> None:
    outcome = sandbox.run(Job([sh("echo half > a; exit 1")], collect=["a"]))
    assert outcome.files == {"a": b"half\n"}


@pytest.mark.parametrize("name", ["/etc/passwd", "../usr/bin/env", ".", "..", "", ".hidden"])
def test_only_plain_names(sandbox: Sandbox, name: str) -> None:
    assert sandbox.run(Job([sh("true")], collect=[name])).files == {}
    with pytest.raises(SandboxError, match="file name"):
        sandbox.run(Job([sh("true")], files={name: b"x"}))


def test_a_name_with_a_zero_byte_is_refused(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxError):
        sandbox.run(Job([sh("true")], files={"a\0b": b"x"}))
    with pytest.raises(SandboxError, match="malformed"):
        sandbox.run(Job([Step(["/bin/echo", "a\0b"])]))
    assert sandbox.run(Job([sh("echo fine")])).steps[0].stdout == b"fine\n"


def test_files_larger_than_the_scratch_are_our_error(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxError, match="scratch"):
        sandbox.run(Job([sh("true")], files={"a": bytes(1 << 20)}, scratch=1 << 16))


def test_an_unusual_argument_arrives_unchanged(sandbox: Sandbox) -> None:
    words = ["", " ", "$HOME", "a\nb", "'\"\\", "-x", "\udcff\udcfe", "ü"]
    outcome = sandbox.run(Job([Step(["/usr/bin/printf", "%s|", *words])]))
    assert outcome.steps[0].stdout == b"|".join(os.fsencode(word) for word in words) + b"|"


def test_tools_are_reached_by_name(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\necho tool $1\n")
    with Sandbox(tools={"mine": tool}) as opened:
        outcome = opened.run(Job([Step(["@mine", "here"])]))
        assert outcome.steps[0].stdout == b"tool here\n"
        with pytest.raises(KeyError):
            opened.run(Job([Step(["@other"])]))


def test_binds_are_shown_read_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    shown = Path("/usr/share")
    with Sandbox(binds=[str(shown)]) as opened:
        outcome = opened.run(Job([sh(f"ls {shown} | head -1; touch {shown}/x")]))
    assert outcome.steps[0].stdout
    assert b"Read-only file system" in outcome.steps[0].stderr


# -- many jobs ------------------------------------------------------------------------------------


def test_many_threads_get_their_own_answers(sandbox: Sandbox) -> None:
    def one(number: int) -> None:
        name = f"file{number}"
        job = Job(
            [sh(f"ls; cat {name}; echo {number} > made")],
            files={name: b"%d" % (number * number)},
            collect=["made", "file0", name],
        )
        outcome = sandbox.run(job)
        assert outcome.steps[0].stdout == b"%s\n%d" % (name.encode(), number * number)
        assert outcome.files["made"] == b"%d\n" % number
        assert ("file0" in outcome.files) is (number == 0)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(64)))


def test_a_box_keeps_nothing_between_jobs() -> None:
    with Sandbox() as only:
        if only.mode != "nested":
            pytest.skip("every job has a box of its own here")
        first = only.run(Job([sh("echo secret > left; mkdir d; umask 0; cd /; sleep 60 &")]))
        assert first.steps[0].ok
        (box,) = only._idle
        second = only.run(Job([sh("ls -A /box; pwd; umask; ls /proc 2>&1 | wc -l")]))
        assert only._idle == [box]
        assert second.steps[0].stdout.split()[0] == b"/box"


def test_limits_are_those_of_the_step(sandbox: Sandbox) -> None:
    def limits(memory: int) -> Limits:
        return Limits(cpu_s=3, memory=memory << 20, file_size=5 << 20, processes=2)

    show = "ulimit -v; ulimit -t; ulimit -f; ulimit -c; ulimit -s"
    steps = [sh(show, limits=limits(100)), sh(show, limits=limits(200))]
    first, second = (s.stdout.split() for s in sandbox.run(Job(steps)).steps)
    assert first[0] == b"102400"
    assert second[0] == b"204800"
    assert first[1:3] == [b"3", b"10240"]
    assert first[4] == b"8192"


# -- the wire -------------------------------------------------------------------------------------

_JOB = Job([sh("true"), sh("false")], files={"a": b"1"}, collect=["x", "y"])
_GOOD = b"".join(
    [
        struct.pack("<II", 0, 1),
        struct.pack("<IIQQQ", 1, 11, 5, 6, 7),
        struct.pack("<I", 2) + b"ab" + struct.pack("<I", 0) + struct.pack("<I", 1) + b"r",
        struct.pack("<I", 2),
        struct.pack("<II", 1, 3) + b"xyz",
        struct.pack("<II", 0, 0),
    ]
)


def test_unpacks_a_response() -> None:
    outcome = _job.unpack(_GOOD, _JOB.collect)
    assert isinstance(outcome, Outcome)
    assert outcome.files == {"x": b"xyz"}
    (step,) = outcome.steps
    assert (step.ending, step.value, step.max_rss_kib) == (Ending.SIGNALLED, 11, 7)
    assert (step.stdout, step.stderr, step.report) == (b"ab", b"", b"r")
    assert _job.unpack(struct.pack("<II", 1, 4) + b"what", _JOB.collect) == "what"


def _unpack_or_refuse(data: bytes) -> None:
    try:
        outcome = _job.unpack(data, _JOB.collect)
    except (struct.error, ValueError):
        return
    assert isinstance(outcome, Outcome | str)


@given(st.binary(max_size=200))
@example(b"")
@example(struct.pack("<II", 0, 0xFFFFFFFF))
@example(struct.pack("<II", 1, 0xFFFFFFFF))
def test_unpacks_or_refuses_any_bytes(data: bytes) -> None:
    _unpack_or_refuse(data)


@given(st.integers(0, len(_GOOD) - 1))
def test_refuses_a_truncated_response(size: int) -> None:
    with pytest.raises((struct.error, ValueError)):
        _job.unpack(_GOOD[:size], _JOB.collect)


@given(st.integers(0, len(_GOOD) - 4), st.integers(0, 0xFFFFFFFF))
def test_unpacks_or_refuses_a_changed_response(at: int, word: int) -> None:
    _unpack_or_refuse(_GOOD[:at] + struct.pack("<I", word) + _GOOD[at + 4 :])


_NAMES = st.text("abcXYZ019_-", min_size=1, max_size=12)


@settings(max_examples=25, deadline=None)
@given(
    files=st.dictionaries(_NAMES, st.binary(max_size=5000), max_size=5),
    stdin=st.binary(max_size=3000),
    words=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), max_size=6),
)
def test_what_goes_in_comes_out(
    sandbox: Sandbox, files: Mapping[str, bytes], stdin: bytes, words: Sequence[str]
) -> None:
    steps = [Step(["/bin/cat"], stdin=stdin), Step(["/usr/bin/printf", "%s\n", "", *words])]
    outcome = sandbox.run(Job(steps, files=files, collect=list(files)))
    assert outcome.files == files
    assert outcome.steps[0].stdout == stdin
    assert outcome.steps[1].stdout == "".join(f"{word}\n" for word in ["", *words]).encode()


@pytest.mark.parametrize("cut", [0, 7, 8, 12, 40, -1])
def test_the_launcher_refuses_a_malformed_request(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    whole = _job.pack(_JOB, {}, "/box")
    monkeypatch.setattr(_job, "pack", lambda *_: whole[:cut])
    with pytest.raises(SandboxError):
        sandbox.run(_JOB)
    monkeypatch.undo()
    assert sandbox.run(Job([sh("echo fine")])).steps[0].stdout == b"fine\n"


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=120), st.integers(0, 200))
def test_the_launcher_survives_any_request(sandbox: Sandbox, noise: bytes, at: int) -> None:
    whole = _job.pack(_JOB, {}, "/box")
    at = min(at, len(whole))
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SandboxError):
        patch.setattr(_job, "pack", lambda *_: whole[:at] + noise + whole[at + len(noise) :])
        assert len(sandbox.run(_JOB).steps) <= 2
    assert sandbox.run(Job([Step(["/bin/echo", "fine"])])).steps[0].stdout == b"fine\n"


# -- when something breaks ------------------------------------------------------------------------


def _parents() -> dict[int, int]:
    """The parent of every process."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    return parents


def descendants(root: int) -> list[int]:
    """Children of `root`, their children and so on, parents first."""
    parents = _parents()
    found = [root]
    for pid in found:
        found += sorted(child for child, parent in parents.items() if parent == pid)
    return found[1:]


def commands(root: int) -> list[bytes]:
    """The command lines of the descendants of `root`."""
    lines = []
    for pid in descendants(root):
        with contextlib.suppress(OSError):
            lines.append(Path(f"/proc/{pid}/cmdline").read_bytes())
    return lines


def wait_until(condition: Callable[[], bool]) -> bool:
    """Whether `condition` came true in a while."""
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.02)
    return False


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
from acidtest.sandbox import Job, Limits, Sandbox, Step
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
