"""The edit distance of control-flow graphs: worked examples, brute force, and its properties."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.c_flow import FlowGraph
from acidtest.metrics.graph import edit_distance


def graph(blocks: int, *jumps: str) -> FlowGraph:
    """A graph of fewer than ten blocks: "01" jumps from 0 to 1."""
    return FlowGraph(blocks, frozenset((int(jump[0]), int(jump[1])) for jump in jumps))


LINE = graph(2, "01")
LOOP = graph(5, "01", "12", "13", "21", "34")
GUARDED = graph(4, "01", "02", "11", "12", "23")


def fewest(a: FlowGraph, b: FlowGraph) -> int:
    """The fewest edits, by trying every mapping."""
    inner, others = range(1, a.blocks - 1), [*range(1, b.blocks - 1)]
    best = a.size + b.size
    for images in set(permutations([*others, *[-1] * len(inner)], len(inner))):
        mapped = {0: 0, a.blocks - 1: b.blocks - 1}
        mapped |= {block: image for block, image in zip(inner, images, strict=True) if image >= 0}
        kept = {(mapped[x], mapped[y]) for x, y in a.jumps if x in mapped and y in mapped}
        same = len(mapped) + len(kept & b.jumps)
        best = min(best, a.size + b.size - 2 * same)
    return best


@st.composite
def graphs(draw: st.DrawFn, most: int) -> FlowGraph:
    """Graphs of any shape."""
    blocks = draw(st.integers(2, most))
    ends = st.tuples(st.integers(0, blocks - 1), st.integers(0, blocks - 1))
    return FlowGraph(blocks, draw(st.frozensets(ends, max_size=2 * blocks)))


def test_worked_examples() -> None:
    assert edit_distance(LOOP, LOOP).edits == 0
    # block 1 with its jumps to and from it: 02 stays
    assert edit_distance(LINE, graph(3, "01", "02", "12")).edits == 3
    # an endless loop of its own against a line: one jump
    assert edit_distance(LINE, graph(2, "00", "01")).edits == 1
    # a while loop against a guarded do-while, where test 1 and body 2 become one: the body goes
    # with 12 and 21, and the guard's jump past the loop and the body's own jump back come
    assert edit_distance(LOOP, GUARDED).edits == 5
    assert edit_distance(LINE, graph(2, "00", "01")).similarity == 1 - 1 / 4
    assert edit_distance(LOOP, LOOP).similarity == 1


@given(graphs(5), graphs(6))
@settings(max_examples=40, deadline=None)
def test_small_graphs_get_the_fewest_edits_both_ways(a: FlowGraph, b: FlowGraph) -> None:
    distance = edit_distance(a, b)
    assert distance == edit_distance(b, a)
    assert distance.exact
    assert distance.edits == fewest(a, b)
    assert (distance.edits == 0) == (fewest(a, b) == 0)


@given(graphs(6), graphs(6), graphs(6))
@settings(max_examples=40, deadline=None)
def test_exact_distances_obey_the_triangle(a: FlowGraph, b: FlowGraph, c: FlowGraph) -> None:
    ab, bc, ac = edit_distance(a, b), edit_distance(b, c), edit_distance(a, c)
    if ab.exact and bc.exact:  # `ac` may only be an upper bound where it is not exact
        assert not ac.exact or ac.edits <= ab.edits + bc.edits


@given(graphs(24), graphs(24))
@settings(max_examples=15, deadline=None)
def test_a_bounded_search_stays_between_the_bounds(a: FlowGraph, b: FlowGraph) -> None:
    distance = edit_distance(a, b)
    assert distance == edit_distance(b, a)
    least = abs(a.blocks - b.blocks) + abs(len(a.jumps) - len(b.jumps))
    most = abs(a.blocks - b.blocks) + len(a.jumps) + len(b.jumps)
    assert least <= distance.edits <= most
    assert 0 <= distance.similarity <= 1
    assert edit_distance(a, a).edits == 0


def test_large_graphs_are_not_searched() -> None:
    chain = FlowGraph(3000, frozenset((n, n + 1) for n in range(2999)))
    assert edit_distance(chain, chain).edits == 0
    assert edit_distance(chain, LINE).exact is False
    assert edit_distance(chain, LINE).edits == 2998 + 2999 + 1
