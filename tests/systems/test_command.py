"""Any program can answer, and what it does wrong is its answer."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from acidtest import evaluate
from acidtest.core.errors import InputError
from acidtest.core.records import Answer, Json, Program, Question
from acidtest.core.registry import find_suite, make_system
from acidtest.systems import process as _process
from acidtest.systems.limits import ToolLimits
from acidtest.systems.process import ToolOutcome, run_tool

from .conftest import question

SUITE = find_suite("c-decompile")
Script = Callable[[str], str]
PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Writes a Python script and gives the start of a command that runs it."""

    def written(text: str) -> str:
        path = tmp_path / "tool.py"
        path.write_text(text)
        return f"{PYTHON} {shlex.quote(str(path))}"

    return written


def answer(command: str, asked: Question) -> Answer:
    """What a command answers."""
    return make_system(f"command:{command}", SUITE).answer(asked)


def test_placeholders_and_standard_input(script: Script) -> None:
    """The program gets files, names and the question; what it prints is the answer."""
    command = script(
        "import json, pathlib, sys\n"
        "binary, asm, symbol, address = sys.argv[1:]\n"
        "print(json.dumps([pathlib.Path(binary).read_bytes().hex(), pathlib.Path(asm).read_text(),"
        "symbol, address, sys.stdin.read()]))\n"
    )
    given = answer(
        f"{command} {{binary}} {{asm}} name={{symbol}} {{address}}",
        question(Program(b"\x7fELF", "func0", 0x1139), "mov eax, 1\n"),
    )
    assert json.loads(given.text or "") == [
        b"\x7fELF".hex(),
        "mov eax, 1\n",
        "name=func0",
        "0x1139",
        "mov eax, 1\n",
    ]
    assert given.note is None
    assert given.error is None
    assert given.time_s is not None


def test_symbol_of_a_stripped_program_is_its_address(script: Script) -> None:
    """There is no name to give."""
    command = script("import sys; print(sys.argv[1])")
    given = answer(f"{command} {{symbol}}", question(Program(b"", None, 0x1139)))
    assert given.text == "0x1139\n"


def test_no_shell_reads_the_command(script: Script, tmp_path: Path) -> None:
    """Words that a shell would act on arrive as they are."""
    command = script("import sys; print(sys.argv[1:])")
    given = answer(f"{command} '$HOME' ';' > {tmp_path}/out '{{ print }}'", question(None))
    assert given.text == str(["$HOME", ";", ">", f"{tmp_path}/out", "{ print }"]) + "\n"


def test_failure_is_the_answer_so_far_with_a_note(script: Script) -> None:
    """A status other than 0 is no exception."""
    command = script("import sys; print('half', flush=True); sys.exit('no licence')")
    given = answer(command, question(None))
    assert given.text == "half\n"
    assert given.error is None
    assert "it exited with status 1: no licence" in (given.note or "")


def test_crash_is_noted(script: Script) -> None:
    """Nor is a signal."""
    given = answer(script("import os; os.abort()"), question(None))
    assert given.text == ""
    assert "SIGABRT" in (given.note or "")


