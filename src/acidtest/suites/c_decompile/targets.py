"""Samples for other targets than their data's: ids, groups, and what must be left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from acidtest.core.digest import sha256_of
from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.lang.c_platform import platform_types
from acidtest.suites.c_decompile.agrees import replay_calls
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.target import Platform, Target, select_targets

WIDE_LONG = Path(__file__).with_name("wide_long.json")
_HERE = Target().platform
_OLD_LEVELS = ("O0", "O1", "O2", "O3")


@dataclass(frozen=True, slots=True)
class Fairness:
    """How answers to a task are judged for a platform.

    `flags` are those of a verdict by this machine's gcc. Without them it is `emulated` there, or
    not at all; `why` says what stands against the other.
    """

    flags: tuple[str, ...] | None
    emulated: bool
    why: str


def sample_id(name: str, target: Target) -> str:
    """TASK-TARGET; TASK-LEVEL for gcc on x86-64, as it was when there was no other."""
    plain = Target(level=target.level)
    return f"{name}-{target.level if target == plain and _is_old(target) else target}"


def _is_old(target: Target) -> bool:
    return target.level in _OLD_LEVELS


def groups_of(target: Target) -> dict[str, str]:
    """The groups that a sample of this target counts in."""
    return {
        "target": str(target),
        "arch": target.architecture,
        "compiler": target.compiler,
        "opt": target.level,
    }


def fairness(task: Task) -> Fairness:
    """How answers to the task are judged on its platform."""
    platform = task.built_for.platform
    if platform == _HERE:
        return Fairness((), emulated=False, why="")
    return _fairness(platform, task.reference, task.test, task.language)


@lru_cache(maxsize=4096)
def _fairness(platform: Platform, reference: str, test: str, language: str) -> Fairness:
    flags = platform.native
    if flags != () and replay_calls(test) is not None:
        why = f"what its reference does was recorded on x86-64, not on {platform.architecture}"
        return Fairness(None, emulated=False, why=why)
    why = f"pointers have {platform.abi.pointer_bits} bits on {platform.architecture}"
    if platform.abi.long_bits < 64 and sha256_of(reference, test)[:16] in _wide_long():
        why = f"its own test needs a long of 64 bits, and there it has {platform.abi.long_bits}"
        return Fairness(None, emulated=False, why=why)
    if flags is not None:
        used = platform_types(f"{reference}\n{test}")
        differ = [name for name in platform.differences if name in used]
        if not differ:
            return Fairness(flags, emulated=False, why="")
        flags, why = None, f"it uses {differ[0]}, which is another type on {_named(platform)}"
    if not platform.emulator:
        return Fairness(None, emulated=False, why=f"{why}, and nothing runs its programs here")
    if language != "c":
        return Fairness(None, emulated=False, why=f"{why}, and C++ is not judged there")
    return Fairness(None, emulated=True, why=why)


@cache
def _wide_long() -> frozenset[str]:
    """Hashes of tasks whose own test fails where `long` has 32 bits, as benchmarks/targets.py
    measured; of other tasks it is an error if it does.
    """
    return frozenset(json.loads(WIDE_LONG.read_text(encoding="utf-8")).values())


def unfit(task: Task) -> str | None:
    """Why answers to the task cannot be judged for its target; None if they can."""
    way = fairness(task)
    return None if way.flags is not None or way.emulated else f"{task.built_for}: {way.why}"


def _named(platform: Platform) -> str:
    return platform.architecture if platform.format == "elf" else "Windows"


def retargeted(
    samples: Iterable[Sample], patterns: Sequence[str]
) -> tuple[list[Sample], Mapping[str, int]]:
    """The tasks of the samples, each for every target that the patterns name.

    Also how many samples were left out, by reason. What the data has for a target is kept.
    """
    targets = select_targets(patterns)
    tasks: dict[str, dict[Target, Sample]] = {}
    for sample in samples:
        tasks.setdefault(sample.truth.name, {})[sample.truth.built_for] = sample
    made: list[Sample] = []
    left_out: Counter[str] = Counter()
    for known in tasks.values():
        for target in targets:
            sample = known.get(target) or _made(known, target)
            if why := unfit(sample.truth):
                left_out[why] += 1
            else:
                made.append(replace(sample, groups={**sample.groups, **groups_of(target)}))
    if not made:
        raise InputError(f"--target {' '.join(patterns)}: no task can be judged there")
    return made, left_out


def _made(known: Mapping[Target, Sample], target: Target) -> Sample:
    """A sample of a task for a target that the data has none for."""
    same = (sample for there, sample in known.items() if there.level == target.level)
    base = next(same, None) or next(iter(known.values()))
    task: Task = base.truth
    task = replace(task, opt=target.level, target=target, asm=None, pseudo=None)
    if target == Target(level=target.level):
        task = replace(task, target=None)
    # how hard it is was measured on the data's own target
    groups = {name: value for name, value in base.groups.items() if name != "difficulty"}
    return replace(base, id=sample_id(task.name, target), groups=groups, truth=task)
