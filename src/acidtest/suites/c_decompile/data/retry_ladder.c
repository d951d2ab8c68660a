// task: retry_ladder
// topic: function-pointers
// exercises: operation and recovery callbacks sharing one context, null recovery allowed, attempt counter and delay doubling with a cap
// why: success at once, after failures, a fatal code, exhausted attempts, a vetoing recovery and no recovery are asserted with delays
// ---- function ----
long func0(int (*op)(void *), int (*recover)(void *, int, long), void *ctx, int tries)
{
    long delay = 5, waited = 0;

    for (int i = 1; i <= tries; i++) {
        int rc = op(ctx);
        if (rc < 0)
            return rc;
        if (rc == 0)
            return waited * 10 + i;
        if (recover && !recover(ctx, rc, delay))
            return -100 - i;
        waited += delay;
        delay = delay * 2 < 30 ? delay * 2 : 30;
    }
    return -200 - waited;
}
// ---- test ----
#include <assert.h>
struct world { const char *script; int seen; long last; };
static int step(void *p) { struct world *w = p; return *w->script ? *w->script++ - '5' : 0; }
static int note(void *p, int rc, long delay)
{
    struct world *w = p;
    w->seen += rc;
    w->last = delay;
    return rc != 4;
}
static struct world w;
static long go(const char *s, int with, int tries)
{
    w = (struct world){s, 0, 0};
    return func0(step, with ? note : 0, &w, tries);
}
int main(void)
{
    assert(go("5", 1, 3) == 1 && w.seen == 0);
    assert(go("65", 1, 3) == 52 && w.seen == 1 && w.last == 5);
    assert(go("675", 1, 3) == 153 && w.seen == 3 && w.last == 10);
    assert(go("675", 0, 3) == 153 && w.seen == 0);
    assert(go("3", 1, 3) == -2 && go("64", 1, 3) == -1 && w.seen == 1);
    assert(go("666", 1, 3) == -235 && w.last == 20);
    assert(go("666", 1, 2) == -215 && *w.script == '6');
    assert(go("9", 1, 3) == -101 && go("69", 1, 3) == -102 && go("695", 0, 3) == 153);
    assert(go("6665", 1, 4) == 354 && w.last == 20);
    assert(go("66665", 1, 9) == 655 && w.last == 30);
    assert(go("666666", 1, 6) == -325 && w.last == 30);
    assert(go("5", 1, 0) == -200 && go("5", 1, -1) == -200);
    return 0;
}
