"""A language model as an agent: a suite's tools, limits, and a transcript.

Models, tools and the calls of tools are Inspect AI's. Its loop `react` only runs inside one of its
own evaluations, of which a process can have one at a time, so the loop is here: ask, call, go
round. Each request goes through the same `Caller` as a question without tools, with its retries,
budget and errors. Tokens are those that the provider counted: nothing is downloaded to count them.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    execute_tools,
)
from inspect_ai.tool import Tool, ToolCallError, ToolDef
from inspect_ai.util._sandbox import context  # the only way to lend a sandbox without a task

from acidtest.core.agents import AGENT, AgentLimits, ToolSuite, Workbench, Workbenches
from acidtest.core.digest import sha256_of
from acidtest.core.errors import AcidtestError, InfrastructureError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Answer, Json, Question
from acidtest.core.text import described
from acidtest.systems.models.agents.box import AgentBox, TimeUp
from acidtest.systems.models.agents.provider import BubblewrapEnvironment
from acidtest.systems.models.agents.reach import agents_sandbox
from acidtest.systems.models.agents.tools import tools_of
from acidtest.systems.models.agents.transcript import Transcript
from acidtest.systems.models.caller import Conversation, Reply
from acidtest.systems.models.prices import Price
from acidtest.toolchains.sandbox import Sandbox

Message = TypeVar("Message", ChatMessageAssistant, ChatMessage)
_CALLS_MAX = 16
"""Calls of one step that are made; a model that asks for more is told the results of these."""
_STOPPED = "agent_limit"
_PROMPT = """\
You work on one task with tools. {about}
When you are done, call submit with your whole answer, in the form that the task asks for. A reply
without a call of a tool is taken as your answer, too. You have at most {steps} replies in all."""
_GO_ON = "Call a tool, or call submit with your answer."


class AskedModel(System, Protocol):
    """The model behind an agent."""

    @property
    def model(self) -> str: ...

    @property
    def price(self) -> Price | None: ...

    @property
    def form(self) -> str | None: ...

    @property
    def connections(self) -> int: ...

    def prepare(self, questions: Sequence[Question]) -> None: ...

    def message(self, question: Question) -> str: ...

    def step(self, question: Question, asked: Conversation) -> Reply: ...

    def close(self) -> None: ...


class Spent(Exception):
    """A limit of the agent was reached; the message says which."""


@dataclass
class _Open:
    """What is open while an agent is in use."""

    benches: Workbenches
    sandbox: Sandbox
    stack: ExitStack


@dataclass
class _Work:
    """One agent on one question."""

    model: AskedModel
    question: Question
    limits: AgentLimits
    since: float
    transcript: Transcript = field(default_factory=Transcript)
    last: Reply | None = None
    submitted: str | None = None
    text: str = ""

    def check(self) -> None:
        """Raise `Spent` if nothing may be asked any more."""
        done, limits = self.transcript, self.limits
        tokens = (done.tokens_in or 0) + (done.tokens_out or 0)
        if len(done.steps) >= limits.steps:
            raise Spent(f"{limits.steps} steps")
        if tokens >= limits.tokens:
            raise Spent(f"{limits.tokens} tokens")
        if limits.usd and (done.cost_usd or 0.0) >= limits.usd:
            raise Spent(f"${limits.usd:g}")
        if time.monotonic() - self.since >= limits.seconds:
            raise Spent(f"{limits.seconds} seconds")

    def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatMessageAssistant:
        """One reply of the model, which becomes a step of the transcript."""
        self.check()
        reply = self.model.step(self.question, Conversation(messages, tools, self._tokens()))
        self.last = reply
        said = said_in(reply)
        self.transcript.add_reply(reply, reply.cost(self.model.price), said)
        if reply.output is not None:  # else its text is a note, of what stopped the model
            self.text = said.text.strip() or self.text
        return said

    def _tokens(self) -> int:
        """At least so many tokens will be read: those of the last step."""
        last = self.last
        return 0 if last is None else (last.tokens_in or 0) + last.tokens_cached

    def answer(self, stopped: str | None) -> Answer:
        """What was submitted, else the last text; `note` says what stopped the agent."""
        done, last = self.transcript, self.last
        stop, note = (last.stop, last.note) if last else (None, None)
        if self.submitted is not None:
            stop, note = "stop", None
        elif stopped:
            stop, note = _STOPPED, f"the agent was stopped after {stopped}, before it answered"
        return Answer(
            self.question.sample.id,
            self.text if self.submitted is None else self.submitted,
            self.question.attempt,
            time_s=time.monotonic() - self.since,
            tokens_in=done.tokens_in,
            tokens_out=done.tokens_out,
            cost_usd=done.cost_usd,
            model=(last and last.model) or self.model.model,
            note=note,
            stop=stop,
            steps=tuple(done.steps),
        )


@dataclass(frozen=True)
class AgentSystem:
    """A language model that answers with a suite's tools."""

    model: AskedModel
    suite: Suite
    options: RunOptions
    limits: AgentLimits
    _opened: list[_Open] = field(default_factory=list, repr=False, compare=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the model as typed, and what it is here."""
        return f"{self.model.name} (agent)"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The model's, and what makes it an agent."""
        loop = f"Inspect AI {importlib.metadata.version('inspect-ai')}, react"
        agent = {"loop": loop, "prompt_sha256": sha256_of(_PROMPT), **self.limits.to_json()}
        return {**self.model.identity, AGENT: agent}

    @property
    def connections(self) -> int:
        """The number of parallel questions."""
        return self.model.connections

    @property
    def form(self) -> str | None:
        """The model's question form."""
        return self.model.form

    def prepare(self, questions: Sequence[Question]) -> None:
        """Open model and tools, to report problems before the first question."""
        self.model.prepare(questions)
        self._ready()

    def answer(self, question: Question) -> Answer:
        """The agent's answer with its transcript."""
        opened, since = self._ready(), time.monotonic()
        work = _Work(self.model, question, self.limits, since)
        try:
            bench = opened.benches(question)
            box = AgentBox(opened.sandbox, bench.files, until=since + self.limits.seconds)
            stopped = asyncio.run(_run(work, bench, BubblewrapEnvironment(box)))
        except InfrastructureError as error:
            return Answer(question.sample.id, None, question.attempt, error=str(error))
        return work.answer(stopped)

    def close(self) -> None:
        """Close tools, sandbox and model."""
        with self._lock:
            while self._opened:
                self._opened.pop().stack.close()
        self.model.close()

    def _ready(self) -> _Open:
        assert isinstance(self.suite, ToolSuite)
        with self._lock:
            if not self._opened:
                stack = ExitStack()
                benches = stack.enter_context(self.suite.tools(self.options))
                sandbox = stack.enter_context(agents_sandbox(self.options.data))
                self._opened.append(_Open(benches, sandbox, stack))
            return self._opened[0]


async def _run(work: _Work, bench: Workbench, environment: BubblewrapEnvironment) -> str | None:
    """Let the agent work; returns the limit that stopped it, or None."""
    context.sandbox_environments_context_var.set({"default": environment})
    context.sandbox_with_environments_context_var.set({})
    context.sandbox_default_context_var.set("default")

    tools = [*tools_of(bench), _submit(work)]
    callable_tools = [tool.as_tool() if isinstance(tool, ToolDef) else tool for tool in tools]
    about = _PROMPT.format(about=bench.about, steps=work.limits.steps)
    asked = ChatMessageUser(content=work.model.message(work.question))
    messages: list[ChatMessage] = [ChatMessageSystem(content=about), asked]
    try:
        while work.submitted is None:
            said = work.reply(messages, callable_tools)
            messages.append(said)
            if said.tool_calls:
                results = await _called(messages, said, tools)
                messages += results
                work.transcript.add_results(results)
            elif said.text.strip():
                return None
            else:
                messages.append(ChatMessageUser(content=_GO_ON))
    except (Spent, TimeUp, BaseExceptionGroup) as error:
        return _limit(error, work.limits)
    return None


async def _called(
    messages: list[ChatMessage], said: ChatMessageAssistant, tools: Sequence[Tool | ToolDef]
) -> list[ChatMessage]:
    """What the tools answer. Where a call breaks a tool, that is the answer to it, for else an
    agent could leave itself uncounted; what is broken without its doing is raised.
    """
    try:
        results, _ = await execute_tools(messages, list(tools))
    except (Spent, TimeUp, AcidtestError, BaseExceptionGroup) as error:
        if not _breaks(error):
            raise
        cause: BaseException = error
    except Exception as error:
        cause = error
    else:
        return [sendable(each) for each in results]
    return [
        ChatMessageTool(
            content="",
            tool_call_id=call.id,
            function=call.function,
            error=ToolCallError("unknown", described(cause)),
        )
        for call in said.tool_calls or ()
    ]


def _breaks(error: BaseException) -> bool:
    """Whether nothing in a group of errors is a limit, or a fault of ours."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_breaks, error.exceptions))
    return isinstance(error, Exception) and not isinstance(error, Spent | TimeUp | AcidtestError)


def said_in(reply: Reply) -> ChatMessageAssistant:
    """The message of a reply, with no more calls than are made."""
    if reply.output is None or reply.output.empty:
        return ChatMessageAssistant(content=reply.text or (reply.note or ""))
    message = reply.output.message
    if message.tool_calls:
        message.tool_calls = message.tool_calls[:_CALLS_MAX]
    try:
        return sendable(message)
    except RecursionError:  # arguments in a thousand brackets
        return ChatMessageAssistant(content=_sendable_part(message.text))


def sendable(message: Message) -> Message:
    """The message without what no request can carry: a model may write half a character."""
    return type(message).model_validate(_sendable_part(message.model_dump()))


def _sendable_part(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_sendable_part(each) for each in value]
    if isinstance(value, dict):
        return {_sendable_part(name): _sendable_part(each) for name, each in value.items()}
    return value


def _submit(work: _Work) -> ToolDef:
    async def submit(answer: str) -> str:
        work.submitted = answer
        return "submitted"

    described = {"answer": "the whole answer"}
    return ToolDef(submit, "submit", "Hand in your answer, which ends the task.", described)


def _limit(error: BaseException, limits: AgentLimits) -> str:
    """The limit that was reached; everything else that went wrong is raised again."""
    if isinstance(error, BaseExceptionGroup):
        return _limit(error.exceptions[0], limits)
    if isinstance(error, TimeUp):
        return f"{limits.seconds} seconds"
    if isinstance(error, Spent):
        return str(error)
    raise error
