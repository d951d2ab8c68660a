// task: crease_turn
// topic: recursion
// exercises: single recursion on a 64-bit index by its highest power of two, mirrored second half, sign flips, base values
// why: the middle creases, the first turns by hand, mirrored pairs, several fold patterns, the largest indexes and index zero are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint64_t index, unsigned pattern)
{
    uint64_t top = 1;
    int depth = 0;

    if (index == 0)
        return 0;
    while (index >> 1 >= top) {
        top <<= 1;
        depth++;
    }
    if (index == top)
        return pattern >> (depth & 3) & 1 ? 1 : -1;
    return -func0(2 * top - index, pattern);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 15) == 0);
    assert(func0(1, 15) == 1 && func0(1, 0) == -1);
    assert(func0(2, 15) == 1 && func0(3, 15) == -1 && func0(4, 15) == 1);
    assert(func0(5, 15) == 1 && func0(6, 15) == -1 && func0(7, 15) == -1);
    assert(func0(1, 6) == -1 && func0(2, 6) == 1 && func0(3, 6) == 1 && func0(4, 6) == 1);
    assert(func0(5, 6) == -1 && func0(6, 6) == -1 && func0(7, 6) == 1 && func0(8, 6) == -1);
    assert(func0(12, 9) == 1 && func0(13, 9) == 1 && func0(4, 9) == -1 && func0(8, 9) == 1);
    assert(func0(16, 1) == 1 && func0(16, 14) == -1 && func0(1, 16) == -1);
    assert(func0(1000, 15) == 1 && func0(1000, 6) == -1);
    assert(func0(1ull << 63, 8) == 1 && func0(1ull << 63, 6) == -1);
    assert(func0((1ull << 63) + 1, 15) == 1 && func0((1ull << 63) + 1, 8) == -1);
    assert(func0(~0ull, 15) == -1 && func0(~0ull, 6) == 1 && func0(~0ull, 8) == 1);
    assert(func0(~1ull, 6) == -1 && func0(~1ull, 5) == 1);
    assert(func0(0xdeadbeefcafeull, 15) == -1 && func0(0xdeadbeefcafeull, 5) == 1);
    return 0;
}
