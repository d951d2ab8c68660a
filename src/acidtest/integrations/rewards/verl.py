"""The verdict as a reward function of verl.

    reward:
      custom_reward_function:
        path: pkg://acidtest.integrations.rewards.verl
        name: compute_score
        reward_kwargs: {shaping: {compiles_with_types: 0.1}}

The rows are those of `acidtest export-prompts SUITE --format verl`. verl asks for one answer at a
time; they are gathered into small batches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from acidtest.core.errors import InputError
from acidtest.integrations.rewards.gathered import gathered

ERROR_SCORE = 0.0
"""The score of an answer that could not be judged; `acidtest_error` is 1 beside it."""
_SOURCE = "acidtest/"
_OF_VERL = ("reward_router_address", "reward_model_tokenizer")


async def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    **how: Any,
) -> dict[str, float]:
    """`score`, `acc` (1 for a pass) and `acidtest_error` of one answer.

    `how` holds arguments of `acidtest.reward`: shaping, url, data, groups, seed …
    """
    suite = data_source.removeprefix(_SOURCE)
    if not data_source.startswith(_SOURCE):
        raise InputError(f"data_source '{data_source}': expected {_SOURCE}SUITE")
    asked = {name: value for name, value in how.items() if name not in _OF_VERL}
    reward = await asyncio.to_thread(gathered, suite, asked)
    value = await asyncio.wrap_future(reward.ask(str(ground_truth), solution_str))
    return {
        "score": ERROR_SCORE if value is None else value,
        "acc": float(value == 1),
        "acidtest_error": float(value is None),
    }
