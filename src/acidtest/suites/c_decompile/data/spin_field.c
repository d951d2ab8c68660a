// task: spin_field
// topic: bits
// exercises: rotation of a sub-field of a 64-bit word, signed remainder by an unsigned width, full-width mask without shift by 64
// why: fields at both ends, the whole word, widths that are refused, zero and over-long turns in both directions are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t x, unsigned lo, unsigned width, int n)
{
    if (width < 2 || width > 64 || lo > 64 - width)
        return x;
    uint64_t ones = ~0ull >> (64 - width);
    uint64_t f = x >> lo & ones;
    n = (n % (int)width + (int)width) % (int)width;
    if (n != 0)
        f = (f << n | f >> (width - n)) & ones;
    return (x & ~(ones << lo)) | f << lo;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    const uint64_t v = 0x123456789abcdef0ull;
    assert(func0(v, 0, 64, 0) == v);
    assert(func0(v, 0, 64, 4) == 0x23456789abcdef01ull);
    assert(func0(v, 0, 64, -4) == 0x0123456789abcdefull);
    assert(func0(v, 0, 64, 68) == 0x23456789abcdef01ull);
    assert(func0(v, 0, 16, 8) == 0x123456789abcf0deull);
    assert(func0(v, 8, 12, 4) == 0x123456789abdecf0ull);
    assert(func0(v, 48, 16, -4) == 0x412356789abcdef0ull);
    assert(func0(v, 63, 1, 1) == v && func0(v, 64, 2, 1) == v && func0(v, 63, 2, 1) == v);
    assert(func0(v, 4, 0, 1) == v && func0(v, 4, 61, 4) == v && func0(v | 1, 0, 65, 2) == (v | 1));
    assert(func0(v, 4, 60, 4) == 0x23456789abcdef10ull);
    assert(func0(1ull << 62, 62, 2, 1) == 1ull << 63);
    assert(func0(1ull << 63, 62, 2, 1) == 1ull << 62);
    assert(func0(5, 0, 3, 1) == 3 && func0(5, 0, 3, -1) == 6 && func0(13, 0, 3, 2) == 14);
    assert(func0(13, 0, 3, -3) == 13 && func0(13, 0, 3, -7) == 14);
    return 0;
}
