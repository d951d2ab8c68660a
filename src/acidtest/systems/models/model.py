"""Language models as systems: any that Inspect AI supports, and one that runs locally."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from acidtest.core.agents import AgentLimits
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.options import RunOptions
from acidtest.core.prompts import Prompt, read_prompt
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Answer, Json, Question
from acidtest.core.registry import system
from acidtest.systems.models.budget import CHARACTERS_A_TOKEN, TOKENS_OUT, Budget, tokens_of
from acidtest.systems.models.caller import Caller, Conversation, Reply
from acidtest.systems.models.local import DOWNLOADS, LocalServer, checks, find_local
from acidtest.systems.models.options import CONNECTIONS, ModelOptions
from acidtest.systems.models.prices import Price, Prices, read_prices

_LOCAL = "local/"
_PROMPT_FORM = "prompt"


@dataclass
class _Open:
    """What is open while a model is in use."""

    caller: Caller
    server: LocalServer | None


@runtime_checkable
class AsksModel(Protocol):
    """A system that asks a language model and accepts the model options of a command."""

    @property
    def asked(self) -> ModelSystem:
        """The model."""
        ...

    def asking(self, model: ModelSystem) -> System:
        """The same system with another model; it keeps its own prompt."""
        ...

    def message(self, question: Question) -> str | None:
        """The message to the model; None if it is not asked."""
        ...


@dataclass(frozen=True)
class ModelSystem:
    """Asks a language model. Inspect AI makes the calls; acidtest does everything else."""

    model: str
    prompt: Prompt
    options: ModelOptions = field(default_factory=ModelOptions)
    prices: Prices = field(default_factory=read_prices)
    budget: Budget = field(default_factory=Budget)
    form: str | None = None
    preset: str | None = None
    schema: Mapping[str, Json] | None = None
    _opened: list[_Open] = field(default_factory=list, repr=False, compare=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.budget.usd is not None and self.price is None:
            raise InputError(
                f"--max-cost: no price for {self.model} in the price table of "
                f"{self.prices.as_of}; add one with --prices FILE, or use --max-tokens-total"
            )

    @property
    def name(self) -> str:
        """The name as typed."""
        return f"model:{self.model}"

    @property
    def identity(self) -> Mapping[str, Json]:
        """The model, the prompt and everything else that affects the answers; never a key."""
        identity: dict[str, Json] = {"model": self.model, **self.options.identity}
        if self.model.startswith(_LOCAL):
            local = find_local(self.model.removeprefix(_LOCAL))
            identity["weights_sha256"] = local.weights.sha256
            if not self.options.max_tokens:
                identity["max_tokens"] = local.max_tokens
        if self.preset is not None:
            identity["preset"] = self.preset
        return {**identity, "prompt": self.prompt.name, "prompt_sha256": self.prompt.sha256}

    @property
    def connections(self) -> int:
        """The number of parallel questions; Inspect may throttle them."""
        default = 1 if self.model.startswith(_LOCAL) else CONNECTIONS
        return self.options.max_connections or default

    @property
    def price(self) -> Price | None:
        """The price of its tokens, if known."""
        return self.prices.find(self.model)

    def estimate(self, text: str) -> tuple[int, int]:
        """Estimated tokens in and out for one question, on the high side."""
        return tokens_of(text), self.options.max_tokens or TOKENS_OUT

    def prepare(self, questions: Sequence[Question]) -> None:
        """Open the model, to report problems before the first question."""
        self._ready()

    @property
    def asked(self) -> ModelSystem:
        """Itself."""
        return self

    def asking(self, model: ModelSystem) -> ModelSystem:
        """The other model."""
        return model

    def message(self, question: Question) -> str:
        """The message to the model."""
        return self.prompt.put(question.text)

    def answer(self, question: Question) -> Answer:
        """The model's answer with time and tokens; `note` and `stop` say what cut it short."""
        text = self.message(question)
        price = self.price
        tokens = self.estimate(text)
        ticket = self.budget.reserve(price.of(*tokens) if price else 0.0, sum(tokens))
        answer: Answer | None = None
        try:
            answer = self._ask(question, text, price)
        finally:
            self.budget.settle(ticket, answer)
        return answer

    def _ask(self, question: Question, text: str, price: Price | None) -> Answer:
        try:
            reply = self._ready().ask(text, question.attempt)
        except InfrastructureError as error:
            return Answer(question.sample.id, None, question.attempt, error=str(error))
        given = reply.answer(question.sample.id, question.attempt, price)
        return given if given.model else replace(given, model=self.model)

    def as_agent(self, suite: Suite, options: RunOptions) -> System:
        """The same model, with the suite's tools."""
        from acidtest.systems.models.agents.agent import AgentSystem  # needs Inspect AI

        if self.options.plain:
            raise InputError(
                "--agent: plain completions have no tools; leave out --api completions, or a "
                "--preset that asks so"
            )
        return AgentSystem(self, suite, options, AgentLimits.parse(options.agent_limits))

    def step(self, question: Question, asked: Conversation) -> Reply:
        """One reply in an agent's conversation, within the budget."""
        price, size = self.price, sum(len(message.text) for message in asked.messages)
        tokens = (
            max(asked.tokens, size // CHARACTERS_A_TOKEN + 1),
            self.options.max_tokens or TOKENS_OUT,
        )
        ticket = self.budget.reserve(price.of(*tokens) if price else 0.0, sum(tokens))
        answer: Answer | None = None
        try:
            reply = self._ready().ask(asked, question.attempt)
            answer = reply.answer(question.sample.id, question.attempt, price)
        finally:
            self.budget.settle(ticket, answer)
        return reply

    def close(self) -> None:
        """Close its connections, and stop the server of a local model."""
        with self._lock:
            while self._opened:
                opened = self._opened.pop()
                opened.caller.close()
                if opened.server is not None:
                    opened.server.close()

    def _ready(self) -> Caller:
        with self._lock:
            if not self._opened:
                self._opened.append(self._open())
            return self._opened[0].caller

    def _open(self) -> _Open:
        if not self.model.startswith(_LOCAL):
            return _Open(Caller(self.model, self.options, schema=self.schema), None)
        name = self.model.removeprefix(_LOCAL)
        local = find_local(name)
        server = LocalServer(name, local)
        options = replace(
            self.options,
            base_url=server.base_url,
            max_tokens=self.options.max_tokens or local.max_tokens,
            max_connections=self.connections,
        )
        asked = f"openai-api/{self.model}"
        caller = Caller(asked, options, api_key=server.key, seeded=True, schema=self.schema)
        return _Open(caller, server)


@system(checks=checks, downloads=DOWNLOADS)
def make(argument: str, suite: Suite) -> ModelSystem:
    """model:PROVIDER/NAME asks a language model, model:local/smollm2 one on this machine."""
    provider, slash, name = argument.partition("/")
    if not provider or not slash or not name:
        raise InputError(
            "model: needs a provider and a name, such as model:openai/gpt-4o-mini, "
            "model:openai-api/vllm/NAME --base-url http://127.0.0.1:8000/v1 or model:local/smollm2"
        )
    if argument.startswith(_LOCAL):
        find_local(name)
    form = _PROMPT_FORM if _PROMPT_FORM in suite.question_forms else None
    return ModelSystem(argument, read_prompt(suite), form=form)
