"""From a function of a project to a task, or the reason why it is none."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from tree_sitter import Node

from acidtest.core.errors import InfrastructureError
from acidtest.core.records import Json
from acidtest.lang.c_mutants import mutants
from acidtest.lang.mutation import Fate, Mutant
from acidtest.suites.c_decompile.agrees import Calls
from acidtest.suites.c_decompile.mutate import RUN, Trials
from acidtest.suites.c_decompile.project.coverage import branch_coverage
from acidtest.suites.c_decompile.project.explore import ENOUGH, Kept, NotExplored, explore
from acidtest.suites.c_decompile.project.slices import NotSliced, Slice, Slicer
from acidtest.suites.c_decompile.project.texts import calls_of, test_of
from acidtest.suites.c_decompile.project.types import NotTyped, Types
from acidtest.suites.c_decompile.task import Task
from acidtest.suites.c_decompile.verdict import Verdicts
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Sandbox

MUTANTS = 10
"""By how many small changes of a function inputs are chosen, and by how many others measured."""
KILLED = 0.6
"""A task whose inputs notice fewer of them is left out."""
_AGAIN = 8
_RETURNED = re.compile(r"the test's main returned ([1-9]\d{0,2})$")
_TOGETHER = 32
# A function that is asked for much memory takes it, and all of that is filled with poison.
_MEMORY = 320 << 20
_LIMITS = replace(RUN, cpu_s=4, wall_s=300)
_BRANCHING = frozenset(
    """if_statement for_statement while_statement do_statement case_statement
    conditional_expression""".split()
)
_MAIN = 'int main() __asm__("acid_test_main");'


class NotAdmitted(Exception):
    """Why a function is no task."""


class NotDecided(Exception):
    """A tool failed, or the machine was too slow: another attempt may go otherwise."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A task's text as a file of a corpus, and what was measured."""

    text: str
    facts: Mapping[str, Json]


class Admission:
    """Makes tasks of functions with one compiler in one sandbox. Thread-safe."""

    def __init__(self, gcc: Gcc, sandbox: Sandbox, seed: int) -> None:
        self._gcc, self._sandbox, self._seed = gcc, sandbox, seed
        self._calls = Calls(gcc, sandbox, _MEMORY)
        self._lock, self._used, self._verdicts = Lock(), 0, self._fresh()

    def _fresh(self) -> Verdicts:
        return Verdicts(self._gcc, self._sandbox, run=_LIMITS, program=False)

    def _judge(self) -> Verdicts:
        """One for some functions: it keeps what it made of each."""
        with self._lock:
            self._used += 1
            if self._used % _TOGETHER == 0:
                self._verdicts = self._fresh()
            return self._verdicts

    def admit(self, slicer: Slicer, place: tuple[int, int], types: Types, package: str) -> Admitted:
        """The task of one function; raises `NotAdmitted` or `NotDecided`."""
        try:
            cut = slicer.cut(place)
            calls = calls_of(cut, types)
            verdicts = self._judge()
            task = Task(
                name=cut.entry,
                opt="",
                language="c",
                entry=cut.entry,
                dependencies="\n".join([*cut.includes, cut.dependencies]).strip(),
                function=cut.function.strip() + "\n",
                test=calls,
            )
            first, second = self._mutants(task)
            changed = [mutant.text for mutant in first]
            explored = explore(verdicts, self._calls, task, self._seed, changed)
            task, kept = _apart(verdicts, task, explored.kept)
            return self._checked(verdicts, task, cut, package, kept, second)
        except (NotSliced, NotTyped, NotExplored) as error:
            raise NotAdmitted(str(error)) from error
        except InfrastructureError as error:
            raise NotDecided(str(error)) from error

    def _checked(
        self,
        verdicts: Verdicts,
        task: Task,
        cut: Slice,
        package: str,
        kept: int,
        changed: Sequence[Mutant],
    ) -> Admitted:
        if verdicts.stub_passes(task):
            raise NotAdmitted("a function that does nothing passes")
        trials = Trials(verdicts)
        fates = [trials((task, mutant)).fate for mutant in changed]
        killed = sum(fate in (Fate.KILLED, Fate.HUNG) for fate in fates)
        tried = killed + fates.count(Fate.SURVIVED)
        if tried and killed / tried < KILLED:
            raise NotAdmitted(f"weak: its inputs notice under {KILLED:.0%} of small changes to it")
        unit = verdicts.test_unit(task)[0].text.replace(_MAIN, "")
        coverage = branch_coverage(self._gcc, self._sandbox, task, unit)
        lines = task.function.strip().count("\n") + 1
        facts = {
            "package": package,
            "file": cut.item.file,
            "function": cut.entry,
            "size": "small" if lines < 15 else "medium" if lines < 50 else "large",
            "features": " ".join(_features(cut)) or "plain",
            "lines": lines,
            "branches": _cyclomatic(cut.item.node),
            "helpers": cut.helpers,
            "inputs": kept,
            "coverage": None if coverage is None else round(coverage, 3),
            "mutants": tried,
            "killed": killed,
        }
        return Admitted(_text(task, facts), facts)

    def _mutants(self, task: Task) -> tuple[list[Mutant], list[Mutant]]:
        """Small changes by which inputs are chosen, and others by which they are measured."""
        rng = random.Random(f"mutants\0{task.function}\0{self._seed}")
        made = mutants(task.function)
        chosen = rng.sample(made, min(2 * MUTANTS, len(made)))
        return chosen[::2], chosen[1::2]


def _apart(verdicts: Verdicts, task: Task, kept: Sequence[Kept]) -> tuple[Task, int]:
    """The task with a test that its reference passes in two processes, and how many inputs it has.

    Inputs are left out on which it does something else there: it compares addresses, say.
    """
    calls, left = task.test, list(kept)
    for _ in range(_AGAIN):
        task = replace(task, test=test_of(calls, left))
        verdict = verdicts.sound_verdict(task, task.function)["plain"]
        why = str(verdict.get("in_process") or verdict["why"])
        if verdict["passes"] and verdict.get("verdict") == "strict":
            return task, len(left)
        differs = _RETURNED.search(why)
        if differs is None or len(left) <= ENOUGH:
            break
        del left[int(differs[1]) - 1]
    raise NotAdmitted(f"test and answer cannot be kept apart: {why}")


def _features(cut: Slice) -> Iterator[str]:
    kinds = {node.type for node in _nodes(cut.item.node)}
    text = cut.item.text
    if "field_expression" in kinds:
        yield "structs"
    if re.search(r"\b(?:float|double)\b", text):
        yield "floats"
    if re.search(rf"\b{cut.entry}\s*\(", text.partition("{")[2]):
        yield "recursion"
    if "switch_statement" in kinds:
        yield "switch"
    if kinds & {"for_statement", "while_statement", "do_statement"}:
        yield "loops"
    if cut.helpers:
        yield "calls"


def _nodes(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.children


def _cyclomatic(node: Node) -> int:
    logical = ("&&", "||")
    return 1 + sum(part.type in _BRANCHING or part.type in logical for part in _nodes(node))


def _text(task: Task, facts: Mapping[str, Json]) -> str:
    head = [f"// task: {task.name}", f"// entry: {task.entry}", "// topic: project"]
    names = ("package", "file", "size", "features", "coverage", "mutants", "killed")
    head += [f"// {name}: {facts[name]}" for name in names]
    parts = [*head, "// ---- types ----", task.dependencies, "// ---- function ----"]
    return "\n".join([*parts, task.function.strip(), "// ---- test ----", task.test.strip(), ""])
