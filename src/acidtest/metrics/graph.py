"""How many edits turn one control-flow graph into another.

An edit adds or removes a block or a jump; entry stays entry, and exit stays exit. The least number
of edits is hard to find in general, so the search is bounded: it keeps the best partial mappings of
one graph's blocks to the other's (a beam), and says whether a dropped one could have led to fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest

from acidtest.lang.c_flow import FlowGraph

_WORK = 30_000
"""Pairs of blocks that one comparison may try."""
_BEAM = 32
_BLOCKS = 200
"""In a larger graph every jump counts as changed, unless the graphs are equal."""


@dataclass(frozen=True, slots=True)
class EditDistance:
    """A number of edits that suffices, `exact` if no smaller number does, and the larger size."""

    edits: int
    exact: bool
    size: int

    @property
    def similarity(self) -> float:
        """1 − edits ÷ size of the larger graph, but not less than 0."""
        return max(0.0, 1 - self.edits / self.size)


def edit_distance(a: FlowGraph, b: FlowGraph) -> EditDistance:
    """Return the edits between two graphs; the same both ways.

    >>> line = FlowGraph(2, frozenset({(0, 1)}))
    >>> branch = FlowGraph(3, frozenset({(0, 1), (0, 2), (1, 2)}))
    >>> edit_distance(line, branch)
    EditDistance(edits=3, exact=True, size=6)
    """
    size = max(a.size, b.size)
    if a == b:
        return EditDistance(0, True, size)
    small, large = sorted((a, b), key=lambda g: (g.blocks, len(g.jumps), sorted(g.jumps)))
    if large.blocks > _BLOCKS:
        edits = large.blocks - small.blocks + len(a.jumps) + len(b.jumps)
        return EditDistance(edits, False, size)
    edits, exact = _Search(small, large).run()
    return EditDistance(edits, exact, size)


class _Side:
    """A graph's jumps as bit masks: out of, into and at each block."""

    def __init__(self, graph: FlowGraph) -> None:
        self.out, self.into = [0] * graph.blocks, [0] * graph.blocks
        for start, end in graph.jumps:
            self.out[start] |= 1 << end
            self.into[end] |= 1 << start

    def among(self, block: int, others: int) -> int:
        """Jumps between a block and others, and from the block to itself."""
        itself = 1 << block
        return (self.out[block] & (others | itself)).bit_count() + (
            self.into[block] & others & ~itself
        ).bit_count()


@dataclass(frozen=True, slots=True)
class _Partial:
    """Blocks of the small graph mapped, at a cost; `None` stands for a removed block.

    `used` are the large graph's blocks, `left` its jumps outside of the mapped ones.
    """

    cost: int
    images: dict[int, int | None]
    used: int
    left: int


class _Search:
    """Maps the small graph's blocks one by one, entry and exit first."""

    def __init__(self, small: FlowGraph, large: FlowGraph) -> None:
        self._small, self._large = small, large
        self._a, self._b = _Side(small), _Side(large)
        self._beam = max(1, min(_BEAM, _WORK // (small.blocks * large.blocks)))

    def run(self) -> tuple[int, bool]:
        """The edits of the best mapping that the beam keeps, and whether no other has fewer."""
        blocks, last = self._small.blocks, self._large.blocks - 1
        states = [_Partial(0, {}, 0, len(self._large.jumps))]
        dropped: int | None = None
        done, left = 0, len(self._small.jumps)
        for place, block in enumerate([0, blocks - 1, *range(1, blocks - 1)]):
            own = self._a.among(block, done)
            left -= own
            done |= 1 << block
            # blocks at a like place first: of mappings that look equal the earlier one is kept
            near = sorted(range(1, last), key=lambda target: abs(target - block))
            targets = near if 0 < block < blocks - 1 else [0 if block == 0 else last]
            ranked: list[tuple[int, int, int, int, int, int | None, int]] = []
            for at, state in enumerate(states):
                free = self._large.blocks - state.used.bit_count()
                rest = blocks - place - 1
                for cost, target, theirs in self._ways(state, block, own, targets):
                    unused = free - (target is not None)
                    bound = cost + abs(unused - rest) + abs(left - state.left + theirs)
                    ranked.append((bound, -cost, len(ranked), at, cost, target, theirs))
            kept = nsmallest(self._beam, ranked)
            if len(kept) < len(ranked):
                dropped = kept[-1][0] if dropped is None else min(dropped, kept[-1][0])
            states = [
                _Partial(
                    cost,
                    {**states[at].images, block: target},
                    states[at].used | (0 if target is None else 1 << target),
                    states[at].left - theirs,
                )
                for _, _, _, at, cost, target, theirs in kept
            ]
        best = min(s.cost + self._large.blocks - s.used.bit_count() + s.left for s in states)
        return best, dropped is None or dropped >= best

    def _ways(
        self, state: _Partial, block: int, own: int, targets: Iterable[int]
    ) -> Iterator[tuple[int, int | None, int]]:
        """What a block can be mapped to: the cost so far, the block, and its jumps to mapped ones.

        `own` counts the block's jumps to blocks mapped before, and to itself.
        """
        out, into = self._a.out[block], self._a.into[block]
        kept_out = kept_in = 0
        for other, image in state.images.items():
            if image is not None:
                kept_out |= (out >> other & 1) << image
                kept_in |= (into >> other & 1) << image
        loops = out >> block & 1
        used, cost, b_out, b_into = state.used, state.cost + own, self._b.out, self._b.into
        for target in targets:
            if not used >> target & 1:
                theirs = self._b.among(target, used)
                shared = (kept_out & b_out[target]).bit_count()
                shared += (kept_in & b_into[target]).bit_count()
                shared += loops & b_out[target] >> target
                yield cost + theirs - 2 * shared, target, theirs
        if 0 < block < self._small.blocks - 1:
            yield cost + 1, None, 0
