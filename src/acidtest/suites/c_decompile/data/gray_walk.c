// task: gray_walk
// topic: bits
// exercises: 64-bit xor and shifts, weighted bit count in a loop, lowest set position recorded once
// why: equal words, single steps, bit 63, all ones and positions of both parities are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint64_t a, uint64_t b)
{
    uint64_t d = (a ^ a >> 1) ^ (b ^ b >> 1);
    int weight = 0, low = 0;

    for (int i = 1; d; d >>= 1, i++) {
        if (d & 1) {
            weight += i & 1 ? 2 : 1;
            if (low == 0)
                low = i;
        }
    }
    return low * 1000 + weight;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0) == 0);
    assert(func0(~0ull, ~0ull) == 0);
    assert(func0(0, 1) == 1002);
    assert(func0(1, 2) == 2001);
    assert(func0(2, 3) == 1002);
    assert(func0(3, 4) == 3002);
    assert(func0(7, 8) == 4001);
    assert(func0(0, 2) == 1003);
    assert(func0(0, 5) == 1005);
    assert(func0(0, 8) == 3003);
    assert(func0(0, ~0ull) == 64001);
    assert(func0(0, 1ull << 63) == 63003);
    assert(func0(0x7fffffffffffffffull, 0x8000000000000000ull) == 64001);
    assert(func0(0, 0x5555555555555555ull) == 1095);
    assert(func0(0xff00, 0x00ff) == 16001);
    assert(func0(1ull << 32, 0) == 32003);
    return 0;
}
