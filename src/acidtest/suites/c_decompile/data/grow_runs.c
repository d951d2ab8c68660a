// task: grow_runs
// topic: bits
// exercises: neighbour masks by shifts of the whole word, fixpoint loop with early exit, direction by sign of a count
// why: isolated bits, gaps of one, two and three zeros, word ends, both directions and more rounds than needed are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(uint32_t x, int times)
{
    int down = times < 0;

    if (down)
        times = -times;
    while (times-- > 0) {
        uint32_t grown;
        if (down)
            grown = x >> 1 & ~x & ~(x << 1);
        else
            grown = x << 1 & ~x & ~(x >> 1);
        if (grown == 0)
            break;
        x |= grown;
    }
    return x;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 5) == 0);
    assert(func0(1, 0) == 1);
    assert(func0(1, 1) == 3);
    assert(func0(1, 3) == 15);
    assert(func0(1, 1000) == 0xffffffffu);
    assert(func0(0x80000000u, 4) == 0x80000000u);
    assert(func0(5, 1) == 13);
    assert(func0(5, 2) == 29);
    assert(func0(9, 1) == 27);
    assert(func0(9, 2) == 59);
    assert(func0(0x11, 1) == 0x33);
    assert(func0(0x11, 2) == 0x77);
    assert(func0(0x11, 3) == 0xf7);
    assert(func0(1, -1) == 1);
    assert(func0(0x80000000u, -2) == 0xe0000000u);
    assert(func0(0x90, -1) == 0xd8);
    assert(func0(0x90, -2) == 0xdc);
    assert(func0(0x90, -100) == 0xdf);
    return 0;
}
