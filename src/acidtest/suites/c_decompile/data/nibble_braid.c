// task: nibble_braid
// topic: bits
// exercises: shifts by computed amounts, masks, an inverting control bit per lane
// why: single nibbles set in each lane, all-ones, the reversal of the second operand and each control bit are asserted separately
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(uint16_t a, uint16_t b, unsigned flip)
{
    uint32_t r = 0;

    for (unsigned lane = 0; lane < 4; lane++) {
        uint32_t x = (a >> (4 * lane)) & 15u;
        uint32_t y = (b >> (12 - 4 * lane)) & 15u;
        if (flip & (1u << lane)) {
            uint32_t t = x ^ 15u;
            x = y;
            y = t;
        }
        r |= (x | y << 4) << (8 * lane);
    }
    return r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0, 0) == 0);
    assert(func0(0x1234, 0x5678, 0) == 0x81726354u);
    assert(func0(0xffff, 0, 0) == 0x0f0f0f0fu);
    assert(func0(0, 0xffff, 0) == 0xf0f0f0f0u);
    assert(func0(0x000f, 0, 0) == 0x0000000fu);
    assert(func0(0, 0x000f, 0) == 0xf0000000u);
    assert(func0(0, 0xa000, 0) == 0x000000a0u);
    assert(func0(0, 0, 1) == 0x000000f0u);
    assert(func0(0, 0, 8) == 0xf0000000u);
    assert(func0(0, 0, 0xf0) == 0);
    assert(func0(0x1234, 0x5678, 15) == 0xe8d7c6b5u);
    assert(func0(0x1234, 0x5678, 2) == 0x8172c654u);
    assert(func0(0x1234, 0x5678, 4) == 0x81d76354u);
    assert(func0(0xffff, 0xffff, 15) == 0x0f0f0f0fu);
    return 0;
}
