"""Options of `acidtest run` that concern language models, and what a run would cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from acidtest.engine import Plan, questions
from acidtest.errors import InputError
from acidtest.store import AnswerLog
from acidtest.suites import Suite
from acidtest.systems import System

if TYPE_CHECKING:
    from acidtest.systems._model_budget import Budget

_ESTIMATED = 24
_OPTIONS = [
    click.option("--temperature", type=click.FloatRange(0, 2), help="Default: the provider's."),
    click.option("--max-tokens", type=click.IntRange(1), help="Tokens an answer may have."),
    click.option(
        "--reasoning",
        metavar="EFFORT|TOKENS",
        help="none, minimal, low, medium, high, xhigh, max, or a number of tokens.",
    ),
    click.option(
        "--prompt",
        metavar="NAME|FILE",
        help="A prompt of the suite (default, examples, …) or your own with {question} in it.",
    ),
    click.option(
        "--base-url", metavar="URL", help="Your own server: vLLM, Ollama, llama.cpp, NIM, …"
    ),
    click.option(
        "--max-connections",
        type=click.IntRange(1, 512),
        help="Questions under way at once. Default: up to 32, as the provider allows.",
    ),
    click.option("--timeout", type=click.IntRange(1), help="Seconds for a request. Default: 600."),
    click.option(
        "--cache",
        is_flag=True,
        default=None,
        help="Let Inspect AI keep answers and give them again, also to another run.",
    ),
    click.option(
        "--budget-usd",
        type=click.FloatRange(0, min_open=True),
        help="Stop before the command's answers cost more.",
    ),
    click.option(
        "--max-tokens-total",
        type=click.IntRange(1),
        help="Stop before the command's questions and answers take more tokens.",
    ),
    click.option(
        "--prices", type=click.Path(path_type=Path), help="Prices of tokens; see docs/models.md."
    ),
]
_NAMES = (
    *("temperature", "max_tokens", "reasoning", "prompt", "base_url", "max_connections"),
    *("timeout", "cache", "budget_usd", "max_tokens_total", "prices"),
)


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that only model: systems take."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def make_budget(options: Mapping[str, Any]) -> Budget:
    """What all models of one command may cost together."""
    from acidtest.systems._model_budget import Budget

    return Budget(options["budget_usd"], options["max_tokens_total"])


def configure(system: System, suite: Suite, options: Mapping[str, Any], budget: Budget) -> System:
    """A model with the user's options. The other systems of a command take none of them."""
    from acidtest.suites._prompts import read_prompt
    from acidtest.systems._model_options import ModelOptions
    from acidtest.systems._model_prices import read_prices
    from acidtest.systems.model import AsksModel

    if not isinstance(system, AsksModel):
        return system
    model = replace(
        system.asked,
        prompt=read_prompt(suite, options["prompt"]),
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
    """An option that nobody reads is a mistake that should not pass in silence."""
    from acidtest.systems.model import AsksModel

    given = [name for name in _NAMES if options[name] is not None]
    if given and not any(isinstance(system, AsksModel) for system in systems):
        flag = "--" + given[0].replace("_", "-")
        raise InputError(f"{flag}: is for language models (--system model:PROVIDER/NAME)")


def count_earlier(folder: Path, budget: Budget) -> None:
    """What an interrupted run has spent already is part of its budget."""
    path = folder / "answers.jsonl"
    if path.exists():
        budget.count(AnswerLog(path).answers.values())


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run would ask, without asking anything; tokens and dollars rather too many."""

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
        """As the dry run prints it."""
        done = f" ({self.done} answered already)" if self.done else ""
        who = f"{self.plan.suite.name}, {self.plan.system.name}"
        yield f"{who}: {self.calls} questions to ask{done}"
        if not self.guessed_from:
            return
        yield (
            f"  tokens in about {self.tokens_in:,}, out up to about {self.tokens_out:,} "
            f"(guessed from {self.guessed_from} questions)"
        )
        if self.usd is None:
            yield f"  cost unknown: no price for {self.model}; see --prices"
        else:
            yield f"  cost up to about ${self.usd:,.4f} at prices of {self.as_of}"


def forecast(plan: Plan, folder: Path) -> Forecast:
    """Look at a few questions, and at what an earlier command has answered already."""
    from acidtest.systems.model import AsksModel

    path = folder / "answers.jsonl"
    known = AnswerLog(path).answers if path.exists() else {}
    done = sum(1 for answer in known.values() if answer.error is None)
    calls = max(0, len(plan.samples) * plan.attempts - done)
    system = plan.system
    if not isinstance(system, AsksModel) or not calls:
        return Forecast(plan, calls, done)
    chosen = plan.samples[:: max(1, len(plan.samples) // _ESTIMATED)]
    with plan.suite.observer(bare=plan.bare) as observer:
        texts = [
            system.message(question)
            for question in questions(replace(plan, samples=chosen, attempts=1), observer)
        ]
    model = system.asked
    estimates = [(0, 0) if text is None else model.estimate(text) for text in texts]
    tokens_in, tokens_out = (
        round(sum(part) / len(texts) * calls) for part in zip(*estimates, strict=True)
    )
    price = model.price
    cost = None if price is None else price.of(tokens_in, tokens_out)
    guessed = (len(texts), tokens_in, tokens_out, cost)
    return Forecast(plan, calls, done, *guessed, model.model, model.prices.as_of)


def forecasts(found: Sequence[Forecast]) -> Iterator[str]:
    """All of them, and their sum."""
    for one in found:
        yield from one.lines()
    asked = [one for one in found if one.guessed_from]
    if len(asked) < 2:
        return
    unknown = sum(one.usd is None for one in asked)
    cost = f", up to about ${sum(one.usd or 0 for one in asked):,.4f}"
    yield (
        f"in all: {sum(one.calls for one in asked):,} questions to models, "
        f"{sum(one.tokens_in for one in asked):,} tokens in, up to "
        f"{sum(one.tokens_out for one in asked):,} out{cost if unknown < len(asked) else ''}"
        f"{f'; no price for {unknown} of the {len(asked)} runs' if unknown else ''}"
    )
