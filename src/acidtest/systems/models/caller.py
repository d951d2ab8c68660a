"""Calls to language models through Inspect AI, which handles providers, keys and retries.

Inspect is asynchronous and the engine's workers are threads, so one event loop in its own thread
serves them all.
"""

from __future__ import annotations

import asyncio
import functools
import math
import os
import re
import threading
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.records import Answer
from acidtest.core.redact import redact_message
from acidtest.systems.models.contact import OWN_SERVER, Contact, ProviderError
from acidtest.systems.models.failure import STOPS, ending, is_garbled, shown
from acidtest.systems.models.heeded import WRONG, read_answer, to_try
from acidtest.systems.models.logprobs import read_chat_form
from acidtest.systems.models.options import ModelOptions, without_secret
from acidtest.systems.models.prices import Price
from acidtest.systems.models.request import (
    base_config,
    provider_name,
    question_config,
    speaks_openai,
)

if TYPE_CHECKING:
    from inspect_ai.model import ChatCompletionChoice, ChatMessage, Model, ModelOutput
    from inspect_ai.model._model import RetryDecision
    from inspect_ai.tool import Tool

Result = TypeVar("Result")
_WORDS = (
    "I'm sorry|I am sorry|Sorry, |I can't|I cannot|I can not|I won't|I will not|"
    "I'm unable|I am unable|I'm not able|I am not able|As an AI"
)
_REFUSAL = re.compile(rf"\s*(?:{_WORDS})", re.IGNORECASE)
_REFUSAL_MAX = 600


@dataclass(frozen=True, slots=True)
class Conversation:
    """What an agent's model is asked: all messages, its tools, and the tokens of the last time."""

    messages: Sequence[ChatMessage]
    tools: Sequence[Tool] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply; network errors are raised instead."""

    text: str
    stop: str
    note: str | None
    model: str | None
    time_s: float
    tokens_in: int | None = None
    tokens_cached: int = 0
    tokens_out: int | None = None
    logprob: float | None = None
    output: ModelOutput | None = None

    def cost(self, price: Price | None) -> float | None:
        """Dollars; None if the price or the tokens are not known."""
        if price is None or self.tokens_in is None or self.tokens_out is None:
            return None
        return price.of(self.tokens_in, self.tokens_out, self.tokens_cached)

    def answer(self, identity: str, attempt: int, price: Price | None) -> Answer:
        """As an `Answer`, with its cost if the price is known."""
        return Answer(
            identity,
            self.text,
            attempt,
            time_s=self.time_s,
            tokens_in=None if self.tokens_in is None else self.tokens_in + self.tokens_cached,
            tokens_out=self.tokens_out,
            cost_usd=self.cost(price),
            model=self.model,
            note=self.note,
            stop=self.stop,
            logprob=self.logprob,
        )


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="acidtest-models", daemon=True).start()
    return loop


def _await(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


class Caller:
    """One model, callable from any thread."""

    def __init__(
        self,
        model: str,
        options: ModelOptions,
        *,
        api_key: str | None = None,
        seeded: bool = False,
        schema: Mapping[str, Any] | None = None,
    ) -> None:
        """`model` is Inspect's name for it. With `seeded`, the attempt is the seed. With a JSON
        `schema`, models that support it must follow it.
        """
        with needed_by("a language model"):
            import inspect_ai  # noqa: F401
        if schema is not None and options.plain:
            raise InputError(
                f"--api completions: {model} must follow a JSON schema here, which only a chat does"
            )
        self._options = options
        self._seeded = seeded
        self._schema = schema
        self._ignored: Sequence[str] | None = None
        self._trying = threading.Lock()
        self._model: Model = _await(self._open(model, api_key))
        self._contact = Contact(model)
        if url := self._model.api.base_url:
            self._contact = Contact(f"{model} at {without_secret(url)}", OWN_SERVER)
            _await(self._contact.check(url))

    async def _open(self, name: str, api_key: str | None) -> Model:
        from inspect_ai.model import get_model

        more: dict[str, Any] = {}
        own_server = self._options.base_url is not None
        if own_server and name.startswith("openai/"):
            more["responses_api"] = False  # other servers rarely support it
        if own_server and api_key is None:
            api_key = _key_for(name)
        try:
            model = get_model(
                provider_name(name, self._options),
                config=base_config(self._options, self._schema),
                base_url=self._options.base_url,
                api_key=api_key,
                memoize=False,
                **more,
            )
        except InputError:
            raise
        except Exception as error:
            message = re.sub(r"\[/?[a-z ]*\]", "", str(error)).strip()
            raise InputError(f"model:{name}: {redact_message(message)}") from None
        client: Any = getattr(model.api, "client", None)
        if hasattr(client, "max_retries"):
            client.max_retries = 0  # Inspect retries, as it is told to
        if self._options.plain and self._options.logprobs:
            read_chat_form(client)
        # Inspect keeps the first limit of a connection for the whole process: another limit is
        # another connection
        connection = f"{model.api.connection_key()}:{self._options.max_connections}"
        model.api.connection_key = lambda: connection  # type: ignore[method-assign]
        usual = model.api.should_retry

        def should_retry(ex: Exception) -> bool | RetryDecision:
            return is_garbled(ex) or usual(ex)

        # a page of a proxy, or half of a reply: Inspect takes it for an error that stays
        model.api.should_retry = should_retry  # type: ignore[method-assign]
        return model

    def ask(self, asked: str | Conversation, attempt: int = 0) -> Reply:
        """One reply to a text or a conversation, in which the model may call tools.

        Raises `InfrastructureError` if the network or the provider fails,
        `InputError` if the provider rejects the key or the name, and `NoContactError` if it seems
        unable to answer any question.
        """
        start = time.perf_counter()
        tries = 0
        with self._contact.turn():
            while True:
                retries = None if self._contact.made or self._contact.busy else 0
                try:
                    reply = self._replied(asked, attempt, start, retries)
                except InputError as error:
                    raise InputError(f"{self._contact.where}: {error}") from None
                except ProviderError as error:
                    if retries is None:
                        self._contact.failed(error)
                        raise
                    if not self._contact.ask_again(error, tries):
                        raise
                    tries += 1
                else:
                    self._contact.answered()
                    return self._as_asked(reply)

    def _replied(
        self, asked: str | Conversation, attempt: int, start: float, retries: int | None
    ) -> Reply:
        try:
            output = _await(self._generate(asked, attempt, retries))
        except Exception as error:
            return _ended(error, time.perf_counter() - start)
        return read_output(output, time.perf_counter() - start)

    async def _generate(
        self, asked: str | Conversation, attempt: int, retries: int | None
    ) -> ModelOutput:
        from inspect_ai.model import CachePolicy, ChatMessageUser

        first = self._options.sampling_seed
        seed = attempt if self._seeded else None
        if first is not None:
            seed = first + attempt
        config = question_config(self._model, self._options, seed, max_retries=retries)
        cache: CachePolicy | bool = False
        if self._options.cache:  # cache attempts separately, like Inspect's epochs
            cache = CachePolicy(expiry=None, per_epoch=False, scopes={"attempt": str(attempt)})
        if isinstance(asked, str):
            asked = Conversation([ChatMessageUser(content=asked)])
        messages, tools = list(asked.messages), asked.tools
        return await self._model.generate(messages, tools, config=config, cache=cache)

    def _as_asked(self, reply: Reply) -> Reply:
        """A reply as the options would have it, with what the server ignored of them."""
        reading = read_answer(
            reply.text, self._options, reply.tokens_out, has_logprobs=reply.logprob is not None
        )
        ignored = ", ".join([*self._silently_ignored(), *reading.ignored])
        if not ignored:
            return reply
        notes = (reply.note, f"the server ignored {ignored}")
        stop = "stop" if reading.cut and reply.stop == "max_tokens" else reply.stop
        return replace(reply, text=reading.text, stop=stop, note="; ".join(filter(None, notes)))

    def _silently_ignored(self) -> Sequence[str]:
        """The options whose wrong values the server takes, so that it cannot heed right ones."""
        with self._trying:
            if self._ignored is None:
                trials = to_try(self._options) if speaks_openai(self._model) else ()
                self._ignored = [flag for flag, name in trials if _await(self._takes(name))]
            return self._ignored

    async def _takes(self, name: str) -> bool:
        from inspect_ai.model import ChatMessageUser

        config = question_config(
            self._model, self._options, None, extra_body={name: WRONG}, max_retries=0, max_tokens=1
        )
        try:
            output = await self._model.generate([ChatMessageUser(content="1")], config=config)
        except Exception:
            return False  # it was refused, or nothing is known
        return not output.error and not output.empty

    def close(self) -> None:
        """Close its connections."""
        _await(self._model.api.aclose())


def _key_for(name: str) -> str:
    """The key for the user's own server; most need none, but the client requires a value."""
    provider, _, rest = name.partition("/")
    service = rest.partition("/")[0] if provider == "openai-api" else provider
    return os.environ.get(f"{service.upper().replace('-', '_')}_API_KEY") or "none"


