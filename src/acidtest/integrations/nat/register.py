"""The filter and the scorer that NAT loads through the entry point `nat.components`.

workflow: {_type: acidtest_sast_filter}
eval: {evaluators: {triage: {_type: acidtest_sast_score}}}
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from nat.builder.builder import Builder, EvalBuilder
from nat.builder.embedder import EmbedderProviderInfo
from nat.builder.evaluator import EvaluatorInfo
from nat.builder.framework_enum import LLMFrameworkEnum
from nat.builder.function_info import FunctionInfo
from nat.cli.register_workflow import (
    register_embedder_client,
    register_embedder_provider,
    register_evaluator,
    register_function,
)
from nat.data_models.component_ref import EmbedderRef, LLMRef
from nat.data_models.evaluator import EvalInput, EvalInputItem, EvaluatorBaseConfig
from nat.data_models.function import FunctionBaseConfig
from nat.embedder.openai_embedder import OpenAIEmbedderModelConfig
from nat.plugins.eval.data_models.evaluator_io import EvalOutput, EvalOutputItem
from nat.plugins.eval.evaluator.base_evaluator import BaseEvaluator
from pydantic import AliasChoices, Field

from acidtest.core.extras import needed_by
from acidtest.core.records import Json
from acidtest.core.untrusted import load_json
from acidtest.integrations.nat.items import item_score, store_of
from acidtest.suites.sast_triage.filter import Filter, written
from acidtest.suites.sast_triage.filter.decide import RULES, Settings
from acidtest.suites.sast_triage.filter.embed import Embedder, MiniLM
from acidtest.suites.sast_triage.filter.index import Vectors
from acidtest.suites.sast_triage.filter.structured import ask, decide_structured
from acidtest.systems.filters.sast_filter import DEFAULTS


class NatEmbedder:
    """Adapts a NAT embedder (NIM, OpenAI-compatible …) to the filter."""

    def __init__(self, name: str, given: Any) -> None:
        self.identity: Mapping[str, Json] = {"model": name}
        self._given = given

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text, in a single request."""
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        vectors = np.asarray(self._given.embed_documents(list(texts)), dtype=np.float32)
        unit: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return unit


class SastFilterConfig(FunctionBaseConfig, name="acidtest_sast_filter"):
    """The reference filter of acidtest; unset fields use the defaults of the rule."""

    rule: Literal["threshold", "knn"] = "threshold"
    store: Path | None = Field(default=None, description="Known issues; default: the shipped ones.")
    threshold: float | None = None
    review: float | None = None
    slope: float | None = None
    offset: float | None = None
    k: int | None = None
    embedder_name: EmbedderRef | None = Field(
        default=None,
        validation_alias=AliasChoices("embedder_name", "embedder_llm_name"),
        description="NAT's embedder for traces; default: MiniLM on this machine.",
    )
    llm_name: LLMRef | None = Field(
        default=None, description="NAT's model that decides instead of the rule."
    )
    input_converter: str | None = Field(
        default=None,
        description="Of the published workflow; not needed: this one reads the question itself.",
    )
    output_converter: str | None = Field(default=None, description="The same for the answer.")

    def settings(self) -> Settings:
        """The rule's settings, with the changes of the configuration."""
        usual = DEFAULTS[self.rule]
        return Settings(
            threshold=usual.threshold if self.threshold is None else self.threshold,
            review=usual.review if self.review is None else self.review,
            slope=usual.slope if self.slope is None else self.slope,
            offset=usual.offset if self.offset is None else self.offset,
            k=usual.k if self.k is None else self.k,
        )


