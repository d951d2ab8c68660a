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
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from acidtest.sandbox import Ending, Job, Limits, Outcome, Sandbox, Step, StepResult
from acidtest.toolchain.gcc import find_gcc

MIB = 1 << 20
SMALL = Limits(cpu_s=1, wall_s=10, memory=64 * MIB, file_size=4 * MIB, output=64 << 10)
MANY = replace(SMALL, processes=8)
HASTY = replace(SMALL, wall_s=0.4)
NEIGHBOURS_SUM = sum(i * i for i in range(100_000)) % (1 << 64)


@pytest.fixture(scope="module")
def attack_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """attacks/attack.c, compiled."""
    target = tmp_path_factory.mktemp("attacks") / "attack"
    source = Path(__file__).parent / "attacks" / "attack.c"
    flags = ["-std=gnu17", "-O1", "-Wno-infinite-recursion", "-pthread"]
    subprocess.run(["gcc", *flags, "-o", target, source, "-lrt"], check=True)
    return target


@pytest.fixture(scope="module")
def arena(attack_program: Path) -> Iterator[Sandbox]:
    """A sandbox that has the attacks as a tool."""
    with Sandbox(tools={"attack": attack_program}) as opened:
        yield opened


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


# -- attacks on the compiler -----------------------------------------------------------------------

COMPILING = Limits(cpu_s=1, wall_s=60, memory=192 * MIB, file_size=8 * MIB, output=256 << 10)


@dataclass(frozen=True, slots=True)
class Source:
    """A source, what the compiler says of it, and whether there may be an object file."""

    name: str
    text: str | bytes
    complains: str | None = None
    language: str = "c"
    dies: bool = False

    @property
    def data(self) -> bytes:
        """As bytes."""
        return self.text if isinstance(self.text, bytes) else self.text.encode()


def _doubling(levels: int, atom: str, head: str) -> str:
    lines = [f"#define A0 {atom}"]
    lines += [f"#define A{n} A{n - 1} A{n - 1}" for n in range(1, levels)]
    return "\n".join([*lines, f"{head} A{levels - 1};\n"])


