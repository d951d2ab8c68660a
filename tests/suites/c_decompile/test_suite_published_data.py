"""The published Decompile-Eval files: figures that others have measured come out again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import acidtest
from acidtest.core.records import Question, Sample
from acidtest.core.registry import find_suite
from acidtest.lang import c_source as source
from acidtest.suites.c_decompile import dialects
from acidtest.suites.c_decompile.compile import Compiled, Compiler
from acidtest.suites.c_decompile.exploits import PLAIN
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox

RATES = ("passes", "compiles", "published.reexecutable", "published.recompilable")
OPTS = ("O0", "O1", "O2", "O3")
SUITE = find_suite("c-decompile")
EXPLOITS = [c.name for c in SUITE.controls if c.name.startswith("exploit:")]
# These are stopped by nothing but the separation of test and answer: they do what a stub does.
HARMLESS_APART = {"exploit:assert-off", "exploit:redirected-stdout"}
HARMLESS_APART |= {f"exploit:{exploit.name}" for exploit in PLAIN}
WEAK = {"38", "50", "69"}


@pytest.fixture(scope="module")
def verdicts() -> Iterator[Verdicts]:
    with Sandbox({"runner": runner()}) as sandbox:
        yield Verdicts(find_gcc(), sandbox)


@pytest.fixture(scope="module")
def objects(public_data: Path) -> Path:
    return public_data / "decompile-eval" / "decompile-eval-executable-gcc-obj.json"


@pytest.fixture(scope="module")
def tasks(objects: Path) -> list[Sample]:
    """One sample a task: verdicts do not depend on the O-level."""
    return [s for s in SUITE.read([objects]).samples if s.groups["opt"] == "O0"]


def _passed(verdicts: Verdicts, tasks: list[Sample], name: str) -> set[str]:
    """Tasks that a control passes."""
    control = next(c for c in SUITE.controls if c.name == name)

    def passes(sample: Sample) -> bool:
        question = Question(sample, "asm", 0, lambda form: "", lambda: None)
        verdict = verdicts.sound_verdict(sample.truth, control.answer(question))
        return bool(verdict["with_types"]["passes"])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(passes, tasks))
    return {task.cluster for task, good in zip(tasks, passed, strict=True) if good}


def test_the_oracle_reaches_656_of_656_on_all_four_rates(objects: Path, tmp_path: Path) -> None:
    result = acidtest.evaluate(
        "c-decompile", "oracle", data=[objects], controls="none", out=tmp_path / "run"
    )
    assert result.summary.n == 656
    assert result.summary.errors == 0
    for rate in RATES:
        figure = result.summary.metrics[rate]
        assert (figure.value, figure.n) == (1.0, 656), rate
    flagged = {row["id"] for row in result.records() if row["metric:weak_test"]}
    # 69 never calls the function, 74 asserts nothing, 38 and 50 decode what they encoded
    assert flagged == {f"{task}-{opt}" for task in (38, 50, 69, 74) for opt in OPTS}


def test_stored_ghidra_text_gives_the_published_figures(public_data: Path, tmp_path: Path) -> None:
    """On the lowest and the highest level; docs/suites/c-decompile.md has all four."""
    data = public_data / "decompile-eval" / "decompile-eval-executable-gcc-ghidra.json"
    result = acidtest.evaluate(
        "c-decompile",
        "field:input_asm_prompt",
        data=[data],
        groups={"opt": ["O0", "O3"]},
        controls="none",
        out=tmp_path / "run",
    )
    assert result.summary.question_form == "pseudo"
    measured = {
        rate: [100 * (result.summary.groups["opt"][opt][rate].value or 0) for opt in ("O0", "O3")]
        for rate in ("published.reexecutable", "passes_with_types")
    }
    # another gcc may accept other answers; these were measured with gcc 12
    assert measured["published.reexecutable"] == pytest.approx([34.1, 14.0], abs=1)
    assert measured["passes_with_types"] == pytest.approx([82.3, 62.8], abs=1)


def test_the_stub_passes_only_what_judges_nothing_or_too_little(
    verdicts: Verdicts, tasks: list[Sample]
) -> None:
    assert _passed(verdicts, tasks, "stub") == WEAK


def test_neither_cut_headers_nor_a_kept_compiler_change_the_code(
    verdicts: Verdicts, tasks: list[Sample], public_data: Path
) -> None:
    ghidra = SUITE.read(
        [public_data / "decompile-eval" / "decompile-eval-executable-gcc-ghidra.json"]
    )
    texts: list[tuple[Task, str, str]] = []
    for sample in tasks[::3]:
        task: Task = sample.truth
        prototype = source.prototype(task.function, task.entry)
        texts += [(task, task.function, ""), (task, f"{prototype}\n{task.test}", "")]
    for sample in list(ghidra.samples)[::11]:
        reading = dialects.read(sample.truth.pseudo)
        texts.append((sample.truth, reading.text, reading.prelude))

    def objects(row: tuple[Task, str, str]) -> tuple[Compiled, Compiled, Compiled]:
        task, text, prelude = row
        includes = [*source.split_includes(task.function)[0], *source.split_includes(task.test)[0]]
        unit = verdicts.unit(task, includes, "", source.split_includes(text)[1], prelude)
        cut = compiler.cut(unit)
        assert "#include" not in cut
        return compiler.compile(unit.text), compiler.compile(cut), compiler.compile(unit)

    compared = 0
    with Sandbox() as sandbox, ThreadPoolExecutor(os.cpu_count()) as pool:
        compiler = Compiler(find_gcc(), sandbox)
        for whole, cut, kept in pool.map(objects, texts):
            assert whole.problem == cut.problem == kept.problem
            assert whole.data == cut.data == kept.data
            assert whole.assembly == kept.assembly
            compared += not whole.problem
    assert compared > 130


@pytest.mark.parametrize("name", EXPLOITS)
def test_no_exploit_passes_more_than_the_stub(
    verdicts: Verdicts, tasks: list[Sample], name: str
) -> None:
    """Each exploit on a part of the tasks, all of which are tried by some.

    `benchmarks/c_exploits.py` tries every exploit on every task.
    """
    step = 6 if name in HARMLESS_APART else 3
    assert _passed(verdicts, tasks[EXPLOITS.index(name) % step :: step], name) <= WEAK


@pytest.mark.parametrize(
    "name", ["exploit:exit", "exploit:_exit", "exploit:constructor", "exploit:assert-off"]
)
def test_the_published_procedure_falls_for_it(
    verdicts: Verdicts, tasks: list[Sample], name: str
) -> None:
    control = next(c for c in SUITE.controls if c.name == name)
    for sample in tasks[:6]:
        question = Question(sample, "asm", 0, lambda form: "", lambda: None)
        verdict = verdicts.published_verdict(sample.truth, control.answer(question))
        assert verdict["reexecutable"], (sample.id, verdict)
