"""Agents: what a suite lends to a system that may use tools, and what one may spend on an answer.

A suite with tools has a member `tools`; the engine and the command line name no suite. The files of
a workbench go into a sandbox in which the agent works. Its tools are answered outside of it, by
code of the suite: they get texts from the agent, which may be hostile, and must not hand out the
truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from typing import Protocol, runtime_checkable

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Json, Question
from acidtest.core.text import as_cause, choices

AGENT = "agent"
"""The entry in a system's identity that says what kind of agent it is."""


class ToolMisuse(Exception):
    """A tool cannot do what the agent asked for; the message is for the agent, which goes on."""


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool that is answered outside the sandbox. Every parameter is a text.

    `call` gets them by name and returns a text; it may raise `ToolMisuse`.
    """

    name: str
    description: str
    parameters: Mapping[str, str]
    call: Callable[..., str]


@dataclass(frozen=True, slots=True)
class Workbench:
    """What an agent gets for one question: files, tools, and a word on both.

    Without a `shell`, the agent has only the suite's own tools.
    """

    about: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    tools: Sequence[AgentTool] = ()
    shell: bool = True


Workbenches = Callable[[Question], Workbench]


@runtime_checkable
class ToolSuite(Protocol):
    """A suite that lends tools to agents."""

    def tools(self, options: RunOptions) -> AbstractContextManager[Workbenches]:
        """Open the tools; what they make of a question must not contain the truth."""
        ...


@runtime_checkable
class AgentMaker(Protocol):
    """A system that can also answer as an agent, such as a language model."""

    def as_agent(self, suite: Suite, options: RunOptions) -> System:
        """The same model, with the suite's tools."""
        ...


@dataclass(frozen=True, slots=True)
class AgentLimits:
    """What an agent may spend on one answer: steps (requests to the model), tokens, seconds, and
    dollars; `usd` of 0 sets no limit.
    """

    steps: int = 30
    tokens: int = 200_000
    seconds: int = 900
    usd: float = 0.0

    @classmethod
    def parse(cls, text: str) -> AgentLimits:
        """From `steps=10,usd=0.5`; raises `InputError`.

        >>> AgentLimits.parse("steps=10,usd=0.5")
        AgentLimits(steps=10, tokens=200000, seconds=900, usd=0.5)
        """
        values: dict[str, float] = {}
        for part in filter(None, text.split(",")):
            name, _, number = part.partition("=")
            known = [each.name for each in fields(cls)]
            if name not in known:
                raise InputError(f"--agent-limits: unknown limit '{name}'; {choices(name, known)}")
            values[name] = _amount(name, number)
        return cls(**values)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Json]:
        """For the identity of an agent."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _amount(name: str, text: str) -> float:
    try:
        value = float(text) if name == "usd" else int(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e9:
        kind = "an amount" if name == "usd" else "a whole number"
        raise InputError(f"--agent-limits {name}: expected {kind} above 0, got {as_cause(text)}")
    return value


def agent_of(system: System, suite: Suite, options: RunOptions) -> System:
    """The system as an agent; raises `InputError` if it, the suite or the options forbid it."""
    if not isinstance(suite, ToolSuite):
        raise InputError(f"--agent: {suite.name} has no tools for agents; leave --agent out")
    if not isinstance(system, AgentMaker):
        raise InputError(
            f"--agent: {system.name} uses no tools; it takes a language model, such as "
            "--system model:PROVIDER/NAME"
        )
    if options.bare:
        raise InputError("--agent: tools only run in the sandbox; leave --no-sandbox out")
    if options.repair:
        raise InputError("--agent: an agent sees what its compiler says; leave --repair out")
    return system.as_agent(suite, options)
