"""From source to question: builds the program and shows its function in one of four forms."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Observation, Program, Sample
from acidtest.core.text import counted
from acidtest.lang import objdump
from acidtest.suites.c_decompile.image import Image, make_image
from acidtest.suites.c_decompile.program import DUMP, PROGRAM, build_program, failed, not_given
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.cross import Toolchain, find_toolchain
from acidtest.toolchains.sandbox import Job, Sandbox, Step

FORMS = {
    "asm": "the function's assembly, cleaned as published",
    "asm-data": "the same, with the read-only data that its instructions refer to",
    "program": "the same, with all data and functions of the program that it can come to",
    "pseudo": "a decompiler's pseudo-code, where the data carries one",
}


class CQuestions:
    """Builds the program of a task, in the sandbox, because data files are untrusted.

    Compilers and sandbox are opened by the first question that needs them.
    """

    def __init__(self, *, symbols: bool, bare: bool) -> None:
        self._bare, self._symbols = bare, symbols
        self._open = ExitStack()
        self._opened: dict[tuple[str, ...], Sandbox] = {}
        self._lock = threading.Lock()
        self._built = functools.lru_cache(maxsize=16)(self._build)
        self._shown = functools.lru_cache(maxsize=16)(self._dump)
        self._around = functools.lru_cache(maxsize=16)(self._surroundings)
        self._without_symbols = functools.lru_cache(maxsize=16)(self._strip)

    def _sandbox(self, tools: Toolchain) -> Sandbox:
        folders = tuple(tools.folders)
        with self._lock:
            if folders not in self._opened:
                box = Sandbox(binds=folders, bare=self._bare)
                self._opened[folders] = self._open.enter_context(box)
            return self._opened[folders]

    def close(self) -> None:
        """Close the sandbox, if it was opened."""
        self._open.close()

    def text(self, sample: Sample, form: str) -> str:
        """The question in `form`."""
        task: Task = sample.truth
        if form == "pseudo":
            if task.pseudo is None:
                raise InputError(
                    f"task {task.name}-{task.opt} carries no pseudo-code; "
                    "use data that has it, or another question form"
                )
            return task.pseudo
        if form == "asm" and task.asm is not None:
            return task.asm
        listing, dump = self._shown(replace(task, asm=None, pseudo=None))
        architecture = task.built_for.architecture
        mark = objdump.COMMENTS[architecture]
        if form == "asm":
            return objdump.clean_listing(listing, mark)
        if form not in ("asm-data", "program"):
            raise InputError(f"unknown question form '{form}'; c-decompile has: {', '.join(FORMS)}")
        text = objdump.clean_listing(listing, mark, keep_comments=True)
        if form == "program":
            data = self._around(replace(task, asm=None, pseudo=None)).described()
        else:
            data = objdump.referenced_data(listing, dump, architecture)
        return f"{text}\n\n{data}" if data else text

    def program(self, sample: Sample) -> Program:
        """The linked program that holds the function and its test, without debug information."""
        task = replace(sample.truth, asm=None, pseudo=None)
        kept = self._symbols and task.built_for.symbols
        return self._built(task) if kept else self._without_symbols(task)

    def _strip(self, task: Task) -> Program:
        program, tools = self._built(task), find_toolchain(task.built_for)
        step = Step([tools.strip, "--strip-all", PROGRAM], limits=DUMP)
        job = Job([step], files={PROGRAM: program.data}, collect=[PROGRAM])
        outcome = self._sandbox(tools).run(job)
        if not outcome.steps[-1].ok:
            raise InfrastructureError(f"strip failed: {explain(outcome.steps[-1], 'strip')}")
        return Program(outcome.files[PROGRAM], None, program.address)

    def _build(self, task: Task) -> Program:
        tools = find_toolchain(task.built_for, task.language)
        return build_program(self._sandbox(tools), task)

    def _surroundings(self, task: Task) -> Image:
        if why := not_given(task):
            raise InputError(f"task {task.name} for {task.built_for}: {why}; use form asm-data")
        return make_image(self._sandbox(find_toolchain(task.built_for)), task)

    def _dump(self, task: Task) -> tuple[str, str]:
        """The listing of the function, and the program's data in hexadecimal."""
        program, tools = self._built(task), find_toolchain(task.built_for)
        steps = [
            Step([tools.objdump, "-d", PROGRAM], limits=DUMP),
            Step([tools.objdump, "-s", PROGRAM], limits=DUMP),
        ]
        outcome = self._sandbox(tools).run(Job(steps, files={PROGRAM: program.data}))
        if len(outcome.steps) < len(steps) or not outcome.steps[-1].ok:
            raise failed(task, outcome.steps[-1], "objdump")
        listing = objdump.function_listing(outcome.steps[0].stdout.decode(), program.symbol or "")
        if listing is None:
            raise InfrastructureError(f"task {task.name} for {task.built_for}: not in objdump")
        return listing, outcome.steps[1].stdout.decode()


def repair(text: str, observation: Observation) -> str | None:
    """A follow-up that gives a system the compiler's message on its answer.

    The answer is compiled apart from the test, so the message has nothing of that.
    """
    plain = observation.get("plain")
    if not plain or plain["compiles"] or not text.strip():
        return None
    return (
        "This answer does not compile. Mend it and answer with the whole C source again, "
        f"nothing else.\n\nThe compiler says:\n\n{plain['why']}\n\nYour answer was:\n\n{text}\n"
    )


def check_form(samples: Sequence[Sample], form: str) -> None:
    """Raise `InputError` unless every sample can be asked in this form."""
    without = [sample.id for sample in samples if form == "pseudo" and sample.truth.pseudo is None]
    if without:
        raise InputError(
            f"--question pseudo: {len(without)} of {counted(len(samples), 'sample')} carry no "
            f"pseudo-code, the first is {without[0]}; use data that has it, or another form"
        )
    unfit = [sample for sample in samples if form == "program" and not_given(sample.truth)]
    if unfit:
        raise InputError(
            f"--question program: {len(unfit)} of {counted(len(samples), 'sample')} have no such "
            f"form, the first is {unfit[0].id}: {not_given(unfit[0].truth)}; use asm-data"
        )


@contextmanager
def open_questions(*, symbols: bool, bare: bool) -> Iterator[CQuestions]:
    """The builder of questions, while its sandbox is open."""
    made = CQuestions(symbols=symbols, bare=bare)
    try:
        yield made
    finally:
        made.close()
