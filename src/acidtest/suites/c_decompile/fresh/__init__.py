"""New tasks that no model can have memorised, from a seed: `acidtest corpus fresh`.

A random function is written, run on seeded inputs under the undefined-behaviour and address
sanitizers and again at -O2, and kept if both agree, every line is reached and results vary. Its
test asserts the results of these runs.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import check_folder
from acidtest.core.progress import Progress
from acidtest.engine.pool import map_unordered
from acidtest.suites.c_decompile.fresh._program import Author, FreshProgram
from acidtest.toolchains.gcc import find_gcc

__all__ = ["make_task", "write_tasks"]

CALLS = 32
_TRIES = 40
_DISTINCT = 6
_BUILDS = (
    ("-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"),
    ("-O2",),
    ("-O0", "--coverage"),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHXYZ0123456789 ,.-_:;!+*/()"
_FORMATS = {"int": "%d", "unsigned": "%u", "long": "%ld"}

Argument = int | str | list[int]


def write_tasks(
    folder: Path, seed: int, count: int, progress: Progress, workers: int = 1
) -> list[Path]:
    """Write `count` tasks of `seed` into a folder that holds no other task."""
    if seed < 0:
        raise InputError(
            f"--seed {seed}: a seed must not be negative; it is part of the tasks' names"
        )
    names = [f"fresh_{seed}_{number:03d}" for number in range(count)]
    strange = sorted(p.name for p in folder.glob("*.c") if p.stem not in names)
    if strange:
        raise InputError(
            f"{folder}: already holds other tasks, such as {strange[0]}; choose an empty folder"
        )
    check_folder(folder)

    def write(number: int) -> Path:
        path = folder / f"{names[number]}.c"
        path.write_text(make_task(seed, number))
        return path

    with (
        progress.stage("tasks", count) as advance,
        map_unordered(write, range(count), workers) as written,
    ):
        for _ in written:
            advance()
    return [folder / f"{name}.c" for name in names]


def make_task(seed: int, number: int) -> str:
    """The corpus file of one task."""
    for attempt in range(_TRIES):
        rng = random.Random(f"acidtest fresh {seed} {number} {attempt}")
        program = Author(rng).write()
        if not _uses_all(program):
            continue
        calls = _calls(program, rng)
        results = _results(program, calls)
        if results is not None and _varies(results):
            return _task(f"fresh_{seed}_{number:03d}", program, calls, results)
    raise InfrastructureError(
        f"no program of seed {seed}, number {number} gave results that vary; please report it"
    )


def _uses_all(program: FreshProgram) -> bool:
    words = re.findall(r"\w+", program.text)
    return all(words.count(parameter.name) > 1 for parameter in program.parameters)


def _varies(results: Sequence[Sequence[str]]) -> bool:
    """Whether results differ enough, and enough of them are not what a stub returns."""
    returned = {row[0] for row in results}
    return len({tuple(row) for row in results}) >= _DISTINCT and len(returned - {"0"}) >= 3


# -- inputs --------------------------------------------------------------------------------------


def _number(kind: str, rng: random.Random, mentioned: Sequence[int]) -> int:
    """At the limit of its type, at or next to a number in the program, small, or any."""
    bits = 63 if kind == "long" else 31
    edges = [0, 1, (1 << bits) - 1, (1 << bits) if kind == "unsigned" else -(1 << bits)]
    pick = rng.random()
    if pick < 0.12:
        return rng.choice(edges)
    if pick < 0.45:
        number = rng.choice(mentioned) + rng.choice((-1, 0, 0, 1))
    else:
        low, high = (-50, 120) if pick < 0.7 else (-(1 << bits), (1 << bits) - 1)
        number = rng.randint(low, high)
    return number % (1 << 32) if kind == "unsigned" else number


def _calls(program: FreshProgram, rng: random.Random) -> list[list[Argument]]:
    """Arguments for each call; arrays and strings start empty and grow."""
    mentioned = sorted({int(n) for n in re.findall(r"-?\b\d{1,8}(?=[uL]?\b)", program.text)})
    make: dict[str, Callable[[int], Argument]] = {
        "array": lambda size: [_number("int", rng, mentioned) for _ in range(size)],
        "text": lambda size: "".join(rng.choice(_LETTERS) for _ in range(2 * size)),
    }
    calls = []
    for number in range(CALLS):
        size = number if number < 4 else rng.randint(2, 12)
        row: list[Argument] = []
        for parameter in program.parameters:
            family = parameter.kind.removeprefix("const ")
            row.append(make[family](size) if family in make else _number(family, rng, mentioned))
        calls.append(row)
    return calls


def _literal(number: int, kind: str) -> str:
    suffix = {"int": "", "unsigned": "u", "long": "L"}[kind]
    if kind != "unsigned" and number in (-(1 << 31), -(1 << 63)):
        return f"({number + 1}{suffix} - 1)"
    return f"{number}{suffix}"


def _quoted(text: str) -> str:
    """A string literal; a question mark might begin a trigraph."""
    return '"' + re.sub(r'(["\\?])', r"\\\1", text) + '"'


def _array(numbers: Sequence[int]) -> str:
    return ", ".join(_literal(number, "int") for number in numbers) or "0"


def _prepared(program: FreshProgram, row: Sequence[Argument]) -> tuple[list[str], str]:
    """Declarations of the variables a call uses, and the call."""
    declared, arguments = [], []
    for parameter, value in zip(program.parameters, row, strict=True):
        const = "const " if parameter.kind.startswith("const ") else ""
        if isinstance(value, list):
            declared.append(f"{const}int {parameter.name}[] = {{{_array(value)}}};")
            arguments.append(f"{parameter.name}, {len(value)}")
        elif isinstance(value, str):
            if const:
                arguments.append(_quoted(value))
            else:
                declared.append(f"char {parameter.name}[] = {_quoted(value)};")
                arguments.append(parameter.name)
        else:
            arguments.append(_literal(value, parameter.kind))
    return declared, f"func0({', '.join(arguments)})"


# -- running the reference -----------------------------------------------------------------------


def _results(program: FreshProgram, calls: Sequence[Sequence[Argument]]) -> list[list[str]] | None:
    """For each call the result, then what was written; None if the program is not well-defined."""
    lines = ["#include <stdio.h>", program.text, "int main(void)", "{"]
    for row in calls:
        declared, call = _prepared(program, row)
        lines += ["    {", *(f"        {line}" for line in declared)]
        lines.append(f'        printf("{_FORMATS[program.result]}", {call});')
        for parameter, value in zip(program.parameters, row, strict=True):
            if parameter.kind == "text":
                lines.append(f'        printf("\\t%s", {parameter.name});')
            if parameter.kind == "array" and isinstance(value, list):
                lines.append(f"        for (int i = 0; i < {len(value)}; i++)")
                lines.append(f'            printf("\\t%d", {parameter.name}[i]);')
        lines += ["        putchar('\\n');", "    }"]
    source = "\n".join([*lines, "    return 0;", "}", ""])
    with children.scratch_folder("fresh-") as folder:
        Path(folder, "program.c").write_text(source)
        outputs = [_run(folder, flags) for flags in _BUILDS]
        if None in outputs or len(set(outputs)) > 1 or not _reached(folder):
            return None
    return [line.split("\t") for line in str(outputs[0]).splitlines()]


def _run(folder: str, flags: Sequence[str]) -> str | None:
    """What the program prints; None if a sanitizer ended it or it takes too long."""
    command = [find_gcc().path, "-std=gnu17", "-w", *flags, "program.c", "-o", "program"]
    built = children.run(command, cwd=folder)
    if built.returncode != 0:
        raise InfrastructureError(
            f"gcc could not build a generated program ({' '.join(flags)}): "
            f"{built.stderr.strip()[:400]}"
        )
    try:
        done = children.run(
            ["./program"], cwd=folder, timeout=20, env={"ASAN_OPTIONS": "detect_leaks=0"}
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def _reached(folder: str) -> bool:
    """Whether the calls reach every line, as the last build counted them."""
    gcov = str(Path(find_gcc().path).with_name("gcov"))
    command = [gcov, "--stdout", *(path.name for path in Path(folder).glob("*.gcda"))]
    done = children.run(command, cwd=folder)
    if done.returncode != 0 or "#include" not in done.stdout:
        raise InfrastructureError(f"{gcov} could not count a program's lines: {done.stderr[:400]}")
    return "#####:" not in done.stdout


# -- the corpus file -----------------------------------------------------------------------------


def _task(
    name: str,
    program: FreshProgram,
    calls: Sequence[Sequence[Argument]],
    results: Sequence[Sequence[str]],
) -> str:
    written = any(p.kind in ("array", "text") for p in program.parameters)
    what = "results and what is written" if written else "results"
    lines = [
        f"// task: {name}",
        "// topic: generated",
        f"// exercises: {', '.join(program.exercises)}",
        f"// why: {what} of the reference on {len(calls)} seeded inputs, edges among them; "
        "derived by running it, not reasoned out",
        "// ---- function ----",
        program.text.rstrip("\n"),
        "// ---- test ----",
        "#include <assert.h>",
        *(["#include <string.h>"] if written else []),
        "int main(void)",
        "{",
    ]
    for row, (result, *rest) in zip(calls, results, strict=True):
        declared, call = _prepared(program, row)
        checks = [f"assert({call} == {_literal(int(result), program.result)});"]
        for parameter, value in zip(program.parameters, row, strict=True):
            if parameter.kind == "text":
                checks.append(f"assert(strcmp({parameter.name}, {_quoted(rest[0])}) == 0);")
            if parameter.kind == "array" and value:
                expected = _array([int(number) for number in rest])
                declared.append(f"const int wanted[] = {{{expected}}};")
                checks.append(f"assert(memcmp({parameter.name}, wanted, sizeof wanted) == 0);")
        if declared:
            lines += ["    {", *(f"        {line}" for line in [*declared, *checks]), "    }"]
        else:
            lines += [f"    {line}" for line in checks]
    return "\n".join([*lines, "    return 0;", "}", ""])
