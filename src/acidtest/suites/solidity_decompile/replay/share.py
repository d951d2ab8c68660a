"""How far a wrong answer is from the original: what it does right beyond what knows nothing of it.

Function by function, each outcome of the original weighs the same, however often it comes; what
one constant outcome reaches, or a word of the call's own data, counts as nothing. Nor does a call
count that fails without a word, as every function of this prototype does on no valid arguments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from acidtest.metrics.agreement import STEPS, share
from acidtest.suites.solidity_decompile.replay.script import Script
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import inner_data
from acidtest.suites.solidity_decompile.rules import same_code
from acidtest.toolchains.evm import CALL_GAS, SUCCESS

_WORDS = 4
SPARE_GAS = 200 * CALL_GAS

_Results = dict[str, dict[int, Hashable]]


def shared(original: Subject, answer: Subject, script: Script) -> float:
    """The mean share over the functions that do not always do the same; 0 if there are none."""
    world = original.world
    chain, problem = start(answer, world)
    if problem or (
        answer.creation and not same_code(answer.runtime, chain.code(), answer.immutables)
    ):
        return 0.0
    expected: _Results = defaultdict(dict)
    given: _Results = defaultdict(dict)
    repeated: dict[str, _Results] = defaultdict(lambda: defaultdict(dict))
    gas = SPARE_GAS
    for at, trace in enumerate(script.sequences):
        chain, _ = start(answer, world)
        for place, step in enumerate(trace.steps):
            before = chain.gas_used
            outcome = chain.call(step)
            gas -= max(0, chain.gas_used - before - CALL_GAS // 2)
            if gas < 0:
                return 0.0
            name, its = trace.functions[place], trace.expected[place]
            if name not in script.succeeded or (its.status != SUCCESS and not its.data):
                continue
            number = at << 32 | place
            # what everybody owns follows from all calls before
            expected[name][number] = its[:3]
            given[name][number] = outcome[:3]
            for word, data in _words(inner_data(step)):
                repeated[name][word][number] = (SUCCESS, data, ())
    shares = [
        share(results, given[name], repeated[name].values())
        for name, results in expected.items()
        if len(set(results.values())) > 1
    ]
    mean = sum(shares) / len(shares) if shares else 0.0
    return int(mean * STEPS + 1e-9) / STEPS


def _words(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What a function that returns one of its arguments would return."""
    for at in range(4, min(len(data), 4 + 32 * _WORDS), 32):
        yield str(at), data[at : at + 32]
