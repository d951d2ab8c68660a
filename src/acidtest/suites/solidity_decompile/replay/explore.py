"""Explores what a contract does: seeded sequences of calls, made from the original alone.

The sequences depend on the contract and the seed, never on an answer. So one script judges all
answers to a sample, and the original's outcomes are recorded with it.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from eth_abi.abi import decode, encode
from eth_abi.exceptions import DecodingError

from acidtest.core.errors import InfrastructureError
from acidtest.suites.solidity_decompile.replay.abi import RECEIVE, AbiFunction, addresses_in
from acidtest.suites.solidity_decompile.replay.coverage import Coverage
from acidtest.suites.solidity_decompile.replay.deep import Deep, shortest
from acidtest.suites.solidity_decompile.replay.guide import Guide
from acidtest.suites.solidity_decompile.replay.memory import Remembered
from acidtest.suites.solidity_decompile.replay.plan import LeadUp
from acidtest.suites.solidity_decompile.replay.script import (
    CALLBACK,
    FORWARD,
    Script,
    Trace,
    function_of,
    traced,
)
from acidtest.suites.solidity_decompile.replay.steer import gifts
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.sweep import (
    earlier,
    inner_data,
    variations,
    with_accomplice,
)
from acidtest.suites.solidity_decompile.replay.unfinished import (
    CALLS,
    OtherWorld,
    Unfinished,
    WorkedCall,
    successes,
)
from acidtest.suites.solidity_decompile.replay.values import Given, Pools, fields, moments_in
from acidtest.toolchains.evm import (
    ACCOMPLICES,
    CALL_GAS,
    OUT_OF_GAS,
    PEERS,
    PEOPLE,
    START_TIME,
    SUCCESS,
    TARGET,
    CallOutcome,
    CallStep,
)
from acidtest.toolchains.evm_watch import watch

SEED, SEQUENCES, FURTHER, WATCHED = 1, 90, 200, 2500
ONLY_CHEAP = CALL_GAS // 4  # a call that needs more may end differently in other code
_GROUP, _OFTEN, _ASKED = 8, 80, 4


class Explorer:
    """Makes the script of one contract."""

    def __init__(self, subject: Subject, seed: int = SEED) -> None:
        self._subject = subject
        self._rng = random.Random(seed)
        selectors = {int.from_bytes(s, "big") for s in subject.interface.by_selector}
        peers = PEERS if subject.world.peers else ()
        self._pools = Pools(self._rng, subject.runtime, subject.accounts, selectors, peers)
        self._functions = list(subject.interface.functions.values())
        self._pools.make_call = self._any_call
        self._worked: dict[str, list[WorkedCall]] = {f.signature: [] for f in self._functions}
        self._prefixes: dict[str, list[CallStep]] = {}
        self._memory = Remembered()
        self._at_start: list[int] | None = None
        self._succeeded = {f.signature: 0 for f in self._functions}
        self._traces: list[Trace] = []
        self._depth = 0
        chain, problem = start(subject, subject.world)
        if problem:
            raise InfrastructureError(f"the original itself cannot be deployed: {problem}")
        self.coverage = Coverage(chain.code())
        self._guide = Guide(subject, self.coverage, self._pools.accounts)

    def script(self, sequences: int = SEQUENCES, further: int = FURTHER) -> Script:
        """Random sequences, some aimed at functions that never succeeded, then sweeps."""
        for _ in range(sequences):
            self._run(None)
        self._solve(WATCHED)
        self._lead_up()
        if suspects := [a for a in self.coverage.suspects if a in self._pools.accounts]:
            raise OtherWorld(suspects)
        rest = further
        while rest and (stuck := [f for f in self._functions if not self._succeeded[f.signature]]):
            self._run(stuck[rest % len(stuck)])
            rest -= 1
        self._solve(WATCHED)
        for function in self._functions:
            if function.signature in self._prefixes and function.selector:
                steps = self._prefixes[function.signature]
                self._sweep(function, steps)
                if not function.constant:
                    self._play(with_accomplice(steps, ACCOMPLICES[0]))
                    self._fill(function, steps)
        deep = Deep(self._subject, self._memory.fullest)
        for steps in deep.sequences(lambda f, call: variations(f, call, self._pools, (), ())[0]):
            self._play(steps, look=False)
        for steps, accomplice in self._memory.calls_out:
            self._reenter(steps, accomplice, deep.effects(steps))
        # The function called back may be the one that differs: it is judged on its own first.
        self._traces.sort(key=lambda trace: any(trace.callbacks))
        made = Script(tuple(self._traces), self._succeeded, branches=self.coverage.share)
        return replace(made, contracts=self._subject.contracts)

    def _lead_up(self) -> None:
        """Sequences for functions that never succeeded, or that did little when they did."""
        given = gifts(self.coverage.asked, 10**21, CallStep(PEOPLE[0], TARGET, b"", 0, START_TIME))
        for function in self._functions:
            if not function.selector or function.constant:
                continue
            plan = LeadUp(
                self._subject, self._rng, self._last_worked(), given, self._pools.accounts
            )
            known = self._memory.fullest.get(function.signature)
            if known:
                *before, step = known = shortest(self._subject, known)
                if (fuller := plan.fuller(before, step)) != known:
                    self._play(fuller)
            for *before, step in list(self._memory.goals(function)):
                if steps := plan.towards(before, step, exactly=known is not None):
                    self._play(steps)

    def _solve(self, budget: int) -> None:
        """Sequences that take branches never taken before, or meet limits exactly."""
        self._guide.left += budget
        for steps in self._guide.solved(self._last_worked):
            self._play(steps)

    def _last_worked(self) -> list[CallStep]:
        """A call of each function that changes state, as it worked."""
        functions = self._subject.interface.functions
        return [steps[-1] for name, steps in self._prefixes.items() if not functions[name].constant]

    def _start(self) -> Unfinished:
        chain, problem = start(self._subject, self._subject.world)
        if problem:
            raise InfrastructureError(f"the original itself cannot be deployed: {problem}")
        self._pools.now = START_TIME
        self._pools.recent.clear()
        if self._at_start is None:
            self._at_start = list(chain.storage().values())
        for word in self._at_start:
            self._pools.saw_word(word)
        return Unfinished(chain, Given(self._rng))

    def _end(self, run: Unfinished, *, look: bool = True) -> None:
        if look:
            self._look(run)
        self._traces.append(traced(self._subject, run.steps, run.outcomes))

    def _run(self, target: AbiFunction | None) -> None:
        run = self._start()
        pools = self._pools
        functions = self._subject.interface.functions
        changing = [s for n, s in self._prefixes.items() if not functions[n].constant]
        known = changing if target else list(self._prefixes.values())
        if known and self._rng.random() < (0.8 if target else 0.5):
            for step in self._rng.choice(known):
                self._take(run, step)
        for number in range(CALLS):
            if number == CALLS // 2 and self._rng.random() < 0.2:
                for word in run.chain.storage().values():
                    pools.saw_word(word)
            for step in self._draw(target):
                self._take(run, step)
        self._end(run)

    def _play(self, steps: Sequence[CallStep], *, look: bool = True) -> None:
        """A sequence of these steps, none earlier than the one before it."""
        run = self._start()
        for step in steps:
            self._take(run, step._replace(time=max(step.time, self._pools.now)))
        self._end(run, look=look)

    def _sweep(self, function: AbiFunction, steps: Sequence[CallStep]) -> None:
        """Sequences that lead up to a call that worked, followed by variations of it."""
        *before, last = steps
        if function_of(self._subject, last) != function.signature:
            return
        run = self._start()
        for step in before:
            self._take(run, step)
        storage = run.chain.storage().values()
        words = [w for w in dict.fromkeys((run.chain.balance(), *fields(storage))) if w > 1][:32]
        others, later = variations(function, last, self._pools, words, moments_in(storage))
        groups = [others[at : at + _GROUP] for at in range(0, len(others), _GROUP)]
        for group in [*groups, *([later] if later else [])]:
            self._play([*before, *group])
        for changed in earlier(self._subject.interface, steps, self._pools, words):
            self._play(changed)

    def _fill(self, function: AbiFunction, steps: Sequence[CallStep]) -> None:
        """The function repeated, to pass a low limit that the code compares with."""
        often = max((c for c in self._pools.compared if c <= _OFTEN), default=0) + 2
        run = self._start()
        for step in steps:
            self._take(run, step)
        for _ in range(often):
            values, sender, money = self._arguments(function)
            data = self._data(function, values)
            self._take(run, CallStep(sender, TARGET, data, money, self._pools.now))
        self._end(run)

    def _reenter(
        self, steps: Sequence[CallStep], accomplice: str, shown: Sequence[CallStep]
    ) -> None:
        """The same again, while the accomplice that is called calls each function back, or asks
        for what the call changes.
        """
        *before, last = steps
        for step in shown[:_ASKED]:
            command = CallStep(last.sender, accomplice, CALLBACK + inner_data(step), 0, last.time)
            self._play([*before, command, last], look=False)
        for function in self._functions:
            worked = self._prefixes.get(function.signature)
            if function.selector and not function.constant and worked is not None:
                data = CALLBACK + inner_data(worked[-1])
                command = CallStep(last.sender, accomplice, data, 0, last.time)
                self._play([*before, command, last, last])

    # -- making steps ----------------------------------------------------------------------------

    def _draw(self, target: AbiFunction | None) -> list[CallStep]:
        """The next step, with the set-up that it needs."""
        rng, pools = self._rng, self._pools
        if self.coverage.asked and rng.random() < 0.2:
            return self._donations()
        if not self._functions:
            return [CallStep(pools.accounts[0], TARGET, rng.randbytes(4), 0, pools.now)]
        function = target if target and rng.random() < 0.35 else self._choose()
        values, sender, money = self._arguments(function)
        pools.now = pools.later()
        data = self._data(function, values)
        if rng.random() < 0.03:
            data = rng.choice((b"", data[:3], rng.randbytes(4), data + b"\0" * 32))
        if rng.random() > 0.18:
            return [CallStep(sender, TARGET, data, money, pools.now)]
        accomplice = rng.choice(ACCOMPLICES)
        steps = []
        if rng.random() < 0.45:
            setup = rng.random()
            if setup < 0.45 and not function.constant:
                steps.append(CallStep(sender, accomplice, CALLBACK + data, 0, pools.now))
            elif setup < 0.6:
                callback = self._any_call(changing=True)
                steps.append(CallStep(sender, accomplice, CALLBACK + callback, 0, pools.now))
            elif setup < 0.7:
                steps.append(CallStep(sender, accomplice, CALLBACK, 0, pools.now))
            else:
                steps.append(CallStep(sender, accomplice, self._pools.reply(), 0, pools.now))
        return [*steps, CallStep(sender, accomplice, FORWARD + data, money, pools.now)]

    def _donations(self) -> list[CallStep]:
        """Tokens for the target, of those whose balance it asks for."""
        like = CallStep(self._rng.choice(PEOPLE), TARGET, b"", 0, self._pools.now)
        asked = list(self.coverage.asked)
        amount = self._rng.choice((1, 1000, 10**6, 10**18, 10**20, self._pools.money()))
        return gifts(asked if self._rng.random() < 0.5 else [self._rng.choice(asked)], amount, like)

    def _choose(self) -> AbiFunction:
        """Any function; more often those that rarely succeed or that change state."""
        weights = [
            (1.0 if f.constant else 3.0) / (1 + min(self._succeeded[f.signature], 30) / 10)
            for f in self._functions
        ]
        return self._rng.choices(self._functions, weights)[0]

    def _arguments(self, function: AbiFunction) -> tuple[list[Any], str, int]:
        rng, pools = self._rng, self._pools
        sender = rng.choice(pools.accounts) if rng.random() < 0.6 else pools.accounts[0]
        money = pools.money() if function.payable else int(rng.random() < 0.03)
        values = pools.values(function.types)
        worked = self._worked[function.signature]
        if worked and rng.random() < 0.5:
            known = rng.choice(worked)
            values = [
                new if rng.random() < 0.25 else old
                for old, new in zip(known.values, values, strict=True)
            ]
            sender = sender if rng.random() < 0.25 else known.sender
            money = money if rng.random() < 0.3 else known.money
        return values, sender, money

    def _data(self, function: AbiFunction, values: Sequence[Any]) -> bytes:
        if function.selector:
            return function.selector + encode(function.types, values)
        if function.name == RECEIVE:
            return b""
        rng = self._rng
        return rng.choice((b"", b"\1", rng.randbytes(4), rng.randbytes(36)))

    def _any_call(self, *, changing: bool = False) -> bytes:
        """Calldata for one of the contract's own functions; optionally not a view."""
        named = [f for f in self._functions if f.selector and not (changing and f.constant)]
        if not named or self._depth > 1:
            return b""
        self._depth += 1
        function = self._rng.choice(named)
        data = self._data(function, self._arguments(function)[0])
        self._depth -= 1
        return data

    # -- executing steps -------------------------------------------------------------------------

    def _take(self, run: Unfinished, step: CallStep) -> None:
        """Execute a step, keep it if its outcome does not depend on gas, learn from it."""
        before = run.chain.gas_used
        self._pools.now = max(self._pools.now, step.time)
        mark = run.chain.evm.snapshot()
        outcome = run.chain.call(step)
        gas = run.chain.gas_used - before
        name = function_of(self._subject, step)
        if self.coverage.is_new(name, step, outcome, gas):
            run.chain.evm.revert(mark)
            self.coverage.note(successes(run), step, watch(run.chain, step))
            outcome = run.chain.call(step)
        if outcome.status == OUT_OF_GAS or gas > ONLY_CHEAP:
            # Whether it changed anything depends on gas: nothing after it can be compared.
            run.spoilt = run.spoilt or outcome.status == SUCCESS
            return
        if run.spoilt:
            return
        run.steps.append(step)
        run.outcomes.append(outcome)
        self._pools.saw(outcome.data if outcome.status == SUCCESS else b"")
        for _, topics, data in outcome.logs:
            for topic in topics[1:]:
                self._pools.saw(topic)
            self._pools.saw(data)
        if name not in self._succeeded:
            return
        function = self._subject.interface.functions[name]
        if outcome.status != SUCCESS:
            self._memory.failed(name, run, step, outcome)
            return
        self._succeeded[name] += 1
        if "bytes" in function.outputs:
            self._pools.saw_bytes(function.outputs, outcome.data)
        worked = self._worked[name]
        if len(worked) < 12 or self._rng.random() < 0.1:
            call = WorkedCall(self._decoded(function, step), step.sender, step.value)
            if len(worked) < 12:
                worked.append(call)
            else:
                worked[self._rng.randrange(12)] = call
        if not function.constant:
            self._learn(run, function, step, outcome)
        self._memory.worked(name, run, step, outcome)
        if name not in self._prefixes or self._rng.random() < 0.05:
            self._prefixes[name] = successes(run)

    def _learn(
        self, run: Unfinished, function: AbiFunction, step: CallStep, outcome: CallOutcome
    ) -> None:
        """The accounts a state-changing call involved, and its arguments and return values."""
        values = self._decoded(function, step)
        people = list(addresses_in(function.types, values))
        people.append(step.sender if step.to == TARGET else step.to)
        self._pools.recent.extend(people)
        run.given.add(("address",) * len(people), people)
        run.people = list(dict.fromkeys(people))
        run.given.add(function.types, values)
        with contextlib.suppress(DecodingError, OverflowError, ValueError):
            run.given.add(function.outputs, decode(function.outputs, outcome.data))

    def _decoded(self, function: AbiFunction, step: CallStep) -> list[Any]:
        data = inner_data(step)[4:]
        return list(decode(function.types, data)) if function.types else []

    def _look(self, run: Unfinished) -> None:
        """At the end, call every view: silent state changes show here."""
        for function in self._functions:
            if not function.constant:
                continue
            for number in range(3 if function.types else 1):
                values, sender, _ = self._arguments(function)
                if number:  # where something was written: with what calls in this run were given
                    values = list(map(run.given.pick, function.types, values))
                data = self._data(function, values)
                self._take(run, CallStep(sender, TARGET, data, 0, self._pools.now))
            for people in run.involved(function.types):
                data = self._data(function, people)
                self._take(run, CallStep(PEOPLE[0], TARGET, data, 0, self._pools.now))