def read_output(output: ModelOutput, time_s: float) -> Reply:
    """Inspect's output as a reply. Also used for outputs in an Inspect log."""
    if output.error:
        raise ProviderError(shown(f"the provider reported: {output.error}"))
    if output.empty:
        raise ProviderError("the provider sent a response without an answer")
    usage, stop, detail = output.usage, str(output.stop_reason), None
    choice = output.choices[0]
    text = output.completion
    refused = any(getattr(part, "refusal", None) for part in _parts(choice.message.content))
    if choice.stop_details is not None:
        detail = choice.stop_details.explanation
        refused = refused or (stop != "content_filter" and choice.stop_details.type == "refusal")
    if stop in ("content_filter", "model_length") and not (usage and usage.output_tokens):
        detail, text = detail or text, ""  # the provider's words, not the model's
    if refused or (stop == "stop" and _refuses(text)):
        stop = "refusal"
    note = STOPS.get(stop)
    if note and detail and detail != text:
        note = f"{note}: {shown(detail)}"
    cached = (usage.input_tokens_cache_read or 0) if usage else 0
    written = (usage.input_tokens_cache_write or 0) if usage else 0
    return Reply(
        text,
        stop,
        note,
        output.model or None,
        time_s if output.time is None else output.time,
        tokens_in=usage.input_tokens + written if usage else None,
        tokens_cached=cached,
        tokens_out=usage.output_tokens if usage else None,
        logprob=_mean_logprob(choice),
        output=output,
    )


def _mean_logprob(choice: ChatCompletionChoice) -> float | None:
    """The mean log-probability of an answer's tokens, if the server sent any that are numbers."""
    known = [each.logprob for each in choice.logprobs.content] if choice.logprobs else []
    mean = sum(known) / len(known) if known else math.nan
    return mean if math.isfinite(mean) else None


def _parts(content: Any) -> list[Any]:
    return content if isinstance(content, list) else []


def _refuses(text: str) -> bool:
    """Whether this is a short text that starts like a refusal and contains no code or data."""
    if len(text) > _REFUSAL_MAX or not _REFUSAL.match(text):
        return False
    return not re.search(r"```|[{};]", text)


def _ended(error: Exception, time_s: float) -> Reply:
    """The reply that an exception stands for; raises a clear error for any other."""
    stop, note = ending(error)
    return Reply("", stop, note, None, time_s, tokens_in=0, tokens_out=0)
