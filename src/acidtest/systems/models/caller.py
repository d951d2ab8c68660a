"""Calls to language models through Inspect AI, which handles providers, keys and retries.

Inspect is asynchronous and the engine's workers are threads, so one event loop in its own thread
serves them all.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
import threading
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.records import Answer
from acidtest.core.redact import redact_message
from acidtest.systems.models.contact import OWN_SERVER, Contact, ProviderError
from acidtest.systems.models.options import CONNECTIONS, ModelOptions, without_secret
from acidtest.systems.models.prices import Price

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput
    from inspect_ai.model._model import RetryDecision
    from inspect_ai.tool import Tool

Result = TypeVar("Result")
_TOO_LONG = re.compile(r"(?i)context[ _-](?:size|length|window)|maximum context|prompt is too long")
_ERROR_MAX = 500
_WORDS = (
    "I'm sorry|I am sorry|Sorry, |I can't|I cannot|I can not|I won't|I will not|"
    "I'm unable|I am unable|I'm not able|I am not able|As an AI"
)
_REFUSAL = re.compile(rf"\s*(?:{_WORDS})", re.IGNORECASE)
_REFUSAL_MAX = 600

STOPS = {
    "max_tokens": "cut off at the token limit",
    "model_length": "the question and the answer do not fit into the model's context",
    "content_filter": "stopped by the provider's content filter",
    "refusal": "the model refused",
}
"""Reasons why an answer did not finish normally, in words."""


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
        self._options = options
        self._seeded = seeded
        self._schema = schema
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
                name,
                config=self._config(),
                base_url=self._options.base_url,
                api_key=api_key,
                memoize=False,
                **more,
            )
        except Exception as error:
            message = re.sub(r"\[/?[a-z ]*\]", "", str(error)).strip()
            raise InputError(f"model:{name}: {redact_message(message)}") from None
        client: Any = getattr(model.api, "client", None)
        if hasattr(client, "max_retries"):
            client.max_retries = 0  # Inspect retries, as it is told to
        # Inspect keeps the first limit of a connection for the whole process: another limit is
        # another connection
        connection = f"{model.api.connection_key()}:{self._options.max_connections}"
        model.api.connection_key = lambda: connection  # type: ignore[method-assign]
        usual = model.api.should_retry

        def should_retry(ex: Exception) -> bool | RetryDecision:
            return _is_garbled(ex) or usual(ex)

        # a page of a proxy, or half of a reply: Inspect takes it for an error that stays
        model.api.should_retry = should_retry  # type: ignore[method-assign]
        return model

    def _config(self) -> GenerateConfig:
        from inspect_ai.model import GenerateConfig, ResponseSchema
        from inspect_ai.util import JSONSchema

        options, more = self._options, dict[str, Any]()
        if options.reasoning is not None:
            number = options.reasoning.isdecimal()
            kind = "reasoning_tokens" if number else "reasoning_effort"
            more[kind] = int(options.reasoning) if number else options.reasoning
        if options.max_connections is None:
            more["adaptive_connections"] = CONNECTIONS
        if self._schema is not None:
            shape = JSONSchema.model_validate(self._schema)
            more["response_schema"] = ResponseSchema(name="answer", json_schema=shape)
        return GenerateConfig(
            temperature=options.temperature,
            max_tokens=options.max_tokens,
            max_connections=options.max_connections,
            max_retries=options.retries,
            attempt_timeout=options.timeout_s,
            **more,
        )

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
                    return reply

    def _replied(
        self, asked: str | Conversation, attempt: int, start: float, retries: int | None
    ) -> Reply:
        try:
            output = _await(self._generate(asked, attempt, retries))
        except Exception as error:
            return _failed(error, time.perf_counter() - start)
        return read_output(output, time.perf_counter() - start)

    async def _generate(
        self, asked: str | Conversation, attempt: int, retries: int | None
    ) -> ModelOutput:
        from inspect_ai.model import CachePolicy, ChatMessageUser, GenerateConfig

        seed = attempt if self._seeded else None
        config = GenerateConfig(seed=seed, max_retries=retries)
        cache: CachePolicy | bool = False
        if self._options.cache:  # cache attempts separately, like Inspect's epochs
            cache = CachePolicy(expiry=None, per_epoch=False, scopes={"attempt": str(attempt)})
        if isinstance(asked, str):
            asked = Conversation([ChatMessageUser(content=asked)])
        messages, tools = list(asked.messages), asked.tools
        return await self._model.generate(messages, tools, config=config, cache=cache)

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
        raise ProviderError(_shown(f"the provider reported: {output.error}"))
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
        note = f"{note}: {_shown(detail)}"
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
        output=output,
    )


def _shown(message: str) -> str:
    """Redacted before it is cut: half a key is still a leak."""
    return redact_message(message)[:_ERROR_MAX]


def too_long(message: str) -> bool:
    """Whether a request was rejected because it does not fit into the model's context."""
    return _TOO_LONG.search(message) is not None


