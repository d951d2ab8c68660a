"""A table of attacks on the sandbox: each is contained, and its neighbours never notice.

Run-time attacks are functions of attacks/attack.c, which tells what it met. Attacks on the
compiler are sources. Nothing here looks at a clock: what counts is how the sandbox says a step
ended, what the attack printed, and what came out.
"""

from __future__ import annotations

import platform
import re
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from acidtest.toolchains.sandbox import Ending, Job, Limits, Outcome, Sandbox, Step, StepResult

from .neighbours import MIB, SMALL, run_among_neighbours

MANY = replace(SMALL, processes=8)
HASTY = replace(SMALL, wall_s=0.4)


# -- run-time attacks ------------------------------------------------------------------------------


Check = Callable[[StepResult], None]


def _exits(result: StepResult) -> None:
    assert (result.ending, result.value) == (Ending.EXITED, 0), result


def says(*lines: str) -> Check:
    """It went on to its end and printed just these lines."""

    def check(result: StepResult) -> None:
        _exits(result)
        assert result.stdout.decode().splitlines() == list(lines)

    return check


def every_try(*errors: str, but: Sequence[str] = ()) -> Check:
    """Each of its tries met one of `errors`; lines in `but` are none of its tries."""

    def check(result: StepResult) -> None:
        _exits(result)
        lines = [line for line in result.stdout.decode().splitlines() if line not in but]
        assert lines
        for line in lines:
            assert line.rsplit(": ", 1)[-1] in errors, line

    return check


def stopped_at(error: str, low: int, high: int) -> Check:
    """It was refused with `error`, after a number of successes between `low` and `high`."""

    def check(result: StepResult) -> None:
        _exits(result)
        first, count = result.stdout.decode().splitlines()
        assert first.endswith(f": {error}")
        assert low <= int(count) <= high

    return check


def killed_by(number: signal.Signals) -> Check:
    """A signal ended it."""

    def check(result: StepResult) -> None:
        assert (result.ending, result.value) == (Ending.SIGNALLED, number)
        assert result.stdout == b""

    return check


def too_long(result: StepResult) -> None:
    """Its time ran out."""
    assert (result.ending, result.value) == (Ending.TOO_LONG, signal.SIGKILL)
    assert result.stdout == b""


def floods(result: StepResult) -> None:
    """It was stopped for its output, of which no more than the limit was kept."""
    assert result.ending is Ending.TOO_MUCH_OUTPUT
    assert SMALL.output <= len(result.stdout) + len(result.stderr) <= 2 * SMALL.output
    assert set(result.stdout + result.stderr) == {ord("x")}


def floods_report(result: StepResult) -> None:
    """It flooded the report, of which a page was kept, until its time ran out."""
    assert result.ending is Ending.TOO_LONG
    assert result.report == b"x" * 4096


def reports(result: StepResult) -> None:
    """What it wrote on descriptor 3 is data and no more."""
    _exits(result)
    assert result.report == b"ACID passed"
    assert result.stdout == b"written\n"


@dataclass(frozen=True, slots=True)
class Attack:
    """A function of attack.c, what limits it, and what shows that it was contained."""

    name: str
    check: Check
    limits: Limits = SMALL
    arguments: tuple[str, ...] = ()
    variant: str = ""

    @property
    def id(self) -> str:
        """For pytest."""
        return f"{self.name}-{self.variant}" if self.variant else self.name


def _hidden_paths() -> tuple[str, ...]:
    paths = """
        /etc/passwd /etc/shadow /etc/group /etc/hostname /etc/resolv.conf /etc/ssl /root /home /tmp
        /var /run /sys /proc /proc/1/environ /proc/self/mem /proc/self/exe /proc/kallsyms /boot
        /opt /srv /mnt /media /dev/shm /dev/mem /dev/zero /dev/urandom /dev/stdin /dev/fd/0
        /usr/local/bin /usr/local/lib /.dockerenv
    """.split()
    own = [Path.home(), Path(__file__), Path(sys.executable), Path.cwd()]
    return (*paths, *(str(path) for path in own if not path.is_relative_to("/usr")))


