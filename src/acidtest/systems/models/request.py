"""What is sent to a model, in Inspect's terms: its name there, and the options of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from acidtest.core.errors import InputError
from acidtest.systems.models.options import COMPLETION_TOKENS, CONNECTIONS, ModelOptions

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig, Model

_PLAIN = {
    "openai-api": "openai-api-completions/",
    "openai": "openai-api-completions/openai/",
    "vllm": "vllm-completions/",
}
"""Providers by whose servers a text can be completed, and Inspect's names for that."""


def provider_name(model: str, options: ModelOptions) -> str:
    """Inspect's name for a model that is asked so."""
    provider, _, rest = model.partition("/")
    if not options.plain:
        return model
    if provider not in _PLAIN:
        raise InputError(
            f"--api completions: not with {provider}; a server with /v1/completions is "
            "model:openai-api/SERVICE/NAME --base-url http://127.0.0.1:8000/v1"
        )
    return _PLAIN[provider] + rest


def base_config(options: ModelOptions, schema: Mapping[str, Any] | None) -> GenerateConfig:
    """The options that all questions share."""
    from inspect_ai.model import GenerateConfig, ResponseSchema
    from inspect_ai.util import JSONSchema

    more: dict[str, Any] = {}
    if options.reasoning is not None:
        number = options.reasoning.isdecimal()
        kind = "reasoning_tokens" if number else "reasoning_effort"
        more[kind] = int(options.reasoning) if number else options.reasoning
    if options.max_connections is None:
        more["adaptive_connections"] = CONNECTIONS
    if schema is not None:
        shape = JSONSchema.model_validate(schema)
        more["response_schema"] = ResponseSchema(name="answer", json_schema=shape)
    if options.stop:
        more["stop_seqs"] = list(options.stop)
    if options.logprobs:
        more["logprobs"] = True
    limit = options.max_tokens
    return GenerateConfig(
        temperature=options.temperature,
        max_tokens=COMPLETION_TOKENS if limit is None and options.plain else limit,
        top_p=options.top_p,
        max_connections=options.max_connections,
        max_retries=options.retries,
        attempt_timeout=options.timeout_s,
        **more,
    )


def question_config(
    model: Model, options: ModelOptions, seed: int | None, **more: Any
) -> GenerateConfig:
    """The options of one request, which go before those that all share."""
    from inspect_ai.model import GenerateConfig

    body: dict[str, Any] = more.pop("extra_body", {})
    if options.top_k is not None:
        if speaks_openai(model):  # the protocol has no such field, but most servers do
            body = {"top_k": options.top_k, **body}
        else:
            more["top_k"] = options.top_k
    return GenerateConfig(seed=seed, extra_body=body or None, **more)


def speaks_openai(model: Model) -> bool:
    """Whether a model is asked by OpenAI's protocol, whoever serves it."""
    from inspect_ai.model._providers.openai import OpenAIAPI
    from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI

    return isinstance(model.api, OpenAIAPI | OpenAICompatibleAPI)
