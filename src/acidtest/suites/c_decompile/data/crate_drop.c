// task: crate_drop
// topic: recursion
// exercises: recursion with a bit set of unused items passed by value, best of several branches, pruning, array parameter
// why: heights by hand for small sets, crushing limits, ties, refused items and the empty set are asserted
// ---- types ----
struct crate { short weight, bears, height; };
// ---- function ----
int func0(const struct crate *c, int n, unsigned unused, int load)
{
    int best = 0;

    for (int i = 0; i < n; i++) {
        if (!(unused & 1u << i) || c[i].bears < load)
            continue;
        int h = c[i].height;
        if (load > 0 && h % 2 != 0)
            h--;
        h += func0(c, n, unused & ~(1u << i), load + c[i].weight);
        if (h > best)
            best = h;
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const struct crate c[] = {{10, 0, 5}, {4, 10, 3}, {2, 14, 8}, {1, 3, 7}, {50, 100, 1}, {1, -1, 99}};
    assert(func0(c, 6, 0, 0) == 0 && func0(c, 0, 63, 0) == 0);
    assert(func0(c, 6, 1, 0) == 5);
    assert(func0(c, 6, 1, 1) == 0);
    assert(func0(c, 6, 2, 10) == 2 && func0(c, 6, 2, 11) == 0);
    assert(func0(c, 6, 3, 0) == 7);
    assert(func0(c, 6, 7, 0) == 15);
    assert(func0(c, 6, 4, 0) == 8 && func0(c, 6, 4, 14) == 8 && func0(c, 6, 4, 15) == 0);
    assert(func0(c, 6, 12, 0) == 15);
    assert(func0(c, 6, 16, 100) == 0 && func0(c, 6, 16, 0) == 1);
    assert(func0(c, 6, 32, 0) == 0 && func0(c, 6, 40, 0) == 7);
    assert(func0(c, 6, 11, 0) == 9);
    assert(func0(c, 6, 31, 0) == 17 && func0(c, 6, 63, 3) == 16);
    assert(func0(c, 3, 63, 0) == 15);
    assert(func0(c, 6, 62, 5) == 10 && func0(c, 6, 9, 0) == 7 && func0(c, 6, 16, 1) == 0);
    return 0;
}
