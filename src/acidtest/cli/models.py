"""Language model options of `acidtest run`, and cost estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.protocols import Suite, System
from acidtest.engine import Plan, questions
from acidtest.store import AnswerLog

if TYPE_CHECKING:
    from acidtest.systems.models.budget import Budget

_ESTIMATED = 24
_OPTIONS = [
    click.option("--temperature", type=click.FloatRange(0, 2), help="Default: the provider's."),
    click.option("--max-tokens", type=click.IntRange(1), help="Maximum tokens per answer."),
    click.option(
        "--reasoning",
        metavar="EFFORT|TOKENS",
        help="none, minimal, low, medium, high, xhigh, max, or a number of tokens.",
    ),
    click.option(
        "--prompt",
        metavar="NAME|FILE",
        help="A prompt of the suite (default, examples, …), or a file with {question} in it.",
    ),
    click.option(
        "--base-url", metavar="URL", help="Your own server: vLLM, Ollama, llama.cpp, NIM, …"
    ),
    click.option(
        "--max-connections",
        type=click.IntRange(1, 512),
        help="Parallel requests. Default: up to 32, as the provider allows.",
    ),
    click.option("--timeout", type=click.IntRange(1), help="Seconds per request. Default: 600."),
    click.option(
        "--cache",
        is_flag=True,
        default=None,
        help="Let Inspect AI cache answers and reuse them, also in other runs.",
    ),
    click.option(
        "--budget-usd",
        type=click.FloatRange(0, min_open=True),
        help="Stop before the command costs more than this.",
    ),
    click.option(
        "--max-tokens-total",
        type=click.IntRange(1),
        help="Stop before the command uses more tokens than this, input and output.",
    ),
    click.option("--prices", type=PATH, help="Token prices; see docs/models.md."),
]
_NAMES = (
    *("temperature", "max_tokens", "reasoning", "prompt", "base_url", "max_connections"),
    *("timeout", "cache", "budget_usd", "max_tokens_total", "prices"),
)


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that only apply to model: systems."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def make_budget(options: Mapping[str, Any]) -> Budget:
    """The budget shared by all models of one command."""
    from acidtest.systems.models.budget import Budget

    return Budget(options["budget_usd"], options["max_tokens_total"])


def configure(system: System, suite: Suite, options: Mapping[str, Any], budget: Budget) -> System:
    """A model with the user's options; other systems are returned unchanged."""
    from acidtest.core.prompts import read_prompt
    from acidtest.systems.models.model import AsksModel
    from acidtest.systems.models.options import ModelOptions
    from acidtest.systems.models.prices import read_prices

    if not isinstance(system, AsksModel):
        return system
    prompt = read_prompt(suite, options["prompt"])
    own_form = prompt.name if prompt.name in suite.question_forms else system.asked.form
    model = replace(
        system.asked,
        prompt=prompt,
        form=own_form,
        options=ModelOptions(
            temperature=options["temperature"],
            max_tokens=options["max_tokens"],
            reasoning=options["reasoning"],
            base_url=options["base_url"],
            max_connections=options["max_connections"],
            cache=bool(options["cache"]),
            **({"timeout_s": options["timeout"]} if options["timeout"] else {}),
        ),
        prices=read_prices(options["prices"]),
        budget=budget,
    )
    return system.asking(model)


def check_used(systems: list[System], options: Mapping[str, Any]) -> None:
    """Raise `InputError` for a model option without a model: it would be ignored silently."""
    from acidtest.systems.models.model import AsksModel

    given = [name for name in _NAMES if options[name] is not None]
    if given and not any(isinstance(system, AsksModel) for system in systems):
        flag = "--" + given[0].replace("_", "-")
        raise InputError(f"{flag}: only applies to language models (--system model:PROVIDER/NAME)")


def count_earlier(folder: Path, budget: Budget) -> None:
    """Count what an interrupted run has already spent against the budget."""
    path = folder / "answers.jsonl"
    if path.exists():
        budget.count(AnswerLog(path, skip_damaged=True).answers.values())


@dataclass(frozen=True, slots=True)
class Forecast:
    """An estimate of what a run would ask and cost; it errs on the high side."""

    plan: Plan
    calls: int
    done: int
    guessed_from: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float | None = 0.0
    model: str = ""
    as_of: str = ""

    def lines(self) -> Iterator[str]:
        """The lines that --dry-run prints."""
        done = f" ({self.done} already answered)" if self.done else ""
        who = f"{self.plan.suite.name}, {self.plan.system.name}"
        yield f"{who}: {self.calls} questions to ask{done}"
        if not self.guessed_from:
            return
        yield (
            f"  tokens in about {self.tokens_in:,}, out up to about {self.tokens_out:,} "
            f"(estimated from {self.guessed_from} questions)"
        )
        if self.usd is None:
            yield f"  cost unknown: no price for {self.model}; add one with --prices"
        else:
            yield f"  cost up to about ${self.usd:,.4f} at prices as of {self.as_of}"


def forecast(plan: Plan, folder: Path) -> Forecast:
    """Estimate from a few questions, minus what an earlier command has already answered."""
    from acidtest.systems.models.model import AsksModel

    path = folder / "answers.jsonl"
    known = AnswerLog(path, skip_damaged=True).answers if path.exists() else {}
    done = sum(1 for answer in known.values() if answer.error is None)
    calls = max(0, len(plan.samples) * plan.attempts - done)
    system = plan.system
    if not isinstance(system, AsksModel) or not calls:
        return Forecast(plan, calls, done)
    chosen = plan.samples[:: max(1, len(plan.samples) // _ESTIMATED)]
    few = replace(plan, samples=chosen, options=plan.options.replace(attempts=1))
    with plan.suite.questions(plan.options) as builder:
        texts = [system.message(question) for question in questions(few, builder)]
    model = system.asked
    estimates = [(0, 0) if text is None else model.estimate(text) for text in texts]
    tokens_in, tokens_out = (
        round(sum(part) / len(texts) * calls) for part in zip(*estimates, strict=True)
    )
    price = model.price
    cost = None if price is None else price.of(tokens_in, tokens_out)
    guessed = (len(texts), tokens_in, tokens_out, cost)
    return Forecast(plan, calls, done, *guessed, model.model, model.prices.as_of)


def forecasts(runs: Sequence[Forecast]) -> Iterator[str]:
    """The forecast of each run, and their total."""
    for one in runs:
        yield from one.lines()
    asked = [one for one in runs if one.guessed_from]
    if len(asked) < 2:
        return
    unknown = sum(one.usd is None for one in asked)
    cost = f", up to about ${sum(one.usd or 0 for one in asked):,.4f}"
    yield (
        f"total: {sum(one.calls for one in asked):,} questions to models, "
        f"{sum(one.tokens_in for one in asked):,} tokens in, up to "
        f"{sum(one.tokens_out for one in asked):,} out{cost if unknown < len(asked) else ''}"
        f"{f'; no price for {unknown} of the {len(asked)} runs' if unknown else ''}"
    )
