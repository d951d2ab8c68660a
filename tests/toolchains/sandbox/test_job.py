"""What a job is given, how its steps run, what comes back, and what outlives a failure."""

from __future__ import annotations

import os
import signal
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
    Step,
)

from .watching import sh

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
