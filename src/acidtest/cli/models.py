"""Language model options of `acidtest run`, and cost estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from acidtest.cli.commands import with_options
from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.progress import Progress
from acidtest.core.protocols import Suite, System
from acidtest.engine import Plan, questions
from acidtest.store import AnswerLog
from acidtest.systems.models.options import is_given
from acidtest.systems.models.options import model_options as declared

if TYPE_CHECKING:
    from acidtest.systems.models.budget import Budget
    from acidtest.systems.models.model import ModelSystem
    from acidtest.systems.models.presets import Preset

_ESTIMATED = 24
_LARGE = 100
"""Questions from which on an estimate is shown before they are asked."""
_OPTIONS = [
    click.option(
        "--prompt",
        metavar="NAME|FILE",
        help="A prompt of the suite (default, examples, …), or a file with {question} in it.",
    ),
    click.option(
        "--preset",
        metavar="NAME",
        help="Ask as a published model is asked: prompt, question form and options; see "
        "docs/models.md.",
    ),
    click.option(
        "--then",
        metavar="PROVIDER/NAME",
        help="The second model of a preset that asks two, one after the other.",
    ),
    click.option(
        "--max-cost",
        metavar="USD",
        type=click.FloatRange(0, min_open=True),
        help="Stop before the command costs more dollars than this.",
    ),
    click.option(
        "--max-tokens-total",
        type=click.IntRange(1),
        help="Stop before the command uses more tokens than this, input and output.",
    ),
    click.option("--prices", type=PATH, help="Token prices; see docs/models.md."),
]
_NAMES = ("prompt", "preset", "then", "max_cost", "max_tokens_total", "prices")


def model_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that only apply to model: systems."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return with_options(declared())(function)


def make_budget(options: Mapping[str, Any]) -> Budget:
    """The budget shared by all models of one command."""
    from acidtest.systems.models.budget import Budget

    return Budget(options["max_cost"], options["max_tokens_total"])


def configure(system: System, suite: Suite, options: Mapping[str, Any], budget: Budget) -> System:
    """A model with the user's options; other systems are returned unchanged."""
    from acidtest.core.prompts import read_prompt
    from acidtest.systems.models.model import AsksModel
    from acidtest.systems.models.options import ModelOptions
    from acidtest.systems.models.presets import find_preset
    from acidtest.systems.models.prices import read_prices

    if not isinstance(system, AsksModel):
        return system
    name = options.get("preset")
    preset = find_preset(name, suite.name) if name else None
    prompt = read_prompt(suite, options["prompt"] or (preset.prompt if preset else None))
    own_form = prompt.name if prompt.name in suite.question_forms else system.asked.form
    given = {key: options[key] for key in declared() if is_given(options.get(key))}
    model = replace(
        system.asked,
        prompt=prompt,
        form=preset.form if preset else own_form,
        preset=preset.name if preset else None,
        options=ModelOptions(**{**(preset.options if preset else {}), **given}),
        prices=read_prices(options["prices"]),
        budget=budget,
    )
    return _with_second(system.asking(model), preset, options.get("then"), suite)


def _with_second(system: System, preset: Preset | None, then: str | None, suite: Suite) -> System:
    """Two models, if the preset asks two; raises `InputError` if one too many or few is named."""
    from acidtest.systems.models.model import ModelSystem, make
    from acidtest.systems.models.two_models import TwoModels

    second = preset.second if preset else None
    if second is None or not isinstance(system, ModelSystem):
        if then is not None:
            raise InputError("--then: only a preset that asks two models has a use for a second")
        return system
    if then is None:
        assert preset is not None
        raise InputError(
            f"--preset {preset.name} asks two models, one after the other; name the second: "
            "--then PROVIDER/NAME"
        )
    other = replace(system, model=make(then, suite).model, prompt=second, form=None)
    return TwoModels(system, other)


def check_used(systems: list[System], options: Mapping[str, Any]) -> None:
    """Raise `InputError` for a model option without a model: it would be ignored silently."""
    from acidtest.systems.models.model import AsksModel

    flags = {name: option.flag for name, option in declared().items()}
    flags |= {name: "--" + name.replace("_", "-") for name in _NAMES}
    given = [flag for name, flag in flags.items() if is_given(options[name])]
    if given and not any(isinstance(system, AsksModel) for system in systems):
        flag = given[0]
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
    seconds: float | None = None

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
        if self.seconds is None:
            yield "  time unknown until the first answers; then the progress shows what is left"
        else:
            yield f"  time about {self.seconds:,.0f} s, as long as the earlier answers took"


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
    took = [a.time_s for a in known.values() if a.error is None and a.time_s is not None]
    chosen = plan.samples[:: max(1, len(plan.samples) // _ESTIMATED)]
    few = replace(plan, samples=chosen, options=plan.options.replace(attempts=1))
    with plan.suite.questions(plan.options) as builder:
        texts = [system.message(question) for question in questions(few, builder)]
    model = system.asked
    estimates = [(0, 0) if text is None else model.estimate(text) for text in texts]
    tokens_in, tokens_out = (
        round(sum(part) / len(texts) * calls) for part in zip(*estimates, strict=True)
    )
    costs = [_cost(model, tokens_in, tokens_out)]
    for later in getattr(system, "followed_by", ()):  # it is asked what the one before answers
        more_in, more_out = calls * model.estimate("")[1], calls * later.estimate("")[1]
        costs.append(_cost(later, more_in, more_out))
        tokens_in, tokens_out = tokens_in + more_in, tokens_out + more_out
    return Forecast(
        plan,
        calls,
        done,
        len(texts),
        tokens_in,
        tokens_out,
        None if None in costs else sum(cost or 0.0 for cost in costs),
        model.model,
        model.prices.as_of,
        sum(took) / len(took) * calls / model.connections if took else None,
    )


def _cost(model: ModelSystem, tokens_in: int, tokens_out: int) -> float | None:
    return None if model.price is None else model.price.of(tokens_in, tokens_out)


def announce(plan: Plan, folder: Path, budget: Budget, progress: Progress) -> None:
    """Say what a large run of a model will take before it begins."""
    from acidtest.systems.models.model import AsksModel

    if not isinstance(plan.system, AsksModel) or len(plan.samples) * plan.attempts < _LARGE:
        return
    expected = forecast(plan, folder)
    if expected.calls < _LARGE:
        return
    for line in expected.lines():
        progress.note(line)
    if budget.usd is not None and expected.usd is not None and expected.usd > budget.usd:
        progress.note(f"  it may cost more than --max-cost {budget.usd:g}, and stops before that")


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