def test_time_limit_ends_the_whole_group(
    script: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Children of the program end with it, those in a process group of their own as well."""
    monkeypatch.setenv("ACIDTEST_COMMAND_TIMEOUT", "1.5")
    numbers = tmp_path / "numbers"
    command = script(
        "import os, subprocess, sys, time\n"
        "print('so far', flush=True)\n"
        "for group in (None, 0):\n"
        "    child = subprocess.Popen(['sleep', '300'], process_group=group)\n"
        f"    open({str(numbers)!r}, 'a').write(f'{{child.pid}}\\n')\n"
        "time.sleep(300)\n"
    )
    given = answer(command, question(None))
    assert given.text == "so far\n"
    assert "the time limit of 1.5 s was reached" in (given.note or "")
    for number in numbers.read_text().split():
        assert gone(int(number))


def gone(number: int) -> bool:
    """Whether a process has ended, within a moment."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


TIGHT = ToolLimits(wall_s=20, cpu_s=20, memory=256 << 20, output=1 << 20)


def limited(code: str, limits: ToolLimits = TIGHT) -> ToolOutcome:
    """A Python program under tight limits."""
    return run_tool([sys.executable, "-c", code], limits=limits)


def test_memory_limit() -> None:
    """A program that eats memory is stopped."""
    done = limited("import time\nx = b'x' * (400 << 20)\ntime.sleep(15)")
    assert done.problem == "the memory limit of 256 MiB was reached"


def test_output_limit() -> None:
    """A program that prints without end is stopped, and its answer is cut."""
    done = limited("while True: print('x' * 1000)")
    assert done.problem == "it printed more than 1024 KiB"
    assert len(done.stdout) == 1 << 20


@pytest.mark.parametrize("said", ["", " ", "\\n", "\\0", "\\u200b"])
def test_a_problem_has_no_empty_tail(said: str) -> None:
    done = limited(f"import sys; sys.stderr.write('{said}' * 900); sys.exit(3)")
    assert done.problem == "it exited with status 3"


def test_cpu_limit() -> None:
    """A program that spins is stopped before the wall limit."""
    done = limited("while True: pass", replace(TIGHT, cpu_s=1))
    assert done.problem == "the CPU limit of 1 s was reached"


def test_quick_program_is_not_slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a program is noticed at once, not at the next look."""
    monkeypatch.setattr(_process, "_LOOK_S", 3600.0)
    assert run_tool(["true"], limits=ToolLimits(wall_s=30)).problem is None


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "needs a program"),
        ("no-such-tool {binary}", "the program 'no-such-tool' was not found"),
        ("cat {binarry}", r"unknown placeholder \{binarry\}.*\{binary\}, \{asm\}"),
        ("cat 'open", "cannot be parsed: No closing quotation"),
    ],
)
def test_wrong_command_is_refused_before_it_runs(command: str, message: str) -> None:
    """Each message names what is wrong."""
    with pytest.raises(InputError, match=message):
        make_system(f"command:{command}", SUITE)


def test_wrong_timeout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must be a number above 0."""
    monkeypatch.setenv("ACIDTEST_COMMAND_TIMEOUT", "soon")
    with pytest.raises(InputError, match="ACIDTEST_COMMAND_TIMEOUT=soon"):
        make_system("command:cat", SUITE)


def test_program_is_wanted_and_there_is_none() -> None:
    """A suite without programs cannot fill {binary}."""
    with pytest.raises(InputError, match="these questions have no program"):
        answer("cat {binary}", question(None))


def test_real_run_with_notes_kept(script: Script, tmp_path: Path) -> None:
    """A home-made decompiler on the shipped corpus: its failure costs one sample, and is kept."""
    command = script(
        "import sys\n"
        "symbol, text = sys.argv[1], sys.stdin.read()\n"
        "assert open(sys.argv[2], 'rb').read(4) == b'\\x7fELF'\n"
        f"seen = {str(tmp_path / 'seen')!r}\n"
        "with open(seen, 'a') as log: log.write(symbol + '\\n')\n"
        "if len(open(seen).readlines()) == 1: sys.exit(3)\n"
        "print('int', symbol, '() { return 0; }')\n"
    )
    result = evaluate(
        "c-decompile",
        f"command:{command} {{symbol}} {{binary}}",
        limit=4,
        controls="none",
        out=tmp_path / "run",
        workers=1,
    )
    assert result.summary.errors == 0
    assert result.summary.n == 4
    lines = (tmp_path / "run" / "answers.jsonl").read_text().splitlines()
    notes = [json.loads(line).get("note") for line in lines]
    assert [note is not None for note in notes] == [True, False, False, False]
    assert f"{os.path.basename(sys.executable)}: it exited with status 3" in notes[0]  # noqa: PTH119


def test_secrets_of_the_command_are_in_no_name(script: Script) -> None:
    command = script("print('x')")
    one, other, another = (
        make_system(f"command:{command} {words}", SUITE)
        for words in ("--token s3cr3t-one -n 1", "--token s3cr3t-two -n 1", "--token x -n 2")
    )
    assert one.name == f"command:{command} --token *** -n 1"
    assert "s3cr3t" not in json.dumps(one.identity)
    assert one.identity == other.identity != another.identity


def test_a_secret_is_not_cut_in_half_in_a_note(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the end of what a program says is kept, and it may begin in the middle of a key."""
    monkeypatch.setenv("LONG_KEY", "k3y-" + "ab1" * 100)
    command = script("import os, sys; sys.exit(os.environ['LONG_KEY'] + ' end')")
    note = answer(command, question(None, "")).note or ""
    assert note.endswith(": *** end")


@pytest.mark.parametrize(
    "command", ["PASS=x1y2 tool", "/no/such/tool --token=x1y2", "'tool --token x1y2"]
)
def test_a_refused_command_keeps_its_secret(command: str) -> None:
    with pytest.raises(InputError) as refused:
        make_system(f"command:{command}", SUITE)
    assert "x1y2" not in str(refused.value)


@pytest.mark.parametrize("form", ["{}", "--script={}", "sh -c '{}'"])
def test_another_content_of_the_program_is_another_system(tmp_path: Path, form: str) -> None:
    """Its name is the same; its answers are not."""
    path = tmp_path / "tool.sh"

    def identity(text: str) -> Mapping[str, Json]:
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        command = form.format(path) if form.startswith(("{", "sh")) else f"true {form}".format(path)
        return make_system(f"command:{command}", SUITE).identity

    one = identity("echo a")
    assert one == identity("echo a")
    assert one != identity("echo b")
    assert str(path) in one["files"]


def test_odd_words_of_a_command_are_no_files(tmp_path: Path) -> None:
    """Not even looked for in a way that fails."""
    odd = ["x" * 5000, "a\u202eb", str(tmp_path), "/dev/null", "{asm}", "it's"]
    system = make_system("command:true " + shlex.join(odd), SUITE)
    assert list(system.identity["files"]) == ["true"]
