// task: ring_cull
// topic: linked
// exercises: circular list walked by steps taken from the nodes, removal while walking, pointer to the survivor
// why: rings of one to five nodes, negative and zero steps, stopping at the kept count and node identity are asserted
// ---- types ----
struct ring { int step; struct ring *next; };
// ---- function ----
struct ring *func0(struct ring *at, int keep, int *removed)
{
    struct ring *prev = at;
    int n = 1;

    *removed = 0;
    if (!at)
        return 0;
    while (prev->next != at) {
        prev = prev->next;
        n++;
    }
    while (n > keep && n > 1) {
        int hops = at->step % n;
        if (hops < 0)
            hops += n;
        while (hops-- > 0) {
            prev = at;
            at = at->next;
        }
        *removed = *removed * 10 + at->step % 10;
        prev->next = at->next;
        at = at->next;
        n--;
    }
    return at;
}
// ---- test ----
#include <assert.h>
static struct ring a[5];
static struct ring *mk(int n, const int *s)
{
    for (int i = 0; i < n; i++)
        a[i] = (struct ring){s[i], &a[(i + 1) % n]};
    return a;
}
#define S(...) (const int[]){__VA_ARGS__}
int main(void)
{
    int r = 5;
    assert(func0(0, 1, &r) == 0 && r == 0);
    assert(func0(mk(1, S(7)), 0, &r) == a && r == 0 && a->next == a);
    assert(func0(mk(2, S(1, 4)), 1, &r) == a && r == 4 && a->next == a);
    assert(func0(mk(2, S(2, 4)), 1, &r) == a + 1 && r == 2 && a[1].next == a + 1);
    assert(func0(mk(2, S(2, 4)), 2, &r) == a && r == 0);
    assert(func0(mk(5, S(1, 2, 3, 4, 5)), 4, &r) == a + 2 && r == 2 && a[0].next == a + 2);
    assert(func0(mk(5, S(1, 2, 3, 4, 5)), 3, &r) == a + 2 && r == 21 && a[4].next == a + 2);
    assert(func0(mk(5, S(1, 2, 3, 4, 5)), 2, &r) == a + 3 && r == 213 && a[4].next == a + 3);
    assert(func0(mk(5, S(1, 2, 3, 4, 5)), 1, &r) == a + 4 && r == 2134 && a[4].next == a + 4);
    assert(func0(mk(3, S(-1, 5, 8)), 2, &r) == a && r == 8 && a[1].next == a);
    assert(func0(mk(3, S(-1, 5, 8)), 0, &r) == a && r == 85 && a->next == a);
    assert(func0(mk(2, S(5, -3)), -4, &r) == a && r == -3);
    assert(func0(mk(2, S(13, 28)), 1, &r) == a && r == 8);
    assert(func0(mk(4, S(0, 0, -6, 1)), 2, &r) == a + 2 && r == 0 && a[3].next == a + 2);
    return 0;
}
