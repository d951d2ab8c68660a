"""How far two readers of the same files agree: Cohen's kappa by file, algorithm and state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InputError
from acidtest.core.paths import check_there
from acidtest.core.untrusted import reading
from acidtest.suites.crypto_inventory import benchmark
from acidtest.suites.crypto_inventory.answers import STATES
from acidtest.suites.crypto_inventory.dataset import labels_of
from acidtest.suites.crypto_inventory.truth import Label

ABSENT, OPTIONAL = "not named", "optional"
Read = Mapping[str, Mapping[str, str]]
"""For each file, the state of each algorithm that the reader named in it."""


def read_labels(path: Path) -> Read:
    """A reader's labels: lines with `file` and `findings`, as in the corpus."""
    check_there(path)
    files: dict[str, Mapping[str, str]] = {}
    with reading(path):
        for where, record in benchmark.records(path):
            name = record.get("file")
            if not isinstance(name, str) or not name:
                raise InputError(f"{where}: field 'file' is missing or not a string")
            if name in files:
                raise InputError(f"{where}: {name} was labelled before; merge the two lines")
            files[name] = _states(labels_of(record, where))
    return files


def _states(labels: Iterable[Label]) -> dict[str, str]:
    """One state for each algorithm: in use counts before all others, optional after all others."""
    states: dict[str, str] = {}
    order = (*STATES, OPTIONAL)
    for label in labels:
        state = OPTIONAL if label.optional else label.state
        states[label.id] = min(state, states.get(label.id, OPTIONAL), key=order.index)
    return states


@dataclass(frozen=True, slots=True)
class TwoReaders:
    """Pairs of a file and an algorithm, by what each of two readers says of them.

    The pairs are all files that both read, with all algorithms that one of them named anywhere.
    """

    files: int
    pairs: Mapping[tuple[str, str], int]

    @property
    def named(self) -> int:
        """Pairs that at least one reader named."""
        return sum(self.pairs.values()) - self.pairs.get((ABSENT, ABSENT), 0)

    @property
    def same(self) -> int:
        """Those of them to which both gave the same state."""
        return sum(n for (a, b), n in self.pairs.items() if a == b != ABSENT)

    @property
    def kappa(self) -> float | None:
        """Of states, over all pairs."""
        return kappa(self.pairs)

    @property
    def kappa_in_use(self) -> float | None:
        """Of in use or not, over the pairs that neither reader calls optional."""
        counts: Counter[tuple[str, str]] = Counter()
        for (a, b), n in self.pairs.items():
            if OPTIONAL not in (a, b):
                counts[str(a == "active"), str(b == "active")] += n
        return kappa(counts)


def agreement(first: Read, second: Read) -> TwoReaders:
    """Compare two readers on the files that both read."""
    both = sorted(first.keys() & second.keys())
    names = {name for reader in (first, second) for file in both for name in reader[file]}
    pairs: Counter[tuple[str, str]] = Counter()
    for file in both:
        for name in names:
            pairs[first[file].get(name, ABSENT), second[file].get(name, ABSENT)] += 1
    return TwoReaders(len(both), pairs)


def kappa(pairs: Mapping[tuple[str, str], int]) -> float | None:
    """Cohen's kappa of counted pairs; None if chance alone explains everything.

    >>> kappa({("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15})
    0.4
    """
    total = sum(pairs.values())
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for (a, b), n in pairs.items():
        left[a] += n
        right[b] += n
    chance = sum(left[one] * right[one] for one in left)
    if total == 0 or chance == total * total:
        return None
    same = sum(n for (a, b), n in pairs.items() if a == b)
    return (same * total - chance) / (total * total - chance)


def differences(first: Read, second: Read) -> Sequence[tuple[str, str, str, str]]:
    """File, algorithm and the two states, wherever they differ."""
    rows = []
    for file in sorted(first.keys() & second.keys()):
        for name in sorted(first[file].keys() | second[file].keys()):
            a, b = first[file].get(name, ABSENT), second[file].get(name, ABSENT)
            if a != b:
                rows.append((file, name, a, b))
    return rows
