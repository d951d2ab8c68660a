// task: gather_marked
// topic: bits
// exercises: bit gather loop from the top, sign extension of a computed width, unsigned to signed conversion
// why: empty, single, full and scattered masks, both signs of the gathered value and the widths 31 and 32 are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int32_t func0(uint32_t word, uint32_t mask)
{
    uint32_t r = 0;
    int n = 0;

    for (int i = 31; i >= 0; i--) {
        if (mask >> i & 1) {
            r = r << 1 | (word >> i & 1);
            n++;
        }
    }
    if (n > 0 && n < 32 && (r >> (n - 1) & 1))
        r |= ~0u << n;
    return (int32_t)r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(~0u, 0) == 0);
    assert(func0(~0u, 1) == -1);
    assert(func0(0, 1) == 0);
    assert(func0(~0u, ~0u) == -1);
    assert(func0(0x80000000u, ~0u) == INT32_MIN);
    assert(func0(0x7fffffffu, ~0u) == INT32_MAX);
    assert(func0(0x7fffffffu, 0x7fffffffu) == -1);
    assert(func0(0x3fffffffu, 0x7fffffffu) == 0x3fffffff);
    assert(func0(0x40000000u, 0x7fffffffu) == -0x40000000);
    assert(func0(0x12345678u, 0xf000f000u) == 0x15);
    assert(func0(0xa2345678u, 0xf000000fu) == -88);
    assert(func0(0x00ff00ffu, 0x0f0f0f0fu) == 0x0f0f);
    assert(func0(0x80000001u, 0x80000001u) == -1);
    assert(func0(0x80000000u, 0x80000001u) == -2);
    assert(func0(0x00000001u, 0x80000001u) == 1);
    return 0;
}
