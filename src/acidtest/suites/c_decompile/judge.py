"""Judges answers with gcc in a sandbox; test and answer in two processes where that works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from acidtest.core.digest import sha256_of
from acidtest.core.records import Json, Observation, Sample
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX, Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox


@contextmanager
def open_judge(*, bare: bool) -> Iterator[CJudge]:
    """The judge, while its sandbox is open."""
    gcc = find_gcc()
    with Sandbox({"runner": runner()}, binds=gcc.folders, bare=bare) as sandbox:
        yield CJudge(sandbox)


class CJudge:
    """Keeps compiled tests, and gives both readings of an answer."""

    def __init__(self, sandbox: Sandbox) -> None:
        gcc = find_gcc()
        self._verdicts = Verdicts(gcc, sandbox, compare=True)
        # Sharing a bubblewrap between jobs changes no verdict; having none might.
        isolation = "none" if sandbox.mode == "bare" else "bwrap"
        self.toolchain: Mapping[str, str] = {
            **gcc.identity,
            "std": "gnu17",
            "verdict": "in-process" if self._verdicts.not_strict else "strict",
            "sandbox": isolation,
        }

    def key(self, sample: Sample, text: str) -> str:
        """Leaves out the O-level: an answer is always compiled the same way."""
        task: Task = sample.truth
        return sha256_of(
            task.language, task.entry, task.dependencies, task.function, task.test, text
        )

    def observe(self, sample: Sample, text: str) -> Observation:
        """Both readings of one answer."""
        task: Task = sample.truth
        if len(text) > ANSWER_MAX:
            why = f"the answer is longer than {ANSWER_MAX} characters"
            no = {"compiles": False, "passes": False, "why": why}
            paper = {"recompilable": False, "reexecutable": False, "why": why}
            return {
                "plain": no,
                "with_types": no,
                "adapted": {},
                "published": paper,
                **self._of(task),
            }
        return {
            **self._verdicts.sound_verdict(task, text),
            "published": self._verdicts.published_verdict(task, text),
            **self._of(task),
        }

    def _of(self, task: Task) -> dict[str, Json]:
        """What is known of the task, whatever the answer."""
        return {
            "stub_passes": self._verdicts.stub_passes(task),
            "one_process": self._verdicts.one_process(task),
        }