def _parts(content: Any) -> list[Any]:
    return content if isinstance(content, list) else []


def _refuses(text: str) -> bool:
    """Whether this is a short text that starts like a refusal and contains no code or data."""
    if len(text) > _REFUSAL_MAX or not _REFUSAL.match(text):
        return False
    return not re.search(r"```|[{};]", text)


def _failed(error: Exception, time_s: float) -> Reply:
    """Raise a clear error for an exception; a question that is too long is a reply instead."""
    cause: BaseException = error
    last = getattr(error, "last_attempt", None)  # tenacity's, after the last retry
    retried = last is not None and last.attempt_number > 1
    if last is not None:
        cause = last.exception() or error
    status = getattr(cause, "status_code", None)
    message = str(getattr(cause, "provider_message", None) or cause) or type(cause).__name__
    message = _shown(" ".join(message.split()))
    if status in (400, 413, 422) and too_long(message):
        note = f"{STOPS['model_length']}: {message}"
        return Reply("", "model_length", note, None, time_s, tokens_in=0, tokens_out=0)
    if status == 401:
        raise InputError(f"the provider rejected the key: {message}; set another one") from None
    if status == 404:
        raise InputError(
            f"the provider does not know this model or address: {message}; check the model's name "
            "and --base-url, which often ends in /v1"
        ) from None
    if status is None and cause.__cause__ is not None:  # "Connection error." alone says little
        message = f"{message} {_shown(str(cause.__cause__))}".strip()
    late = isinstance(cause, TimeoutError) or "Timeout" in type(cause).__name__
    if late:
        message = f"no answer in time ({message})"
    after = " after retries" if retried else ""
    said = f"{type(cause).__name__}{after}: {message}"
    if _is_garbled(cause):
        said = f"the server's reply is no answer of a model{after}: {message}"
    elif status == 429:
        said = (
            f"the server refused the question because it gets too many (429){after}: {message}; "
            "ask fewer at once with --max-connections"
        )
    elif isinstance(status, int) and status >= 500:
        said = f"the server failed ({status}){after}: {message}"
    raise ProviderError(
        said,
        status=status,
        unreachable=not late and status is None and _no_connection(cause),
        late=late,
    ) from None


def _is_garbled(error: BaseException) -> bool:
    """Whether the reply was not what a model's server writes: a page, or JSON that breaks off."""
    return isinstance(error, json.JSONDecodeError) or (
        type(error).__name__ == "OpenAIResponseError" and "non-ChatCompletion" in str(error)
    )


def _no_connection(error: BaseException) -> bool:
    """Whether no connection was made, by the names that the clients' exceptions share."""
    chain = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    names = {type(each).__name__ for each in chain}
    return bool(
        names & {"ConnectError", "ClientConnectorError", "gaierror", "ConnectionRefusedError"}
    )
