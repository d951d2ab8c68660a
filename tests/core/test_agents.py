"""What an agent may spend, and who can be one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import pytest

from acidtest.core.agents import AgentLimits, Workbench, Workbenches, agent_of
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite, System


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pace=3", "unknown limit 'pace'"),
        ("steps", "steps: expected a whole number above 0"),
        ("steps=0", "above 0"),
        ("steps=1.5", "a whole number"),
        ("usd=nan", "an amount above 0"),
        ("usd=inf", "an amount above 0"),
        ("tokens=99999999999", "above 0"),
    ],
)
def test_a_wrong_limit_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        AgentLimits.parse(text)


def test_limits_that_are_not_given_are_the_usual_ones() -> None:
    assert AgentLimits.parse("") == AgentLimits()
    assert AgentLimits.parse("usd=0.25,steps=3") == AgentLimits(steps=3, usd=0.25)


@dataclass
class _Suite:
    """A suite of another package, which lends a file."""

    name: str = "theirs"

    @contextmanager
    def tools(self, options: RunOptions) -> Iterator[Workbenches]:
        yield lambda question: Workbench("a file", {"a": b"1"})


@dataclass
class _Model:
    """A system that can be an agent."""

    name: str = "theirs:model"

    def as_agent(self, suite: Any, options: RunOptions) -> tuple[str, str]:
        return "agent", suite.name


@dataclass
class _Plain:
    """Anything else."""

    name: str = "plain"


def _made(system: object, suite: object, **options: Any) -> object:
    return agent_of(cast(System, system), cast(Suite, suite), RunOptions.of(options))


def test_a_suite_and_a_system_of_other_packages_make_an_agent() -> None:
    assert _made(_Model(), _Suite()) == ("agent", "theirs")


def test_who_cannot_be_an_agent_is_told_why() -> None:
    with pytest.raises(InputError, match="plain has no tools for agents"):
        _made(_Model(), _Plain())
    with pytest.raises(InputError, match="takes a language model"):
        _made(_Plain(), _Suite())
    with pytest.raises(InputError, match="leave --no-sandbox out"):
        _made(_Model(), _Suite(), bare=True)
    with pytest.raises(InputError, match="leave --repair out"):
        _made(_Model(), _Suite(), repair=True)
