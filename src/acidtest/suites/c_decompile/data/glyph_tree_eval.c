// task: glyph_tree_eval
// topic: recursion
// exercises: tree of tagged nodes, recursion inside a switch, union member access, depth limit
// why: each node kind, null children, nesting, the depth cut and negative values are asserted on hand-evaluated trees
// ---- types ----
enum kind { LEAF, NEG, PICK, PAIR };
struct glyph {
    enum kind kind;
    union { int value; struct { const struct glyph *a, *b; } kid; } u;
};
// ---- function ----
int func0(const struct glyph *g, int depth)
{
    int x, y;

    if (!g)
        return 1;
    if (depth <= 0)
        return -1000;
    switch (g->kind) {
    case LEAF:
        return g->u.value;
    case NEG:
        return -func0(g->u.kid.a, depth - 1);
    case PICK:
        x = func0(g->u.kid.a, depth - 1);
        return x > 0 ? x : func0(g->u.kid.b, depth - 2);
    case PAIR:
        x = func0(g->u.kid.a, depth - 1);
        y = func0(g->u.kid.b, depth - 1);
        return 3 * x + y;
    }
    return 0;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct glyph five = {LEAF, {.value = 5}}, two = {LEAF, {.value = -2}}, zero = {LEAF, {.value = 0}};
    struct glyph neg = {NEG, {.kid = {&five, 0}}}, nul = {NEG, {.kid = {0, 0}}};
    struct glyph pair = {PAIR, {.kid = {&five, &two}}}, riap = {PAIR, {.kid = {&two, &five}}};
    struct glyph pick1 = {PICK, {.kid = {&five, &two}}}, pick2 = {PICK, {.kid = {&two, &pair}}};
    struct glyph pick3 = {PICK, {.kid = {&zero, &five}}}, deep = {PAIR, {.kid = {&pick2, &neg}}};
    struct glyph one = {LEAF, {.value = 1}}, pick4 = {PICK, {.kid = {&one, &five}}};
    struct glyph odd = {(enum kind)9, {.value = 5}};
    assert(func0(0, 0) == 1);
    assert(func0(&five, 1) == 5);
    assert(func0(&five, 0) == -1000);
    assert(func0(&five, -3) == -1000);
    assert(func0(&neg, 2) == -5);
    assert(func0(&neg, 1) == 1000);
    assert(func0(&nul, 1) == -1);
    assert(func0(&pair, 2) == 13);
    assert(func0(&riap, 2) == -1);
    assert(func0(&pair, 1) == -4000);
    assert(func0(&pick1, 2) == 5);
    assert(func0(&pick2, 4) == 13);
    assert(func0(&pick2, 3) == -4000);
    assert(func0(&pick3, 3) == 5);
    assert(func0(&pick3, 2) == -1000);
    assert(func0(&pick1, 1) == -1000);
    assert(func0(&pick4, 2) == 1);
    assert(func0(&deep, 5) == 34);
    assert(func0(&odd, 1) == 0);
    return 0;
}
