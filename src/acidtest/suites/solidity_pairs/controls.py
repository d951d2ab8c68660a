"""Systems whose result is known beforehand: the oracle, its disguises, silence, and cheats."""

from __future__ import annotations

import random
from collections.abc import Callable

from acidtest.core.protocols import Control, Grades
from acidtest.core.records import Question
from acidtest.lang.solidity import with_bodies
from acidtest.lang.solidity_mutants import mutants
from acidtest.lang.solidity_rename import renamed
from acidtest.suites.solidity_pairs.dataset import Pair


def _from_pair(make: Callable[[Pair], str]) -> Callable[[Question], str]:
    return lambda question: make(question.sample.truth)


def _mutant(question: Question) -> str:
    pair: Pair = question.sample.truth
    candidates = mutants(pair.source)
    return random.Random(question.sample.id).choice(candidates).text if candidates else pair.source


CONTROLS = (
    Control("oracle", "the original source", _from_pair(lambda pair: pair.source), core=True),
    Control(
        "renamed",
        "the original with inner names changed and comments gone",
        _from_pair(lambda pair: renamed(pair.source)),
    ),
    Control("silent", "an empty answer", lambda question: "", core=True),
    Control("echo", "the code it was asked about", _from_pair(lambda pair: pair.tac), core=True),
    Control(
        "shuffled",
        "an unrelated function of another contract",
        _from_pair(lambda pair: pair.unrelated),
        core=True,
    ),
    Control("mutant", "the original with one small change", _mutant),
    Control(
        "abi-skeleton",
        "the right prototype with an empty body",
        _from_pair(lambda pair: with_bodies(pair.source, "{}", "{}")),
        core=True,
    ),
    Control(
        "always-revert",
        "the right prototype, which reverts",
        _from_pair(lambda pair: with_bodies(pair.source, "{ revert(); }", None)),
    ),
)

GRADES = Grades(
    lambda question: 1,
    lambda question, right: (
        question.sample.truth.source if right else question.sample.truth.unrelated
    ),
)