_WRITES = """
    /x /usr/x /usr/bin/x /usr/bin/env /usr/local/x /acid/x /acid/attack /acid/launcher /etc/x
    /etc/ld.so.preload /etc/ld.so.cache /dev/x /lib/x /bin/x
""".split()

RUN_TIME = [
    # processes, processor, memory
    Attack("fork_bomb", too_long, HASTY, variant="one process"),
    Attack("fork_bomb", too_long, replace(MANY, wall_s=0.4), variant="eight processes"),
    Attack("fork_count", stopped_at("EAGAIN", 0, 0), variant="one process"),
    Attack("fork_count", stopped_at("EAGAIN", 7, 9), MANY, variant="eight processes"),
    Attack("thread_bomb", stopped_at("EAGAIN", 0, 0), variant="one process"),
    Attack("thread_bomb", stopped_at("EAGAIN", 1, 8), MANY, variant="eight processes"),
    Attack("memory_hog", stopped_at("ENOMEM", 16, 64)),
    Attack("mapping_hog", stopped_at("ENOMEM", 16, 64)),
    Attack("stack_overflow", killed_by(signal.SIGSEGV)),
    Attack("busy", killed_by(signal.SIGXCPU), replace(SMALL, wall_s=60)),
    Attack("ignore_and_spin", killed_by(signal.SIGKILL), replace(SMALL, wall_s=60)),
    Attack("ignore_and_sleep", too_long, HASTY),
    Attack("sleep_forever", too_long, HASTY),
    Attack("stop_self", too_long, HASTY),
    Attack("raise_limits", every_try("EPERM")),
    Attack("priorities", every_try("EPERM", "EACCES", "ENOMEM")),
    # output and files
    Attack("flood_stdout", floods),
    Attack("flood_stderr", floods),
    Attack("flood_report", floods_report, HASTY),
    Attack("huge_file", killed_by(signal.SIGXFSZ)),
    Attack("huge_file_quietly", says("write: EFBIG", str(SMALL.file_size))),
    Attack("sparse_file", every_try("EFBIG", but=["seek: ok"])),
    Attack("grow_stdin", every_try("EFBIG")),
    Attack("many_files", stopped_at("ENOSPC", 1, 4096)),
    Attack("many_descriptors", stopped_at("EMFILE", 1, 128)),
    Attack("disk_fill", stopped_at("ENOSPC", 1, 16)),
    Attack("read_files", every_try("ENOENT"), arguments=_hidden_paths()),
    Attack("write_files", every_try("EROFS", "EACCES"), arguments=tuple(_WRITES)),
    Attack("change_system", every_try("EROFS", "EXDEV", "EPERM", "EACCES", "EBUSY")),
    Attack("devices", every_try("EPERM", "ENOENT", but=["/dev: null"])),
    # network
    Attack("sockets", every_try("EPERM")),
    Attack("name_lookup", says("lookup: failed", "localhost: ok", "connect: ENOTSOCK")),
    # other processes
    Attack("trace_others", every_try("EPERM")),
    Attack("kill_all", says("everyone: ESRCH", "alive")),
    Attack("kill_supervisor", says("parent: 1", "alive")),
    Attack("kill_numbers", says("0")),
    Attack("others", says("others: ESRCH")),
    Attack("daemonise", says("left"), MANY),
    Attack("hydra", says("left"), MANY),
    Attack("time_bomb", says("armed"), MANY),
    # privileges
    Attack("namespaces", every_try("EAGAIN", "EPERM", "ENOSYS"), variant="one process"),
    Attack("namespaces", every_try("EPERM", "ENOSYS"), MANY, variant="eight processes"),
    Attack("mounts", every_try("EPERM")),
    Attack("become_root", every_try("EPERM", "EINVAL", but=["0 0"])),
    Attack("capabilities", says("0 0 0 0 0 0", "0 0 1 2", "capset: EPERM")),
    Attack("kernel_calls", every_try("EPERM")),
    Attack("shared_memory", every_try("EPERM", "ENOENT")),
    Attack("terminal", every_try("ENOTTY")),
    Attack("exec_self", every_try("EPERM", but=["setuid-bit: ok"]), arguments=("sockets",)),
    # what a program is given
    Attack("descriptors", every_try("EBADF", but=["0 1 2 3 "])),
    Attack("report", reports, arguments=("ACID passed",)),
]
if platform.machine() == "x86_64":
    RUN_TIME += [
        Attack("x32_call", killed_by(signal.SIGSYS)),
        Attack("int80_call", killed_by(signal.SIGSYS)),
    ]


