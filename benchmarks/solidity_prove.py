"""How much of solidity-decompile can be proved, and is anything proved that is not so?

    python benchmarks/solidity_prove.py rewrites
    python benchmarks/solidity_prove.py controls --every 6
    python benchmarks/solidity_prove.py mutants --every 6 --mutants 8

`controls` compares each contract with itself in another mode (`recompiled`) and with inner names
changed (`renamed`), as far as the bytecode differs. `mutants` first replays them: of those that
replay catches none may have all its functions proved; survivors may be refuted.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from acidtest.core.records import Json
from acidtest.lang.mutation import Fate
from acidtest.lang.solidity_mutants import mutants
from acidtest.lang.solidity_rename import renamed
from acidtest.suites.solidity_decompile import dataset
from acidtest.suites.solidity_decompile.judge_mutants import MutantJudge
from acidtest.suites.solidity_decompile.mutate import contracts_of, reviewed
from acidtest.suites.solidity_decompile.original import choose_artifact, in_order
from acidtest.suites.solidity_decompile.prove.pool import Provers
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.task import Contract
from acidtest.toolchains.solc import Solc, modes_of

REWRITES = Path(__file__).parents[1] / "tests/suites/solidity_decompile/prove/rewrites.sol"
Results = Mapping[str, Mapping[str, Json]]


def subject(
    solc: Solc, contract: Contract, text: str, mode: str, like: Subject | None
) -> Subject | None:
    """A contract compiled in a mode; deployed like another, if there is one."""
    built = solc.compile(text, contract.compiler, mode)
    made = [a for a in in_order(built.artifacts, text) if a.creation]
    if contract.name:
        made = [a for a in made if a.name == contract.name] or made
    artifact = choose_artifact(made, like.interface) if like else made[-1] if made else None
    if artifact is None:
        return None
    arguments, value = (like.arguments, like.value) if like else (b"", 0)
    codes = bytes.fromhex(artifact.creation), bytes.fromhex(artifact.runtime)
    return Subject(artifact.abi, *codes, arguments, value)


def show(title: str, results: Sequence[tuple[str, Results]]) -> None:
    """Counts by outcome, and why not."""
    outcomes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for _, each in results:
        for result in each.values():
            outcomes[str(result["outcome"])] += 1
            if result["outcome"] == "unknown":
                reasons[str(result["why"])] += 1
    total = sum(outcomes.values())
    parts = [f"{name} {outcomes[name]}" for name in sorted(outcomes)]
    print(f"{title}: {total} functions: {', '.join(parts)}")
    for reason, times in reasons.most_common(8):
        print(f"    {times:3} unknown: {reason}")


def chosen(arguments: argparse.Namespace) -> list[Contract]:
    """Every so many contract of the shipped corpus."""
    contracts = contracts_of(dataset.read([]), arguments.contracts)
    return contracts[arguments.start :: arguments.every]


def pairs(
    solc: Solc, contract: Contract, judge: MutantJudge, most: int
) -> Iterator[tuple[str, Subject, Subject]]:
    """The controls of a contract in each of its modes."""
    source = contract.source or ""
    modes = modes_of(contract.compiler)
    like = judge.original(contract)
    made = {mode: subject(solc, contract, source, mode, like) for mode in modes}
    other = {mode: subject(solc, contract, renamed(source), "unoptimised", like) for mode in modes}
    for at, mode in enumerate(modes[:most]):
        for name, its in (
            ("recompiled", made[modes[(at + 1) % len(modes)]]),
            ("renamed", other[mode]),
        ):
            mine = made[mode]
            if mine is not None and its is not None:
                yield f"{name} {contract.id}@{mode}", mine, its


def controls(arguments: argparse.Namespace, provers: Provers) -> None:
    """Prove what is known to be equal."""
    done: list[tuple[str, Results]] = []
    with Solc() as solc, MutantJudge({}, bare=False) as judge:
        for contract in chosen(arguments):
            for name, mine, its in pairs(solc, contract, judge, arguments.modes):
                results = provers.results(mine, its, list(mine.interface.functions))
                done += [(name, {n: r for n, r in results.items() if r["why"] != "the same code"})]
                proved = sum(r["outcome"] == "proved" for r in done[-1][1].values())
                print(f"{name}: {proved} of {len(done[-1][1])}", file=sys.stderr, flush=True)
    for control in ("recompiled", "renamed"):
        show(control, [each for each in done if each[0].startswith(control)])


def rewrites(arguments: argparse.Namespace, provers: Provers) -> None:
    """Prove functions that were written twice."""
    text = REWRITES.read_text()
    with Solc() as solc:
        for mode in ("unoptimised", "optimised"):
            built = {a.name: a for a in solc.compile(text, "0.8.37", mode).artifacts}
            mine, its = (
                Subject(a.abi, bytes.fromhex(a.creation), bytes.fromhex(a.runtime))
                for a in (built["Written"], built["Rewritten"])
            )
            names = [n for n in mine.interface.functions if n in its.interface.functions]
            show(f"rewrites, {mode}", [("", provers.results(mine, its, names))])


def mutated(arguments: argparse.Namespace, provers: Provers) -> None:
    """Refute survivors of replay; prove nothing that replay calls different."""
    fates: Counter[str] = Counter()
    with MutantJudge(reviewed(), bare=False) as judge:
        for contract in chosen(arguments):
            candidates = mutants(contract.source or "")
            random.Random(arguments.seed).shuffle(candidates)
            for mutant in candidates[: arguments.mutants]:
                fate = judge.trial((contract, mutant)).fate
                answer = judge.answer(contract, mutant.text)
                if answer is None or fate is Fate.EQUIVALENT:
                    continue
                if fate is Fate.KILLED and arguments.survivors:
                    continue
                original = judge.original(contract)
                results: dict[str, Mapping[str, Json]] = {}
                for name in original.interface.functions:
                    if name in answer.interface.functions:
                        results |= provers.results(original, answer, [name])
                    elif fate is Fate.KILLED:
                        results[name] = {"outcome": "refuted", "why": "it is missing"}
                    if fate is Fate.KILLED and results[name]["outcome"] in ("refuted", "unknown"):
                        break
                outcomes = {str(r["outcome"]) for r in results.values()}
                label = next(
                    (o for o in ("refuted", "unknown", "equal within bounds") if o in outcomes),
                    "proved",
                )
                why = sorted({str(r["why"]) for r in results.values() if r["outcome"] == "unknown"})
                fates[f"{fate.value}, {label}"] += 1
                print(
                    f"{contract.id}: {mutant.change[:90]!r}: {fate.value}, {label} {why}",
                    file=sys.stderr,
                    flush=True,
                )
    for label, times in sorted(fates.items()):
        print(f"{times:4} {label}")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("controls", "rewrites", "mutants"))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--every", type=int, default=6, help="every so many contract of the 53")
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--contracts", nargs="*", default=[])
    parser.add_argument("--modes", type=int, default=3, help="so many modes of each contract")
    parser.add_argument("--mutants", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true", help="only survivors of replay")
    arguments = parser.parse_args()
    provers = Provers(arguments.seconds)
    try:
        tables = {"controls": controls, "rewrites": rewrites, "mutants": mutated}
        tables[arguments.what](arguments, provers)
    finally:
        provers.close()
    print(f"{arguments.seconds} s a function")


if __name__ == "__main__":
    main()
