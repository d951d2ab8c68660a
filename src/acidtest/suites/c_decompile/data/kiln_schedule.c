// task: kiln_schedule
// topic: dynamic-programming
// exercises: five-entry rolling tables, asymmetric transition cost by ternary, state pruned by a lower bound
// why: flat, rising and falling demands, an over-firing that pays off, one that does not, empty input and a bad level are asserted with hand-made costs
// ---- function ----
#include <string.h>
#define LEVELS 5
#define NONE 1000000
int func0(const signed char *want, int n)
{
    int cost[LEVELS] = {0}, next[LEVELS], best = 0;

    for (int i = 0; i < n; i++) {
        if (want[i] < 0 || want[i] > 4)
            return -1 - i;
        best = NONE;
        for (int l = 0; l < LEVELS; l++) {
            next[l] = NONE;
            if (l < want[i])
                continue;
            for (int p = 0; p < (i ? LEVELS : 1); p++) {
                int c = cost[p] + (l > p ? 3 * (l - p) : p - l) + 2 * (l - want[i]);
                if (c < next[l])
                    next[l] = c;
            }
            if (next[l] < best)
                best = next[l];
        }
        memcpy(cost, next, sizeof cost);
    }
    return best;
}
// ---- test ----
#include <assert.h>
#define K(...) ((const signed char[]){__VA_ARGS__}), (int)sizeof((const signed char[]){__VA_ARGS__})
int main(void)
{
    assert(func0((const signed char *)"", 0) == 0);
    assert(func0(K(0)) == 0 && func0(K(4)) == 12);
    assert(func0(K(0, 0, 0)) == 0);
    assert(func0(K(1, 2, 3, 4)) == 12);
    assert(func0(K(4, 3, 2, 1, 0)) == 16);
    assert(func0(K(2, 1, 2)) == 8);
    assert(func0(K(2, 1, 1, 2)) == 10);
    assert(func0(K(2, 1, 1, 1, 2)) == 10);
    assert(func0(K(4, 0, 4)) == 20 && func0(K(4, 0, 0, 0, 4)) == 28);
    assert(func0(K(3, 1, 3, 0, 2)) == 18);
    assert(func0(K(5)) == -1 && func0(K(-1)) == -1);
    assert(func0(K(0, 4, 5, 9)) == -3);
    assert(func0(K(1, 0, 1, 0, 1, 0)) == 8);
    return 0;
}