@pytest.mark.parametrize("attack", RUN_TIME, ids=lambda attack: attack.id)
def test_contains(attack: Attack, arena: Sandbox) -> None:
    step = Step(["@attack", attack.name, *attack.arguments], limits=attack.limits)
    alone = Step(["@attack", "others"], limits=SMALL, even_after_failure=True)
    outcome = run_among_neighbours(arena, Job([step, alone], scratch=16 * MIB))
    attack.check(outcome.steps[0])
    # whatever it left behind is gone before the next step starts
    says("others: ESRCH")(outcome.steps[1])


def test_nothing_of_the_environment_comes_in(
    arena: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIDTEST_SECRET_KEY", "sk-1234")
    outcome = arena.run(Job([Step(["@attack", "environment"], limits=SMALL)]))
    base = ["PATH=/usr/bin:/bin", "LC_ALL=C", "TMPDIR=/box", "HOME=/box"]
    assert outcome.steps[0].stdout.decode().splitlines() == base


def test_odd_things_under_collected_names_are_not_followed(arena: Sandbox) -> None:
    names = "absolute relative loop dangling folder fifo socket shut unreadable big real".split()
    job = Job([Step(["@attack", "odd_names"], limits=SMALL)], collect=names, collect_cap=MIB)
    outcome = run_among_neighbours(arena, job)
    assert outcome.steps[0].ok
    assert dict(outcome.files) == {"real": b"real"}


def test_a_daemon_does_not_live_on_in_the_box(attack_program: Path) -> None:
    """One box, so that the next job is served by the launcher that served the attack."""
    with Sandbox(tools={"attack": attack_program}) as only:
        left = only.run(
            Job(
                [
                    Step(["@attack", "daemonise"], limits=MANY),
                    Step(["/bin/sh", "-c", "cat heartbeat"], limits=MANY),
                    Step(["/bin/sh", "-c", "sleep 0.1; cat heartbeat"], limits=MANY),
                ]
            )
        ).steps
        assert left[1].ok
        assert left[1].stdout == left[2].stdout != b""
        look = Step(["@attack", "list_folders", "/box"], limits=SMALL)
        after = only.run(Job([look, Step(["@attack", "others"], limits=SMALL)])).steps
        assert after[0].stdout == b"/box:\n"
        assert after[1].stdout == b"others: ESRCH\n"


def test_a_box_does_not_see_the_scratch_of_another(arena: Sandbox) -> None:
    name = f"secret-{secrets.token_hex(8)}"
    places = ["/", "/box", "/acid", "/dev", "/etc", "/usr/local", "/tmp", "/proc", "/run"]
    waiting = Step(["/bin/sleep", "0.4"], limits=SMALL)
    looks: list[Outcome] = []

    def look() -> None:
        looks.append(arena.run(Job([Step(["@attack", "list_folders", *places], limits=SMALL)])))

    def hold() -> None:
        arena.run(Job([waiting], files={name: b"secret"}))

    threads = [threading.Thread(target=target) for target in (hold, look, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for outcome in looks:
        _exits(outcome.steps[0])
        assert b"/acid: " in outcome.steps[0].stdout
        assert name.encode() not in outcome.steps[0].stdout
    assert not list(Path("/tmp").glob(name))


def test_it_is_nobody_and_not_the_user(arena: Sandbox) -> None:
    outcome = arena.run(Job([Step(["/usr/bin/id"], limits=SMALL)]))
    assert re.fullmatch(rb"uid=65534\S* gid=65534\S* groups=65534\S*\n", outcome.steps[0].stdout)
