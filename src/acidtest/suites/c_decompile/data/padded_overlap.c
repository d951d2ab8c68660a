// task: padded_overlap
// topic: structs
// exercises: two structs passed by value, a 16-byte struct returned by value, min/max selection
// why: disjoint, touching, contained and padded boxes, negative padding and the all-zero empty result are asserted field by field
// ---- types ----
struct box { int x0, y0, x1, y1; };
// ---- function ----
struct box func0(struct box a, struct box b, int pad)
{
    struct box r = {0, 0, 0, 0};

    a.x0 -= pad;
    a.y0 -= pad;
    a.x1 += pad;
    a.y1 += pad;
    int x0 = a.x0 > b.x0 ? a.x0 : b.x0;
    int y0 = a.y0 > b.y0 ? a.y0 : b.y0;
    int x1 = a.x1 < b.x1 ? a.x1 : b.x1;
    int y1 = a.y1 < b.y1 ? a.y1 : b.y1;
    if (x0 >= x1 || y0 >= y1)
        return r;
    r.x0 = x0;
    r.y0 = y0;
    r.x1 = x1;
    r.y1 = y1;
    return r;
}
// ---- test ----
#include <assert.h>
static int is(struct box r, int a, int b, int c, int d)
{
    return r.x0 == a && r.y0 == b && r.x1 == c && r.y1 == d;
}
int main(void)
{
    struct box u = {0, 0, 10, 8}, v = {4, 2, 20, 6}, w = {10, 0, 14, 8}, in = {3, 3, 5, 4};
    struct box neg = {-9, -7, -1, -2}, low = {2, 8, 6, 12};
    assert(is(func0(u, v, 0), 4, 2, 10, 6));
    assert(is(func0(v, u, 0), 4, 2, 10, 6));
    assert(is(func0(u, w, 0), 0, 0, 0, 0));
    assert(is(func0(u, w, 1), 10, 0, 11, 8));
    assert(is(func0(w, u, 2), 8, 0, 10, 8));
    assert(is(func0(u, low, 0), 0, 0, 0, 0));
    assert(is(func0(u, low, 3), 2, 8, 6, 11));
    assert(is(func0(u, in, 0), 3, 3, 5, 4));
    assert(is(func0(in, u, 1), 2, 2, 6, 5));
    assert(is(func0(in, u, 100), 0, 0, 10, 8));
    assert(is(func0(u, u, -3), 3, 3, 7, 5));
    assert(is(func0(u, u, -4), 0, 0, 0, 0));
    assert(is(func0(neg, u, 0), 0, 0, 0, 0));
    assert(is(func0(neg, u, 3), 0, 0, 2, 1));
    return 0;
}
