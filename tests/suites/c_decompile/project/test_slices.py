"""Functions are cut out of preprocessed files with what they need, or there is a reason."""

from __future__ import annotations

import pytest

from acidtest.suites.c_decompile.project.items import ItemKind, NotParsed, parse_unit
from acidtest.suites.c_decompile.project.slices import NotSliced, Slice, Slicer

SYSTEM = '# 1 "/usr/include/string.h" 1 3 4\nvoid *memcpy(void *, const void *, unsigned long);\n'


def cut(entry: str, *texts: str) -> Slice:
    units = [parse_unit(f"f{at}.c", text.encode()) for at, text in enumerate(texts)]
    slicer = Slicer(units)
    (place,) = (p for p in slicer.functions() if slicer.item(p).name == entry)
    return slicer.cut(place)


def test_only_what_is_needed_comes_along() -> None:
    made = cut(
        "f",
        "struct a { int x; }; struct b { int y; };\n"
        "static const int used[2] = { 1, 2 }, unused[1];\n"
        "static int other(int x) { return x; }\n"
        "static inline int helper(struct a *p) { return used[p->x]; }\n"
        "int f(struct a *p) { return helper(p); }\n",
    )
    assert made.function == "int f(struct a *p) { return helper(p); }"
    assert "struct a { int x; };" in made.dependencies
    assert "static int helper(struct a *p) {" in made.dependencies
    assert "struct b" not in made.dependencies
    assert "other" not in made.dependencies
    assert made.helpers == 1


def test_what_a_standard_header_declares_is_included() -> None:
    text = f'# 1 "f.c"\n{SYSTEM}# 3 "f.c" 2\nvoid f(char *to) {{ memcpy(to, to + 1, 1); }}\n'
    made = cut("f", text)
    assert made.includes == ("#include <string.h>",)
    assert "memcpy" not in made.dependencies


def test_a_function_of_another_file_comes_along() -> None:
    one = "int twice(int);\nint f(int x) { return twice(x) + 1; }\n"
    made = cut("f", one, "int twice(int x) { return 2 * x; }\n")
    assert "static int twice(int x) { return 2 * x; }" in made.dependencies


def test_old_style_parameters_become_new_ones() -> None:
    made = cut("f", "int f(a, b) int a; const char *b;\n{ return a + *b; }\n")
    assert made.function.startswith("int f(int a, const char *b)")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("int n; int f(void) { return n++; }", "changes the global n"),
        ("int t[4]; int f(int x) { t[x] = 1; return 0; }", "changes the global t"),
        ("struct s { int x; } g; int *f(void) { return &g.x; }", "changes the global g"),
        ("int f(int x) { static int n; n += x; return n; }", "keeps a static variable"),
        ("int far(int); int f(int x) { return far(x); }", "calls far, which no file"),
        ("extern int far; int f(int x) { return far; }", "uses far, which no file"),
        ('int f(int x) { __asm__("nop"); return x; }', "holds assembly"),
        ("int f(int x) { return fork() + x; }", "depends on the world around: it uses fork"),
    ],
)
def test_what_cannot_be_cut_out_has_a_reason(text: str, why: str) -> None:
    with pytest.raises(NotSliced, match=why):
        cut("f", text)


def test_the_address_of_a_constant_may_be_taken() -> None:
    start = "struct s { int x; }; static const struct s none = { 3 }; int g(const struct s *);"
    made = cut(
        "f",
        f"{start} int g(const struct s *p) {{ return p->x; }} int f(void) {{ return g(&none); }}",
    )
    assert "static const struct s none" in made.dependencies
    with pytest.raises(NotSliced, match="changes the global at"):
        cut("f", "static const char *at; int f(const char *p) { at = p; return *at; }")


def test_a_table_that_is_only_read_is_no_obstacle() -> None:
    made = cut("f", "int t[2] = { 4, 5 }; int f(int x) { return t[x & 1]; }")
    assert "static int t[2] = { 4, 5 };" in made.dependencies


def test_items_know_file_and_line() -> None:
    unit = parse_unit("u", b'# 10 "/p/tree/a.h"\nint a;\n# 7 "/p/tree/u.c"\n\nint f(void);\n')
    assert [(i.kind, i.file, i.line) for i in unit.items] == [
        (ItemKind.VARIABLE, "a.h", 10),
        (ItemKind.PROTOTYPE, "u.c", 8),
    ]


def test_a_text_that_takes_too_long_to_parse_is_refused() -> None:
    with pytest.raises(NotParsed, match="over 8 MiB"):
        parse_unit("u", b"int x;\n" * (1 << 21))
