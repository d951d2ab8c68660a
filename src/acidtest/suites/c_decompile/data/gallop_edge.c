// task: gallop_edge
// topic: function-pointers
// exercises: predicate callback with a context pointer, doubling search then bisection, calls counted through the context
// why: edges at the start, middle and end, no edge, an empty range and the exact number of predicate calls are asserted
// ---- function ----
long func0(int (*past)(long, void *), void *ctx, long lo, long hi)
{
    long step = 1, good = lo;

    if (lo >= hi)
        return hi;
    if (past(lo, ctx))
        return lo;
    while (hi - good > step && !past(good + step, ctx)) {
        good += step;
        step *= 2;
    }
    if (hi - good > step)
        hi = good + step;
    while (hi - good > 1) {
        long mid = good + (hi - good) / 2;
        if (past(mid, ctx))
            hi = mid;
        else
            good = mid;
    }
    return hi;
}
// ---- test ----
#include <assert.h>
struct probe { long edge; int calls; };
static int at_least(long v, void *p)
{
    struct probe *q = p;
    q->calls++;
    return v >= q->edge;
}
static int calls;
static long run(long edge, long lo, long hi)
{
    struct probe p = {edge, 0};
    long r = func0(at_least, &p, lo, hi);
    calls = p.calls;
    return r;
}
int main(void)
{
    assert(run(5, 0, 0) == 0 && calls == 0);
    assert(run(5, 9, 3) == 3 && calls == 0);
    assert(run(5, 5, 100) == 5 && calls == 1);
    assert(run(5, 4, 100) == 5 && calls == 2);
    assert(run(5, 0, 100) == 5 && calls == 6);
    assert(run(6, 0, 100) == 6 && calls == 6);
    assert(run(7, 0, 100) == 7 && calls == 6);
    assert(run(64, 0, 100) == 64 && calls == 12);
    assert(run(100, 0, 100) == 100 && calls == 13);
    assert(run(99, 0, 100) == 99 && calls == 13);
    assert(run(1000, 0, 1) == 1 && calls == 1);
    assert(run(1000, 0, 2) == 2 && calls == 2);
    assert(run(-3, -10, 10) == -3 && calls == 6);
    assert(run(5000000000L, -1, 9000000000L) == 5000000000L && calls == 66);
    return 0;
}
