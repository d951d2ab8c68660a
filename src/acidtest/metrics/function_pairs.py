"""Pairs the functions of an original with those of an answer, one to one.

By selector, then by name, then by similarity of their tokens. The same lists always give the same
pairs, and a list paired with itself gives each function its own twin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from acidtest.lang.solidity_functions import FunctionSource
from acidtest.lang.tree import words

COMPARED_MAX = 64
"""Functions of each side that are compared by their tokens; what is beyond stays without a pair."""
_TEXT_MAX = 20_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """For each function of the original the place of its partner, and how it was chosen."""

    partners: tuple[int | None, ...]
    ways: tuple[str, ...]
    left: tuple[int, ...]


def pair_functions(
    original: Sequence[FunctionSource],
    answer: Sequence[FunctionSource],
    selector_of: Callable[[str], str],
) -> Pairing:
    """Pair two lists; `selector_of` gives the selector of a signature, as hex.

    >>> f, g = FunctionSource("f", "function f() {}"), FunctionSource("g", "function g() { f(); }")
    >>> pair_functions([f, g], [g], str).partners
    (None, 0)
    """
    draft = _Draft(original, answer)
    draft.by("selector", _public_signature, _public_signature)
    draft.by("selector", lambda f: selector_of(f.signature) if f.has_selector else None, _claim)
    draft.by("name", lambda f: f.signature, lambda f: f.signature)
    draft.by("name", lambda f: f.name, lambda f: f.name)
    draft.by_similarity()
    left = tuple(sorted(draft.theirs))
    partners = tuple(draft.partners.get(place) for place in range(len(original)))
    return Pairing(partners, tuple(draft.ways.get(n, "") for n in range(len(original))), left)


def _public_signature(function: FunctionSource) -> str | None:
    return function.signature if function.has_selector else None


def _claim(function: FunctionSource) -> str | None:
    return function.claim


class _Draft:
    def __init__(
        self, original: Sequence[FunctionSource], answer: Sequence[FunctionSource]
    ) -> None:
        self._original, self._answer = original, answer
        self.ours = dict.fromkeys(range(len(original)))
        self.theirs = dict.fromkeys(range(len(answer)))
        self.partners: dict[int, int] = {}
        self.ways: dict[int, str] = {}

    def _join(self, mine: int, its: int, way: str) -> None:
        self.partners[mine], self.ways[mine] = its, way
        del self.ours[mine], self.theirs[its]

    def by(
        self,
        way: str,
        key: Callable[[FunctionSource], Hashable],
        its_key: Callable[[FunctionSource], Hashable],
    ) -> None:
        """Pair those that have the same key and are still free, in their order."""
        waiting: dict[Hashable, list[int]] = {}
        for place in reversed(self.theirs):
            waiting.setdefault(its_key(self._answer[place]), []).append(place)
        for place in list(self.ours):
            mine = key(self._original[place])
            if mine is not None and waiting.get(mine):
                self._join(place, waiting[mine].pop(), way)

    def by_similarity(self) -> None:
        """Pair what is left, the most similar first; on a tie the earlier ones."""
        mine = self._counted(self._original, list(self.ours)[:COMPARED_MAX])
        its = self._counted(self._answer, list(self.theirs)[:COMPARED_MAX])
        ranked = sorted(
            (-_overlap(ours, theirs), place, other) for place, ours in mine for other, theirs in its
        )
        for likeness, place, other in ranked:
            if likeness < 0 and place in self.ours and other in self.theirs:
                self._join(place, other, "similarity")

    def _counted(
        self, functions: Sequence[FunctionSource], places: Iterable[int]
    ) -> list[tuple[int, Counter[str]]]:
        return [(n, Counter(words(functions[n].text[:_TEXT_MAX], "solidity"))) for n in places]


def _overlap(ours: Counter[str], theirs: Counter[str]) -> float:
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 0.0
