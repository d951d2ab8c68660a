"""What does a policy learn? python benchmarks/rewards.py [--tasks 12] [--seeds 10] [--write]

A policy chooses between strategies: Ghidra's engine, the stub, and every known exploit. Each
strategy answers the same tasks and earns a reward; REINFORCE then moves a softmax over strategies
towards what pays. Once with the published procedure as the reward, once with acidtest's. `--write`
puts both tables into docs/rewards.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import acidtest
from acidtest.core.options import RunOptions
from acidtest.core.records import Answer, Question
from acidtest.core.registry import find_suite, make_system
from acidtest.engine import questions
from acidtest.engine.plan import Plan, make_plan
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
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    given = parser.parse_args()
    text = tables(given.tasks, given.seeds)
    print(text)
    if given.write:
        write_section("rewards", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
