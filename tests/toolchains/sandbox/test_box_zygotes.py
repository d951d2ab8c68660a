"""Programs started once and forked for each input: what a fork gets, and what it cannot do.

The attacks are those of attacks/attack.c, here as orders to forks of one zygote: each is contained,
and the zygote and its next forks never notice.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest.toolchains.sandbox import (
    Chain,
    Ending,
    Job,
    Limits,
    Sandbox,
    Step,
    StepResult,
    Zygote,
)
from acidtest.toolchains.sandbox import (
    box as _box,
)

MIB = 1 << 20
SMALL = Limits(cpu_s=1, wall_s=10, memory=64 * MIB, file_size=4 * MIB, output=64 << 10)
HASTY = replace(SMALL, wall_s=0.4)
PATIENT = replace(SMALL, wall_s=60)
KEPT = 64  # zygotes a launcher keeps

SHOUT = r"""
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static int calls;
static void copy(const char *name, FILE *to)
{
    FILE *from = fopen(name, "r");
    for (int c; (c = getc(from)) != EOF;)
        fputc(toupper(c), to);
    fclose(from);
}
int main(void)
{
    FILE *loud = fopen("loud", "w");
    copy("main", loud);
    copy("quiet", loud);   /* the first part */
    copy("quiet", loud);
    fprintf(loud, " %d %d", ++calls, getpid());
    return fclose(loud);
}
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """attacks/attack.c, and a program that writes what it reads in capitals."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "shout.c").write_text(SHOUT)
    source = Path(__file__).parent / "attacks" / "attack.c"
    flags = ["-std=gnu17", "-O1", "-Wno-infinite-recursion", "-pthread"]
    subprocess.run(["gcc", *flags, "-o", folder / "attack", source, "-lrt"], check=True)
    subprocess.run(["gcc", "-o", folder / "shout", folder / "shout.c"], check=True)
    return {"attack": folder / "attack", "shout": folder / "shout"}


@pytest.fixture
def arena(programs: dict[str, Path]) -> Iterator[Sandbox]:
    with Sandbox(tools=programs) as opened:
        if opened.mode != "nested":
            pytest.skip("namespaces cannot be nested here")
        yield opened


def shout(part: str = "b", main: str = "a") -> Zygote:
    text = ("main", main.encode())
    return Zygote(("@shout",), "quiet", "loud", text, (part.encode(),), limits=SMALL)


def said(sandbox: Sandbox, text: str, zygote: Zygote) -> bytes:
    outcome = sandbox.run_chain(Chain(text.encode(), [zygote]))
    assert outcome is not None
    assert outcome.steps[0].ok, outcome.steps[0]
    return outcome.files["loud"]


def attack(sandbox: Sandbox, name: str, *arguments: str, limits: Limits = SMALL) -> StepResult:
    order = "\n".join([name, *arguments]).encode()
    zygote = Zygote(("@attack", "forked"), "order", "made", ("main", b"m"), limits=limits)
    outcome = sandbox.run_chain(Chain(order, [zygote]))
    assert outcome is not None
    return outcome.steps[0]


# -- what a fork gets ------------------------------------------------------------------------------


def test_a_fork_goes_on_from_what_was_read_and_is_alone(arena: Sandbox) -> None:
    assert said(arena, "c", shout()) == b"ABC 1 1"


def test_forks_do_not_see_what_others_have_done(arena: Sandbox) -> None:
    assert [said(arena, word, shout()) for word in "xyz"] == [b"ABX 1 1", b"ABY 1 1", b"ABZ 1 1"]


def test_zygotes_differ_by_main_and_by_parts(arena: Sandbox) -> None:
    for zygote in (shout(), shout("d"), shout("d", "e"), shout()):
        wanted = (zygote.main[1] + zygote.parts[0] + b"f").upper() + b" 1 1"
        assert said(arena, "f", zygote) == wanted


def test_each_fork_of_a_chain_reads_what_the_one_before_wrote(arena: Sandbox) -> None:
    again = replace(shout("h", "g"), result="loud")
    outcome = arena.run_chain(Chain(b"c", [shout(), again]))
    assert outcome is not None
    assert outcome.files == {"loud": b"GHABC 1 1 1 1"}


def test_a_chain_ends_with_the_first_fork_that_fails(arena: Sandbox) -> None:
    broken = Zygote(("@attack", "forked"), "order", "made", ("main", b"m"))
    outcome = arena.run_chain(Chain(b"no such attack", [broken, shout()]))
    assert outcome is not None
    assert [step.value for step in outcome.steps] == [101]
    assert outcome.files == {}


def test_a_result_over_the_cap_ends_the_chain(arena: Sandbox) -> None:
    outcome = arena.run_chain(Chain(b"c" * 1000, [shout(), shout()], collect_cap=999))
    assert outcome is not None
    assert len(outcome.steps) == 1
    assert outcome.files == {}


def test_from_several_threads(arena: Sandbox) -> None:
    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(lambda i: said(arena, str(i), shout(chr(98 + i % 5))), range(60)))
    assert got == [f"A{chr(66 + i % 5)}{i} 1 1".encode() for i in range(60)]


# -- when there is none ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "zygote",
    [
        Zygote(("/no/such/program",), "quiet", "loud"),
        Zygote(("/bin/true",), "quiet", "loud"),  # ends before it stops
        Zygote(("@shout",), "other", "loud", ("main", b"a")),  # never opens it
        Zygote(("@shout",), "main", "quiet"),  # stops before there is a result
        Zygote(("@shout",), "quiet", "loud", ("main", b"a"), (b"b", b"c")),  # ends before the last
    ],
)
def test_there_is_no_zygote_and_the_sandbox_goes_on(arena: Sandbox, zygote: Zygote) -> None:
    assert arena.run_chain(Chain(b"", [zygote])) is None
    assert arena.run_chain(Chain(b"", [zygote])) is None
    assert said(arena, "c", shout()) == b"ABC 1 1"


def test_outside_nested_namespaces_there_are_none(
    programs: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = _box._bwrap_command
    monkeypatch.setattr(_box, "_bwrap_command", lambda *args: [*command(*args), "single"])
    with Sandbox(tools=programs) as opened:
        assert opened.run_chain(Chain(b"c", [shout()])) is None


def _inside(sandbox: Sandbox, name: str) -> list[int]:
    """Processes of the sandbox that run the program `name`, as the machine numbers them."""
    (box,) = sandbox._idle
    found, family = [], {box._process.pid}
    for status in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda p: int(p.parent.name)):
        try:
            fields = status.read_text().rpartition(")")[2].split()
            program = (status.parent / "comm").read_text().strip()
        except OSError:
            continue
        if int(fields[1]) in family:
            family.add(int(status.parent.name))
            found += [int(status.parent.name)] if program == name else []
    return found


def test_a_zygote_that_was_killed_is_not_there_and_the_sandbox_goes_on(arena: Sandbox) -> None:
    said(arena, "c", shout())
    for pid in _inside(arena, "shout"):
        os.kill(pid, signal.SIGKILL)
    assert arena.run_chain(Chain(b"c", [shout()])) is None
    assert arena.run(Job([Step(["/bin/echo", "on"])])).steps[0].stdout == b"on\n"


def test_no_more_are_kept_than_a_bound_and_none_is_missed(arena: Sandbox) -> None:
    heads = [chr(97 + i % 26) * (1 + i // 26) for i in range(KEPT + 8)]
    for head in [*heads, *heads]:
        assert said(arena, "x", shout(head)) == f"A{head.upper()}X 1 1".encode()
    assert len(_inside(arena, "shout")) <= KEPT


def test_kept_zygotes_do_not_count_among_the_processes_of_a_job(arena: Sandbox) -> None:
    for i in range(KEPT):
        said(arena, "x", shout(str(i)))
    limits = replace(SMALL, processes=8)
    counted = arena.run(Job([Step(["@attack", "fork_count"], limits=limits)])).steps[0]
    refused, count = counted.stdout.decode().splitlines()
    assert refused.endswith(": EAGAIN")
    assert 7 <= int(count) <= 9


def test_closing_ends_them(programs: dict[str, Path]) -> None:
    with Sandbox(tools=programs) as opened:
        said(opened, "c", shout())
        pids = _inside(opened, "shout")
        assert len(pids) == 2  # one that has read no part, and one that has
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


# -- what a fork cannot do -------------------------------------------------------------------------


def _lines(result: StepResult) -> list[str]:
    assert (result.ending, result.value) == (Ending.EXITED, 0), result
    return result.stdout.decode().splitlines()


PLACES = "/x /box/x /usr/x /tmp/x /acid/x /acid/launcher /acid/stop.so /dev/x /etc/ld.so.preload"
REFUSED = {
    "raise_limits": {"EPERM"},
    "sockets": {"EPERM"},
    "trace_others": {"EPERM"},
    "namespaces": {"EAGAIN", "EPERM", "ENOSYS"},
    "mounts": {"EPERM"},
    "kernel_calls": {"EPERM"},
    "shared_memory": {"EPERM", "ENOENT"},
    "names_again": {"ENOENT", "EROFS"},
    f"write_files {PLACES}": {"EROFS", "EACCES", "ENOENT"},
    "read_files /proc/self/mem /proc/1/environ /etc/passwd /root /home /dev/fd/0": {"ENOENT"},
}


@pytest.mark.parametrize("order", REFUSED)
def test_every_try_is_refused(order: str, arena: Sandbox) -> None:
    lines = _lines(attack(arena, *order.split()))
    assert lines
    assert {line.rsplit(": ", 1)[-1] for line in lines} <= REFUSED[order], lines
    assert said(arena, "c", shout()) == b"ABC 1 1"


ENDS = [
    ("busy", PATIENT, Ending.SIGNALLED, signal.SIGXCPU),
    ("ignore_and_spin", PATIENT, Ending.SIGNALLED, signal.SIGXCPU),
    ("stack_overflow", SMALL, Ending.SIGNALLED, signal.SIGSEGV),
    ("sleep_forever", HASTY, Ending.TOO_LONG, signal.SIGKILL),
    ("ignore_and_sleep", HASTY, Ending.TOO_LONG, signal.SIGKILL),
    ("fork_bomb", HASTY, Ending.TOO_LONG, signal.SIGKILL),
    ("flood_stdout", SMALL, Ending.TOO_MUCH_OUTPUT, signal.SIGKILL),
    ("flood_stderr", SMALL, Ending.TOO_MUCH_OUTPUT, signal.SIGKILL),
]
if platform.machine() == "x86_64":
    ENDS += [("x32_call", SMALL, Ending.SIGNALLED, signal.SIGSYS)]
    ENDS += [("int80_call", SMALL, Ending.SIGNALLED, signal.SIGSYS)]


@pytest.mark.parametrize(("name", "limits", "ending", "number"), ENDS, ids=[e[0] for e in ENDS])
def test_it_is_ended(
    name: str, limits: Limits, ending: Ending, number: int, arena: Sandbox
) -> None:
    result = attack(arena, name, limits=limits)
    assert (result.ending, result.value) == (ending, number)
    # the same zygote is there for the next
    assert _lines(attack(arena, "kill_all")) == ["everyone: ESRCH", "alive"]


def test_it_has_nobody_to_kill(arena: Sandbox) -> None:
    assert _lines(attack(arena, "kill_all")) == ["everyone: ESRCH", "alive"]
    assert _lines(attack(arena, "kill_numbers")) == ["0"]
    assert _lines(attack(arena, "kill_supervisor")) == ["parent: 0", "alive"]
    assert _lines(attack(arena, "others")) == ["others: ESRCH"]
    assert _lines(attack(arena, "kill_group")) == ["alive"]
    assert said(arena, "c", shout()) == b"ABC 1 1"


def test_it_has_no_capabilities(arena: Sandbox) -> None:
    told = _lines(attack(arena, "capabilities"))
    assert told == ["0 0 0 0 0 0", "0 0 1 2", "capset: EPERM"]


def test_it_may_not_have_more_memory_than_its_limit(arena: Sandbox) -> None:
    refused, count = _lines(attack(arena, "memory_hog"))
    assert refused.endswith(": ENOMEM")
    assert 16 <= int(count) <= 64


def test_it_has_its_own_descriptors_and_no_others(arena: Sandbox) -> None:
    open_ones = _lines(attack(arena, "descriptors"))[0].split()
    assert open_ones[:3] == ["0", "1", "2"]
    assert len(open_ones) == 4  # and its result


def test_what_it_writes_is_bounded(arena: Sandbox) -> None:
    limits = replace(SMALL, file_size=1000)
    outcome = arena.run_chain(Chain(b"c" * 5000, [replace(shout(), limits=limits)]))
    assert outcome is not None
    assert not outcome.steps[0].ok
    assert outcome.files == {}
