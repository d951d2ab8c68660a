// task: deck_balance
// topic: dynamic-programming
// exercises: 64-bit set of reachable differences shifted both ways, second layer for the one item left out, minimum search
// why: perfect balance, a crate better left ashore, a penalty too dear, a single crate, none, and the weight limit are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(const unsigned char *w, int n, int penalty)
{
    uint64_t all = 1ull << 32, ashore = 0;
    int total = 0, best = 0;

    for (int i = 0; i < n; i++) {
        total += w[i];
        if (total > 31)
            return -1;
        ashore = ashore << w[i] | ashore >> w[i] | all;
        all = all << w[i] | all >> w[i];
    }
    if (n > 0) {
        for (ashore >>= 32; !(ashore & 1); ashore >>= 1)
            penalty++;
        for (all >>= 32; !(all & 1); all >>= 1)
            best++;
        if (penalty < best)
            best = penalty;
    }
    return best;
}
// ---- test ----
#include <assert.h>
#define W(...) ((const unsigned char[]){__VA_ARGS__}), (int)sizeof((const unsigned char[]){__VA_ARGS__})
int main(void)
{
    assert(func0((const unsigned char *)"", 0, 1) == 0);
    assert(func0(W(9), 4) == 4 && func0(W(9), 20) == 9 && func0(W(9), 9) == 9);
    assert(func0(W(3, 4, 7), 0) == 0 && func0(W(3, 4, 7), 5) == 0);
    assert(func0(W(10, 10, 5), 2) == 2 && func0(W(10, 10, 5), 7) == 5);
    assert(func0(W(10, 10, 5), 5) == 5 && func0(W(10, 10, 5), 4) == 4);
    assert(func0(W(8, 3, 1), 9) == 4 && func0(W(8, 3, 1), 1) == 3);
    assert(func0(W(31), 50) == 31 && func0(W(32), 0) == -1 && func0(W(16, 16), 0) == -1);
    assert(func0(W(16, 15), 3) == 1 && func0(W(20, 6, 5), 2) == 3);
    assert(func0(W(1, 2, 4, 8, 16), 30) == 1 && func0(W(1, 2, 4, 8, 16), 0) == 0 + 1);
    assert(func0(W(2, 6, 2), 1) == 1 && func0(W(6, 2, 2), 3) == 2);
    assert(func0(W(0, 5), 3) == 3 && func0(W(0, 5), 1) == 1);
    assert(func0(W(200, 100), 1) == -1);
    return 0;
}
