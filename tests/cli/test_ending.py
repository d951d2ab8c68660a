"""A command ends as it should: interrupted, with nobody reading, with its output closed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ACIDTEST = [sys.executable, "-c", "from acidtest.cli import main; main()"]

INTERRUPTED = "interrupted; run the same command again to continue\n"

# Never ends by itself, and its daemon would outlive it.
TOOL = '(setsid sleep 400 >/dev/null 2>&1 &)\necho "$$" >> "$1"\nsleep 400\n'


def _usual_signals() -> None:
    """Whoever runs these tests may ignore signals, as nohup does."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def run_with_tool(tmp_path: Path) -> tuple[subprocess.Popen[str], Path]:
    """A run that waits for a tool, and the file where the tool writes down its number."""
    tool, numbers, scratch = tmp_path / "tool.sh", tmp_path / "numbers", tmp_path / "scratch"
    tool.write_text(TOOL)
    scratch.mkdir(exist_ok=True)
    system = f"command:sh {tool} {numbers}"
    command = [*ACIDTEST, "run", "crypto-inventory", "--system", system, "--limit", "4"]
    process = subprocess.Popen(
        [*command, "--controls", "none", "--out", str(tmp_path / "run")],
        env={**os.environ, "ACIDTEST_CACHE": str(tmp_path / "cache"), "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_usual_signals,
    )
    while not (numbers.exists() and numbers.read_text().split()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process, numbers


def assert_gone(numbers: Path) -> None:
    """No tool is running any more."""
    for number in numbers.read_text().split():
        while Path(f"/proc/{number}").exists():
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (signal.SIGINT, "interrupted; run the same command again"),
        (signal.SIGTERM, "ended by SIGTERM; run the same command again"),
        (signal.SIGHUP, "ended by SIGHUP; run the same command again"),
    ],
)
def test_each_signal_ends_the_run_and_its_tools_and_keeps_no_answer(
    tmp_path: Path, number: signal.Signals, words: str
) -> None:
    process, numbers = run_with_tool(tmp_path)
    process.send_signal(number)
    # far less than the tool's limit of 120 s; a machine without time to spare may need some of it
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert words in errors
    assert "Traceback" not in errors
    assert_gone(numbers)
    assert list((tmp_path / "scratch").iterdir()) == []
    answers = tmp_path / "run" / "answers.jsonl"
    assert not answers.exists() or answers.read_text() == ""


def test_kill_9_leaves_nothing(tmp_path: Path) -> None:
    process, numbers = run_with_tool(tmp_path)
    process.kill()
    process.communicate()
    assert_gone(numbers)
    while list((tmp_path / "scratch").iterdir()):
        time.sleep(0.02)


def test_a_signal_that_the_caller_ignores_is_ignored(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", sys.executable, "-c", HUNG_UP],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


HUNG_UP = """
import os, signal, sys
sys.argv = ["acidtest", "suites"]
from acidtest.cli import ending, main
ending.take_over()
os.kill(os.getpid(), signal.SIGHUP)
main()
"""

# A system that hangs where no signal is heard, like a provider that does not answer.
HANGING = """
import os, signal, sys, threading, time
from acidtest.cli import ending
ending.GRACE_S = 0.3
ending.take_over()
signal.signal(signal.SIGINT, ending._interrupt)
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
if sys.argv[1] == "twice":
    ending.GRACE_S = 3600
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
while True:
    try:
        time.sleep(3600)
    except KeyboardInterrupt:
        pass
"""


@pytest.mark.parametrize("often", ["once", "twice"])
def test_what_does_not_unwind_is_left_after_a_while_or_at_the_second_signal(often: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGING, often], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert "run the same command again" in done.stderr


# Where an exception goes nowhere: Python prints its traceback and continues.
BROKEN_OFF = """
import os, signal, sys, threading
from acidtest.cli import ending
ending.take_over()
def interrupt():
    signal.raise_signal(signal.SIGINT)
    for _ in range(1000):
        pass
class Deleted:
    def __del__(self):
        interrupt()
def in_thread():
    Deleted.interrupted.wait()
    raise KeyError("half an import")
Deleted.interrupted = threading.Event()
thread = threading.Thread(target=in_thread)
thread.start()
if sys.argv[1] == "signal":
    Deleted()
Deleted.interrupted.set()
thread.join()
ending.interrupted()
"""


@pytest.mark.parametrize(("how", "tracebacks"), [("signal", 0), ("no signal", 1)])
def test_a_signal_prints_no_traceback_of_what_it_broke_off(how: str, tracebacks: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_OFF, how],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_usual_signals,
    )
    assert done.returncode == 130
    assert done.stderr.count("Traceback") == tracebacks, done.stderr
    assert "interrupted; run the same command again" in done.stderr


# The import of a package is broken off, and none of its modules can be imported any more.
BROKEN_IMPORT = """
import os, signal, sys
from acidtest.cli import ending, main
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "acidtest.core.paths":
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000):
                pass
        if ending.signalled() and name.startswith("acidtest.core."):
            raise ImportError(name)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["acidtest", "suites"]
main()
"""


def test_a_signal_during_an_import_is_an_interrupt() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_IMPORT],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_usual_signals,
    )
    assert (done.returncode, done.stderr) == (130, INTERRUPTED), done.stderr


def test_a_reader_that_goes_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [*ACIDTEST, "suites"], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.parametrize(
    ("redirect", "status", "words"),
    [
        (">&-", 3, "acidtest: cannot write to standard output: Bad file descriptor\n"),
        (">/dev/full", 3, "acidtest: cannot write to standard output: No space left on device\n"),
        ("2>&- >/dev/null", 0, ""),
        ("<&- >/dev/null", 0, ""),
        ("<&- >&- 2>&-", 3, ""),
    ],
)
@pytest.mark.parametrize("command", ["suites", "--help"])
def test_closed_and_full_streams(redirect: str, status: int, words: str, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirect}', "sh", *ACIDTEST, command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, words)


def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/caf\xe9"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"}

    def acidtest(*arguments: str | bytes) -> bytes:
        done = subprocess.run(
            [*ACIDTEST, *arguments], env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
        return done.stdout

    made = acidtest(
        "run", "sast-triage", "--system", "oracle", "--limit", "3", "--controls", "none",
        "--out", odd + b"/run",
    )  # fmt: skip
    assert b"caf\\udce9" in made
    assert json.loads(acidtest("show", odd + b"/run", "--json"))
    acidtest("compare", odd + b"/run", odd + b"/run")
    acidtest("report", odd + b"/run", "--out", odd + b"/page.html")
    acidtest(
        "score", "sast-triage", "--answers", odd + b"/run/answers.jsonl", "--limit", "3",
        "--controls", "none", "--out", odd + b"/again",
    )  # fmt: skip
