"""What an exception of a provider's client means: whose fault it is, in the user's words."""

from __future__ import annotations

import json
import re

from acidtest.core.errors import InputError
from acidtest.core.redact import redact_message
from acidtest.systems.models.contact import ProviderError

_TOO_LONG = re.compile(r"(?i)context[ _-](?:size|length|window)|maximum context|prompt is too long")
_ERROR_MAX = 500

STOPS = {
    "max_tokens": "cut off at the token limit",
    "model_length": "the question and the answer do not fit into the model's context",
    "content_filter": "stopped by the provider's content filter",
    "refusal": "the model refused",
}
"""Reasons why an answer did not finish normally, in words."""


def shown(message: str) -> str:
    """Redacted before it is cut: half a key is still a leak."""
    return redact_message(message)[:_ERROR_MAX]


def too_long(message: str) -> bool:
    """Whether a request was rejected because it does not fit into the model's context."""
    return _TOO_LONG.search(message) is not None


def ending(error: Exception) -> tuple[str, str]:
    """Raise a clear error for an exception.

    A question that is too long, or that the provider's filter holds back, is an empty answer
    instead: the reason why the model stopped, and a note.
    """
    cause: BaseException = error
    last = getattr(error, "last_attempt", None)  # tenacity's, after the last retry
    retried = last is not None and last.attempt_number > 1
    if last is not None:
        cause = last.exception() or error
    if getattr(cause.__context__, "status_code", None) == 404 and isinstance(cause, RuntimeError):
        cause = cause.__context__ or cause  # Inspect puts its own words for what the server said
    status = getattr(cause, "status_code", None)
    message = _words(cause) or str(cause) or type(cause).__name__
    message = shown(" ".join(message.split()))
    if status in (400, 413, 422) and too_long(message):
        return "model_length", f"{STOPS['model_length']}: {message}"
    if status == 400 and getattr(cause, "code", None) == "content_filter":
        return "content_filter", f"{STOPS['content_filter']}: {message}"
    if status == 401:
        raise InputError(f"the provider rejected the key: {message}; set another one") from None
    if status == 404:
        raise InputError(
            f"the provider does not know this model or address: {message}; check the model's name "
            "and --base-url, which often ends in /v1"
        ) from None
    if status is None and cause.__cause__ is not None:  # "Connection error." alone says little
        message = f"{message} {shown(str(cause.__cause__))}".strip()
    late = isinstance(cause, TimeoutError) or "Timeout" in type(cause).__name__
    if late:
        message = f"no answer in time ({message})"
    after = " after retries" if retried else ""
    said = f"{type(cause).__name__}{after}: {message}"
    if is_garbled(cause):
        said = f"the server's reply is no answer of a model{after}: {message}"
    elif status == 429:
        said = (
            f"the server refused the question because it gets too many (429){after}: {message}; "
            "ask fewer at once with --max-connections"
        )
    elif isinstance(status, int) and status >= 500:
        said = f"the server failed ({status}){after}: {message}"
    elif isinstance(status, int) and status >= 400:
        said = f"the server refused the question ({status}): {message}"
    raise ProviderError(
        said,
        status=status,
        unreachable=not late and status is None and _no_connection(cause),
        late=late,
    ) from None


def _words(cause: BaseException) -> str | None:
    """What the provider said, out of the reply around it."""
    body = getattr(cause, "body", None)
    said = body.get("message") if isinstance(body, dict) else None
    return said if isinstance(said, str) else getattr(cause, "provider_message", None)


def is_garbled(error: BaseException) -> bool:
    """Whether the reply was not what a model's server writes: a page, or JSON that breaks off.

    Of a plain completion Inspect reads the fields without a look at what they are.
    """
    name = type(error).__name__
    return (
        isinstance(error, json.JSONDecodeError | AttributeError)
        or (name == "OpenAIResponseError" and "non-ChatCompletion" in str(error))
        or (name == "ValidationError" and type(error).__module__.startswith("pydantic"))
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
