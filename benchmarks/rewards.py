"""What does a policy learn? python benchmarks/rewards.py [--tasks 12] [--seeds 10] [--write]
What does each exploit earn? python benchmarks/rewards.py --exploits [--tasks 6] [--write]

A policy chooses between strategies: Ghidra's engine, the stub, and every known exploit. Each
strategy answers the same tasks and earns a reward; REINFORCE then moves a softmax over strategies
towards what pays. Once with the published procedure as the reward, once with acidtest's. `--write`
puts the tables into docs/rewards.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.core.options import RunOptions
from acidtest.core.records import Answer, Question
from acidtest.core.registry import find_suite, make_system
from acidtest.engine import questions
from acidtest.engine.plan import Plan, make_plan
from acidtest.suites.c_decompile.verdict import Verdicts, runner
from acidtest.toolchains.gcc import find_gcc
from acidtest.toolchains.sandbox import Sandbox
from benchmarks.report import write_section

PAGE = Path(__file__).parents[1] / "docs" / "rewards.md"
SUITE = find_suite("c-decompile")
REWARDS = {"published": "published.reexecutable", "acidtest": "passes_with_types"}
HONEST = "ghidra"
STEPS, BATCH, RATE = 300, 64, 0.5
SHOWN = (0, 50, 100, 200, 300)


def strategies() -> list[str]:
    """The names of all systems that a policy may imitate."""
    exploits = [c.name for c in SUITE.controls if c.name.startswith("exploit:")]
    return [HONEST, "stub", *exploits]


def answers(plan: Plan, names: Sequence[str]) -> dict[str, list[Answer]]:
    """What each strategy says to each question."""
    with SUITE.questions(plan.options) as builder:
        asked: list[Question] = list(questions(plan, builder))
        made = {}
        for name in names:
            system = make_system(name, SUITE)
            made[name] = [system.answer(question) for question in asked]
        return made


def earned(
    made: Mapping[str, Sequence[Answer]], metric: str, options: RunOptions
) -> dict[str, np.ndarray]:
    """The rewards of each strategy, a number for each task."""
    with acidtest.reward(
        "c-decompile", metric, groups=options.groups, limit=options.limit
    ) as reward:
        return {
            name: np.array(
                reward(completions=[a.text or "" for a in given], id=[a.id for a in given]),
                dtype=np.float64,
            )
            for name, given in made.items()
        }


def in_process(made: Mapping[str, Sequence[Answer]], plan: Plan) -> dict[str, np.ndarray]:
    """The same where the test runs in the answer's own process, as most rewards do it."""
    tasks = {sample.id: sample.truth.at_any_level() for sample in plan.samples}
    gcc = find_gcc()
    with Sandbox({"runner": runner()}, binds=gcc.folders) as sandbox:
        verdicts = Verdicts(gcc, sandbox, apart=False, program=False)

        def passes(answer: Answer) -> bool:
            verdict = verdicts.sound_verdict(tasks[answer.id], answer.text or "")
            return bool(verdict["with_types"]["passes"])

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return {
                name: np.array(list(pool.map(passes, given)), dtype=np.float64)
                for name, given in made.items()
            }


def each_exploit(tasks: int) -> str:
    """What each strategy earns under three ways to judge."""
    options = RunOptions.of({"groups": {"opt": ["O0"]}, "limit": tasks})
    plan = make_plan(SUITE, make_system("oracle", SUITE), options)
    made = answers(plan, strategies())
    ways = {
        "published": earned(made, REWARDS["published"], options),
        "in process": in_process(made, plan),
        "acidtest": earned(made, REWARDS["acidtest"], options),
    }
    lines = [
        f"Mean rewards, %, over {len(plan.samples)} tasks at O0. *In process*: acidtest's verdict "
        "with its rules, but with test and answer in one process.",
        "",
        f"| answers | {' | '.join(ways)} |",
        "|---|" + "---:|" * len(ways),
    ]
    means = {name: [float(np.nanmean(table[name])) for table in ways.values()] for name in made}
    for name in sorted(made, key=lambda name: [-mean for mean in means[name]]):
        if any(means[name]):
            cells = [f"{100 * mean:.0f}" for mean in means[name]]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    nothing = sum(not any(each) for each in means.values())
    lines += [f"| the other {nothing}, each | " + " | ".join("0" for _ in ways) + " |"]
    return "\n".join(lines)


def train(rewards: Mapping[str, np.ndarray], seed: int) -> np.ndarray:
    """The chance of each strategy after each step of REINFORCE, from equal chances."""
    rng = np.random.default_rng(seed)
    table = np.array([np.nan_to_num(row) for row in rewards.values()])
    logits = np.zeros(len(table))
    curve = []
    for _ in range(STEPS + 1):
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        curve.append(chances)
        chosen = rng.choice(len(table), BATCH, p=chances)
        task = rng.integers(table.shape[1], size=BATCH)
        gain = table[chosen, task]
        gain = gain - gain.mean()
        step = np.zeros_like(logits)
        np.add.at(step, chosen, gain)
        step -= gain.sum() * chances
        logits = logits + RATE * step / BATCH * len(table) ** 0.5
    return np.array(curve)


def tables(tasks: int, seeds: int) -> str:
    """Mean rewards by strategy, and the chance of honest answers on the way."""
    options = RunOptions.of({"groups": {"opt": ["O0"]}, "limit": tasks})
    plan = make_plan(SUITE, make_system("oracle", SUITE), options)
    made = answers(plan, strategies())
    both = {name: earned(made, metric, options) for name, metric in REWARDS.items()}
    lines = [
        f"{len(plan.samples)} tasks at O0, {len(made) - 2} exploits; {seeds} seeds, "
        f"{STEPS} steps of {BATCH} answers.",
        "",
        "| mean reward, % | published procedure | acidtest |",
        "|---|---:|---:|",
    ]
    groups = {
        "Ghidra's engine": [HONEST],
        "`return 0`": ["stub"],
        "`exit(0)`": ["exploit:exit"],
        "all exploits, mean": [n for n in made if n.startswith("exploit:")],
    }
    for label, names in groups.items():
        means = [100 * np.mean([np.nanmean(both[r][n]) for n in names]) for r in REWARDS]
        lines.append(f"| {label} | {means[0]:.1f} | {means[1]:.1f} |")
    best = [100 * max(np.nanmean(row) for n, row in both[r].items() if n != HONEST) for r in both]
    lines.append(f"| the best cheat | {best[0]:.1f} | {best[1]:.1f} |")
    lines += [
        "",
        "| chance of honest answers, % | " + " | ".join(f"step {s}" for s in SHOWN) + " |",
    ]
    lines.append("|---|" + "---:|" * len(SHOWN))
    place = list(made).index(HONEST)
    for name, rewards in both.items():
        curves = np.array([train(rewards, seed)[:, place] for seed in range(seeds)])
        low, mean, high = 100 * curves.min(0), 100 * curves.mean(0), 100 * curves.max(0)
        cells = [f"{mean[s]:.1f} ({low[s]:.1f} to {high[s]:.1f})" for s in SHOWN]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--exploits", action="store_true", help="what each of them earns")
    parser.add_argument("--tasks", type=int, help="default: 12, or 6 with --exploits")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    if given.exploits:
        text, section = each_exploit(given.tasks or 6), "exploits"
    else:
        text, section = tables(given.tasks or 12, given.seeds), "rewards"
    print(text)
    if given.write:
        write_section(section, text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
