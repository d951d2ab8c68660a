"""Control-flow graphs of C text, some drawn by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.lang.c_flow import Flow, control_flow
from acidtest.lang.c_function import NotReadable, read_function


def flow(body: str) -> Flow:
    """The control flow of a function with this body."""
    return control_flow(read_function(f"int f(int a, int b) {{ {body} }}", "f").body)


LOOP = "5: 01 12 13 21 34"


@pytest.mark.parametrize(
    ("body", "drawn"),
    [
        ("", "2: 01"),
        ("a = 1; { b = 2; } int c; return a;", "2: 01"),
        ("if (a) b = 1; return b;", "4: 01 02 12 23"),
        ("if (a) b = 1; return;", "3: 01 02 12"),
        ("if (a) b = 1;", "3: 01 02 12"),
        ("if (a) return 1; return 2;", "4: 01 02 13 23"),
        ("if (a) b = 1; else b = 2; return b;", "5: 01 03 12 24 32"),
        ("if (a && b) b = 1; return b;", "5: 01 03 12 13 23 34"),
        ("if (!(a || b)) b = 1; return b;", "5: 01 02 14 21 23 31"),
        ("while (a) b++; return b;", LOOP),
        ("for (a = 1; a < 3; a++) b++; return b;", LOOP),
        ("a = 1; top: if (a) { b++; goto top; } return b;", LOOP),
        ("a = 1; for (;;) { if (!a) break; b++; } return b;", LOOP),
        ("do b++; while (a); return b;", "4: 01 11 12 23"),
        ("do { if (a) continue; b++; } while (0); return b;", "4: 01 02 13 21"),
        ("while (1) ;", "3: 01 11"),
        ("switch (a) { case 1: b = 1; break; default: b = 2; } return b;", "5: 01 03 12 24 32"),
        ("switch (a) { case 1: b = 1; case 2: b = 2; } return b;", "5: 01 02 03 12 23 34"),
        ("return a; b = 1; dead: b = 2; goto dead;", "2: 01"),
        ("if (a) { b = 1; return; } b = 2;", "4: 01 02 13 23"),
    ],
)
def test_a_graph(body: str, drawn: str) -> None:
    graph = flow(body).graph
    jumps = " ".join(sorted(f"{start}{end}" for start, end in graph.jumps))
    assert f"{graph.blocks}: {jumps}" == drawn


def test_else_if_and_nested_if_are_one_flow_and_one_depth() -> None:
    chain = flow("if (a) b = 1; else if (b) b = 2; else b = 3; return b;")
    nested = flow("if (a) { b = 1; } else { if (b) b = 2; else b = 3; } return b;")
    assert chain.graph == nested.graph
    assert (chain.nesting, nested.nesting) == (1, 2)


def test_gotos_and_nesting_are_counted() -> None:
    body = "x: while (a) { if (b) { for (;;) switch (a) { case 1: goto x; } } } if (b) goto x;"
    assert (flow(body).gotos, flow(body).nesting) == (2, 4)


def test_a_long_chain_is_read_and_a_deep_nest_is_not() -> None:
    chain = " else ".join(f"if (a == {n}) b = {n};" for n in range(400))
    assert flow(chain).graph.blocks == 801  # conditions, bodies, exit
    right = "if (a" + " && (a" * 1000 + ")" * 1000 + ") ;"
    signs = "if (" + "!" * 900 + "a) ;"
    for deep in ("{" * 2000 + "}" * 2000, "if (a) " * 500 + ";", signs, right):
        with pytest.raises(NotReadable, match="nested more than"):
            flow(deep)


_WORDS = "if while for do switch case default goto x : ; { } ( ) a 1 && || ! else break continue"


@given(st.lists(st.sampled_from(_WORDS.split()), max_size=60).map(" ".join))
@settings(max_examples=80, deadline=None)
def test_whatever_the_body_the_graph_holds_together(body: str) -> None:
    try:
        read = flow(body)
    except NotReadable:
        return
    graph = read.graph
    assert all(
        0 <= start < graph.blocks - 1 and 0 <= end < graph.blocks for start, end in graph.jumps
    )
    reached = {0}
    for _ in range(graph.blocks):
        reached |= {end for start, end in graph.jumps if start in reached}
    assert reached | {graph.blocks - 1} == set(range(graph.blocks))
    assert flow(body) == read