@register_function(config_type=SastFilterConfig)
async def sast_filter(config: SastFilterConfig, builder: Builder) -> AsyncIterator[FunctionInfo]:
    """Takes a finding as JSON and returns a verdict as JSON."""
    settings, rule = config.settings(), RULES[config.rule]
    embedder: Embedder
    if config.embedder_name is None:
        embedder = MiniLM()
    else:
        given = await builder.get_embedder(config.embedder_name, LLMFrameworkEnum.LANGCHAIN)
        embedder = NatEmbedder(str(config.embedder_name), given)
    llm = None
    if config.llm_name is not None:
        llm = await builder.get_llm(config.llm_name, LLMFrameworkEnum.LANGCHAIN)
    made = Filter(
        store_of(config.store), embedder, lambda matches: rule(matches, settings), settings.k
    )

    async def _run(question: str) -> str:
        if llm is None:
            return made.answers([question])[0]
        (matches,) = made.matches([question])
        if not matches:
            return made.answers([question])[0]
        said = str((await llm.ainvoke(ask(load_json(question), matches))).content)
        decision = decide_structured(said, matches)
        # an unreadable reply is the model's answer and is scored as such
        return said if decision is None else written(decision)

    yield FunctionInfo.from_fn(_run, description="Separates false alarms from real bugs.")


class ExtendedOpenAIConfig(OpenAIEmbedderModelConfig, name="extended_openai"):
    """The published configuration's name for an embedder at an OpenAI-compatible address."""


def _register_published_embedder() -> None:
    """Know the embedder of the published configuration, unless the published package does."""

    async def provider(
        config: ExtendedOpenAIConfig, _builder: Builder
    ) -> AsyncIterator[EmbedderProviderInfo]:
        yield EmbedderProviderInfo(config=config, description="An OpenAI-compatible embedder.")

    async def client(config: ExtendedOpenAIConfig, _builder: Builder) -> AsyncIterator[Any]:
        with needed_by("an embedder of NAT's"):
            from langchain_openai import OpenAIEmbeddings

        key = config.api_key.get_secret_value() if config.api_key else "none"
        # texts, not tokens: servers of other models know no tokens of OpenAI's
        yield OpenAIEmbeddings(
            model=config.model_name,
            base_url=config.base_url,
            api_key=key,
            check_embedding_ctx_length=False,
        )

    with contextlib.suppress(ValueError):  # it is registered already
        register_embedder_provider(config_type=ExtendedOpenAIConfig)(provider)
        register_embedder_client(
            config_type=ExtendedOpenAIConfig, wrapper_type=LLMFrameworkEnum.LANGCHAIN
        )(client)


_register_published_embedder()


class SastScoreConfig(EvaluatorBaseConfig, name="acidtest_sast_score"):
    """acidtest's scorer of verdicts; an item scores 1 if the verdict is right."""

    store: Path | None = Field(default=None, description="Known issues; default: the shipped ones.")


class _SastScore(BaseEvaluator):
    def __init__(self, config: SastScoreConfig, max_concurrency: int) -> None:
        super().__init__(max_concurrency, tqdm_desc="acidtest")
        self._store = store_of(config.store)

    async def evaluate_item(self, item: EvalInputItem) -> EvalOutputItem:
        record = {
            "id": str(item.id),
            "question": item.input_obj,
            "expected_output_obj": item.expected_output_obj,
        }
        score = item_score(record, item.output_obj, self._store)
        if score.error is not None:
            # not a number: NAT would average it, but a broken workflow is not a wrong verdict
            return EvalOutputItem(
                id=item.id, score=None, reasoning={"error": score.error}, error=score.error
            )
        right = score.evidence["verdict"] == score.evidence["truth"]
        reasoning: dict[str, Any] = {
            "metrics": dict(score.metrics),
            "reasons": dict(score.reasons),
            "evidence": dict(score.evidence),
        }
        return EvalOutputItem(id=item.id, score=float(right), reasoning=reasoning)

    async def evaluate(self, eval_input: EvalInput) -> EvalOutput:
        """Like NAT's own, but with an unrounded average."""
        output = await super().evaluate(eval_input)
        numbers = [i.score for i in output.eval_output_items if i.score is not None]
        average = sum(numbers) / len(numbers) if numbers else None
        return EvalOutput(average_score=average, eval_output_items=output.eval_output_items)


@register_evaluator(config_type=SastScoreConfig)
async def sast_score(config: SastScoreConfig, builder: EvalBuilder) -> AsyncIterator[EvaluatorInfo]:
    """Scores with the same pure functions as `acidtest run`."""
    evaluator = _SastScore(config, builder.get_max_concurrency())
    yield EvaluatorInfo(
        config=config, evaluate_fn=evaluator.evaluate, description="acidtest sast-triage"
    )
