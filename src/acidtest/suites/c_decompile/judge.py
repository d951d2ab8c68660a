"""Judges answers with gcc in a sandbox; test and answer in two processes where that works."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json, Observation, Sample
from acidtest.suites.c_decompile.emulated import EmulatedVerdicts, open_emulated
from acidtest.suites.c_decompile.image import may_name
from acidtest.suites.c_decompile.prepared import Prepared
from acidtest.suites.c_decompile.program import not_given
from acidtest.suites.c_decompile.targets import fairness
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import ANSWER_MAX, Shares, Verdicts, runner
from acidtest.toolchains.gcc import Gcc, find_gcc
from acidtest.toolchains.sandbox import Sandbox
from acidtest.toolchains.target import Platform

_LONG = f"the answer is longer than {ANSWER_MAX} characters"


@contextmanager
def open_judge(
    *, bare: bool, platforms: Iterable[Platform] = (), seed: int = 0, brief: bool = False
) -> Iterator[CJudge]:
    """The judge, while its sandboxes are open; `platforms` are those it needs to emulate.

    `seed` draws other inputs than those of a run. A `brief` judge gives neither the published
    reading nor anything of an answer's program.
    """
    gcc = find_gcc()
    with (
        Sandbox({"runner": runner()}, binds=gcc.folders, bare=bare) as sandbox,
        ExitStack() as opened,
    ):
        emulated = {p: opened.enter_context(open_emulated(p, bare=bare)) for p in platforms}
        judge = CJudge(sandbox, emulated, seed, brief)
        opened.callback(judge.close)
        yield judge


class CJudge:
    """Keeps compiled tests, and gives both readings of an answer."""

    def __init__(
        self,
        sandbox: Sandbox,
        emulated: Mapping[Platform, EmulatedVerdicts] | None = None,
        seed: int = 0,
        brief: bool = False,
    ) -> None:
        self._gcc, self._sandbox, self._emulated = find_gcc(), sandbox, emulated or {}
        self._seed, self._brief = seed, brief
        self._shares: dict[tuple[str, ...], Shares] = {}
        self._lock = threading.Lock()
        self._verdicts: dict[tuple[str, ...], Verdicts] = {}
        self._prepared: dict[tuple[str, ...], Prepared] = {}
        # Sharing a bubblewrap between jobs changes no verdict; having none might.
        isolation = "none" if sandbox.mode == "bare" else "bwrap"
        weaker = self._with(()).not_strict
        if weaker:
            logging.getLogger("acidtest").warning(
                "c-decompile: test and answer share a process, which is weaker than the strict "
                "verdict, because %s",
                weaker,
            )
        self.toolchain: Mapping[str, str] = {
            **self._gcc.identity,
            "std": "gnu17",
            "verdict": "in-process" if weaker else "strict",
            "sandbox": isolation,
            **{
                f"emulated-{platform.architecture}": _named(verdicts.identity)
                for platform, verdicts in self._emulated.items()
            },
        }

    def _with(self, flags: tuple[str, ...]) -> Verdicts:
        """The verdicts by this machine's gcc under these flags."""
        with self._lock:
            if flags not in self._verdicts:
                self._verdicts[flags] = Verdicts(
                    _flagged(self._gcc, flags),
                    self._sandbox,
                    compare=True,
                    program=not self._brief,
                    seed=self._seed,
                    prepared=self._kept(flags),
                )
            return self._verdicts[flags]

    def _kept(self, flags: tuple[str, ...]) -> Prepared:
        if flags not in self._prepared:
            gcc = _flagged(self._gcc, flags)
            self._prepared[flags] = Prepared(gcc, self._sandbox.mode)
        return self._prepared[flags]

    def close(self) -> None:
        """Close what was kept on disk."""
        for prepared in self._prepared.values():
            prepared.close()

    def share(self, sample: Sample, text: str) -> float:
        """On which share of inputs an answer agrees; 0 under an ABI that is emulated."""
        task: Task = sample.truth
        way = fairness(task)
        if way.flags is None:
            return 0.0
        with self._lock:
            if way.flags not in self._shares:
                gcc, kept = _flagged(self._gcc, way.flags), self._kept(way.flags)
                self._shares[way.flags] = Shares(
                    gcc, self._sandbox, program=False, seed=self._seed, prepared=kept
                )
        return self._shares[way.flags].share(task.at_any_level(), text)

    def key(self, sample: Sample, text: str) -> str:
        """Has the O-level only if the answer may name something of its program.

        An answer is always compiled the same way.
        """
        task: Task = sample.truth
        way = fairness(task)
        own = [task.built_for.architecture] if way.emulated else [*(way.flags or ())]
        if not not_given(task) and may_name(task, text):
            own.append(task.opt)
        parts = (task.language, task.entry, task.dependencies, task.function, task.test, text)
        return sha256_of(*parts, *own)

    def observe(self, sample: Sample, text: str) -> Observation:
        """Both readings of one answer."""
        task: Task = sample.truth
        way = fairness(task)
        if way.flags is None:
            return self._observe_emulated(task, text, way.why)
        verdicts = self._with(way.flags)
        of_task: dict[str, Json] = {
            "stub_passes": verdicts.stub_passes(task),
            "one_process": verdicts.one_process(task),
            **({"flags": list(way.flags)} if way.flags else {}),
        }
        if len(text) > ANSWER_MAX:
            paper = {"recompilable": False, "reexecutable": False, "why": _LONG}
            return {**_too_long(), "published": paper, **of_task}
        sound = verdicts.sound_verdict(task, text)
        if self._brief:
            return {**sound, "with_program": None, "published": None, "brief": True, **of_task}
        return {**sound, "published": verdicts.published_verdict(task, text), **of_task}

    def _observe_emulated(self, task: Task, text: str, why: str) -> Observation:
        """The sound reading under the ABI of the task's platform; nobody published another."""
        platform = task.built_for.platform
        if platform not in self._emulated:
            raise InfrastructureError(f"no verdicts were opened for {platform.architecture}")
        verdicts = self._emulated[platform]
        how = {"platform": platform.architecture, "why": why, **verdicts.identity}
        if reason := verdicts.why_left_out(task):
            return {"emulated": {**how, "left_out": reason}}
        return {
            **(_too_long() if len(text) > ANSWER_MAX else verdicts.sound_verdict(task, text)),
            "published": None,
            "stub_passes": verdicts.stub_passes(task),
            "one_process": None,
            "emulated": how,
        }


def _too_long() -> dict[str, Json]:
    no = {"compiles": False, "passes": False, "why": _LONG}
    return {"plain": no, "with_types": no, "with_program": no, "adapted": {}}


def _named(identity: Mapping[str, str]) -> str:
    names = ("gcc", "binutils", "libc", "emulator")
    return ", ".join(f"{name} {identity[name]}" for name in names)


def _flagged(gcc: Gcc, flags: tuple[str, ...]) -> Gcc:
    """The same compiler, always under these flags; its headers may then say something else."""
    if not flags:
        return gcc
    return replace(
        gcc,
        target=" ".join((gcc.target, *flags)),
        cc1=(*gcc.cc1, *flags),
        cc1plus=(*gcc.cc1plus, *flags) if gcc.cc1plus else None,
        flags=flags,
    )
