// task: widest_odd_gap
// topic: bits
// exercises: shift loop over a 32-bit word, parity test, state carried between set bits
// why: even gaps, leading and trailing zeros that do not count, ties, the full word width and the words 0 and all ones are covered
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint32_t w)
{
    int best = 0, gap = -1;

    for (int i = 0; i < 32; i++) {
        if ((w >> i) & 1u) {
            if (gap > best && (gap & 1))
                best = gap;
            gap = 0;
        } else if (gap >= 0) {
            gap++;
        }
    }
    return best;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0) == 0);
    assert(func0(0xffffffffu) == 0);
    assert(func0(1) == 0);
    assert(func0(5) == 1);
    assert(func0(9) == 0);
    assert(func0(0x11) == 3);
    assert(func0(0x80000001u) == 0);
    assert(func0(0x80000002u) == 29);
    assert(func0(0x40000001u) == 29);
    assert(func0(0x00010115u) == 7);
    assert(func0(0x00092210u) == 3);
    assert(func0(0xa0000000u) == 1);
    assert(func0(0x00000140u) == 1);
    assert(func0(0x88000041u) == 5);
    return 0;
}
