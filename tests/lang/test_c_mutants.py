"""Small changes of a C text."""

from __future__ import annotations

from acidtest.lang.c_mutants import mutants

CLAMP = """int func0(int a, int top)
{
    int low = 0;
    if (a < low)
        return 0;
    while (a > top)
        a -= 7;
    return a;
}
"""


def changes(function: str) -> set[tuple[str, str]]:
    return {(m.kind, m.now) for m in mutants(function)}


def test_each_kind_of_change_is_made() -> None:
    found = changes(CLAMP)
    assert ("boundary", "if (a <= low)") in found
    assert ("operator", "if (a > low)") in found
    assert ("branch", "if (!(a < low))") in found
    assert ("constant", "int low = (0 + 1);") in found
    assert ("constant", "int low = (0 - 1);") in found
    assert ("operator", "a += 7;") in found
    assert ("deletion", ";") in found
    assert ("return", "return 0;") in found
    assert ("return", "return (a) + 1;") in found


def test_the_last_return_and_array_sizes_are_left_alone() -> None:
    found = changes("int func0(int a)\n{\n    int b[4] = {1};\n    return b[a];\n}\n")
    assert not any("b[(4" in now for _, now in found)
    assert not any(kind == "deletion" for kind, _ in found)


def test_mutants_are_distinct_and_in_the_order_of_the_source() -> None:
    found = mutants(CLAMP)
    assert len({m.text for m in found}) == len(found)
    assert all(m.text != CLAMP for m in found)
    assert [m.line for m in found] == sorted(m.line for m in found)