_NO_FILE = "No such file or directory"
COMPILE_TIME = [
    # files that are not there for it
    Source("include-passwd", '#include "/etc/passwd"\n', _NO_FILE),
    Source("include-shadow", "#include </etc/shadow>\n", _NO_FILE),
    Source("include-zero", "#include </dev/zero>\n", _NO_FILE),
    Source("include-urandom", "#include </dev/urandom>\n", _NO_FILE),
    Source("include-stdin", "#include </dev/stdin>\n", _NO_FILE),
    Source("include-descriptor", "#include </proc/self/fd/0>\n", _NO_FILE),
    Source("include-environ", '#include "/proc/self/environ"\n', _NO_FILE),
    Source("include-up", '#include "../../../../etc/passwd"\n', _NO_FILE),
    Source("include-project", f'#include "{Path(__file__).resolve()}"\n', _NO_FILE),
    Source("include-home", f'#include "{Path.home() / ".bashrc"}"\n', _NO_FILE),
    Source("include-macro", '#define P "/etc/passwd"\n#include P\n', _NO_FILE),
    Source("import-passwd", '#import "/etc/passwd"\n', _NO_FILE),
    Source("pragma-dependency", '#pragma GCC dependency "/etc/passwd"\n', _NO_FILE),
    Source("has-include", '#if !__has_include("/etc/passwd")\n#error absent\n#endif\n', "absent"),
    Source("incbin", '__asm__(".incbin \\"/etc/passwd\\"");\n', "/etc/passwd"),
    Source("incbin-memory", '__asm__(".incbin \\"/proc/self/mem\\"");\n', "/proc/self/mem"),
    Source("assembler-include", '__asm__(".include \\"/etc/passwd\\"");\n', "/etc/passwd"),
    Source("precompiled", '#pragma GCC pch_preprocess "/etc/passwd"\n', "pch_preprocess"),
    # without end
    Source("include-itself", '#include "answer.c"\n', "nested depth"),
    Source("include-itself-twice", "#include __FILE__\n#include __FILE__\n", dies=True),
    Source("macro-bomb", _doubling(40, "+ 1", "int x ="), dies=True),
    Source("huge-array", "char x[1 << 30] = {1};\n", dies=True),
    Source("huge-initialiser", "int x[] = {[0x1fffffff] = 1};\n", dies=True),
    Source("huge-range", "int x[1 << 28] = {[0 ... (1 << 28) - 1] = 7};\n", dies=True),
    Source("huge-alignment", "int x __attribute__((aligned(1 << 28))) = 1;\n", dies=True),
    Source("huge-string", _doubling(24, '"0123456789abcdef"', "char x[] ="), dies=True),
    Source("assembler-repeat", '__asm__(".rept 1000000000\\n.quad 7\\n.endr");\n', dies=True),
    Source("assembler-fill", '__asm__(".fill 1000000000, 8, 7");\n', dies=True),
    Source("assembler-origin", '__asm__(".org 0x7ffffffff");\n', dies=True),
    Source("assembler-macro", '__asm__(".macro m\\nm\\nm\\n.endm\\nm");\n', dies=True),
    Source("error-flood", "#error flood flood flood flood\n" * 20_000, dies=True),
    Source(
        "template-bomb",
        "template <int N, int M> struct B { enum { v = B<N - 1, 2 * M>::v + B<N - 1, 2 * M + 1>::v"
        " }; };\ntemplate <int M> struct B<0, M> { enum { v = M }; };\nint x = B<24, 0>::v;\n",
        dies=True,
        language="cpp",
    ),
    Source(
        "constexpr-bomb",
        "constexpr long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
        "constexpr long x = f(90);\n",
        dies=True,
        language="cpp",
    ),
    # broken
    Source("unterminated-comment", "/*", "unterminated comment"),
    Source("unterminated-string", 'char *x = "abc', "missing terminating"),
    Source("unterminated-if", "#if 1\nint x;\n", "unterminated #if"),
    Source("unterminated-macro", "#define F(x) x\nint y = F(1;\n", "unterminated argument"),
    Source("unterminated-function", "int f(void) { if (1) { while (1) {", "expected"),
    Source("deep-parentheses", "int x = " + "(" * 200_000 + "1;\n", dies=True),
    Source("deep-braces", "void f(void) " + "{" * 200_000 + "\n", dies=True),
    Source("deep-pointers", "int " + "*" * 500_000 + "x;\n", dies=True),
    Source("zeros", b"\0" * 100_000 + b"int x = ;\n", "expected expression"),
    Source("bytes", bytes(range(128, 256)) * 100, dies=True),
    Source("long-line", "int " + "a" * 3_000_000 + " = b;\n", dies=True),
]


@pytest.mark.parametrize("source", COMPILE_TIME, ids=lambda source: source.name)
def test_compiler_contains(source: Source, arena: Sandbox) -> None:
    gcc = find_gcc()
    if source.language == "cpp" and gcc.cc1plus is None:
        pytest.skip("no g++ on this machine")
    name = "answer.cc" if source.language == "cpp" else "answer.c"
    job = Job(
        [
            Step(gcc.compile_argv(source.language, name, "answer.s"), limits=COMPILING),
            Step(gcc.assemble_argv("answer.s", "answer.o"), limits=COMPILING),
        ],
        files={name: source.data},
        collect=["answer.s", "answer.o"],
        collect_cap=8 * MIB,
    )
    outcome = run_among_neighbours(arena, job)
    last = outcome.steps[-1]
    assert not last.ok
    assert "answer.o" not in outcome.files or source.dies
    told = b"".join(step.stdout + step.stderr for step in outcome.steps)
    if source.complains is not None:
        assert last.ending is Ending.EXITED
        assert source.complains.encode() in told
    for text in (told, *outcome.files.values()):
        for secret in (b"root:x:", b"nobody:", b"PATH="):
            assert secret not in text
