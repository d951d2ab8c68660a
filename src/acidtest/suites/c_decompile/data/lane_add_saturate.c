// task: lane_add_saturate
// topic: bits
// exercises: SWAR byte-lane arithmetic with 32-bit masks, carry extraction, multiply to spread a mask
// why: carries out of each single lane, carries that must not cross lanes, exact 255 and the all-saturated word pin every mask
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(uint32_t a, uint32_t b)
{
    const uint32_t low = 0x7f7f7f7fu;
    uint32_t part = (a & low) + (b & low);
    uint32_t sum = part ^ ((a ^ b) & ~low);
    uint32_t carry = ((a & b) | ((a | b) & ~sum)) & ~low;
    uint32_t spread = (carry >> 7) * 255u;

    return sum | spread;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0) == 0);
    assert(func0(0x01020304u, 0x10203040u) == 0x11223344u);
    assert(func0(0x000000ffu, 1) == 0x000000ffu);
    assert(func0(0x0000ff00u, 0x00000100u) == 0x0000ff00u);
    assert(func0(0x00ff0000u, 0x00020000u) == 0x00ff0000u);
    assert(func0(0xff000000u, 0xff000000u) == 0xff000000u);
    assert(func0(0x80808080u, 0x80808080u) == 0xffffffffu);
    assert(func0(0x7f7f7f7fu, 0x80808080u) == 0xffffffffu);
    assert(func0(0x7f7f7f7fu, 0x01010101u) == 0x80808080u);
    assert(func0(0x80408040u, 0x7f408041u) == 0xff80ff81u);
    assert(func0(0xf00ff00fu, 0x100e0ff2u) == 0xff1dffffu);
    assert(func0(0xc0c0c0c0u, 0x3f403e50u) == 0xfffffeffu);
    assert(func0(0xffffffffu, 0) == 0xffffffffu);
    assert(func0(0, 0xfefdfcfbu) == 0xfefdfcfbu);
    return 0;
}
