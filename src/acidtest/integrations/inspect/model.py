"""The built-in model for Inspect AI: `inspect eval … --model acidtest/smollm2`."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
from openai import APIStatusError

from acidtest.systems.models.failure import too_long
from acidtest.systems.models.local import LocalServer, find_local


class EmbeddedModel(OpenAICompatibleAPI):  # type: ignore[misc, unused-ignore]
    """A local model and its server; the server stops with the model, or with this process."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        **more: Any,
    ) -> None:
        local = find_local(model_name)
        self._server = LocalServer(model_name, local)
        self._max_tokens = local.max_tokens
        super().__init__(
            model_name=model_name,
            base_url=self._server.base_url,
            api_key=self._server.key,
            config=config or GenerateConfig(),
            service="acidtest",
            **more,
        )

    def max_tokens(self) -> int | None:
        """The token limit: without one, a weak model fills its context."""
        return self._max_tokens

    def max_connections(self) -> int:
        """One: the model runs on one core."""
        return 1

    def handle_bad_request(self, ex: APIStatusError) -> ModelOutput | Exception:
        """A question that is too long counts as the model's answer, not as an error of the run."""
        if too_long(str(ex)):
            return ModelOutput.from_content(self.model_name, "", stop_reason="model_length")
        given: ModelOutput | Exception = super().handle_bad_request(ex)
        return given

    async def aclose(self) -> None:
        """Close connections and stop the server."""
        await super().aclose()
        self._server.close()


@modelapi(name="acidtest")
def acidtest() -> type[ModelAPI]:
    """Models that run on this machine."""
    return EmbeddedModel
