// task: power_mersenne61
// topic: unsigned-64
// exercises: modular power with a Mersenne modulus, product split so that no wider type is needed, fold by shift and add
// why: exponents 0, 1, 2 and large, bases at and above the modulus, and the order of two are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
#define M61 0x1fffffffffffffffull
static uint64_t mul61(uint64_t a, uint64_t b)
{
    uint64_t ah = a >> 31, al = a & 0x7fffffff, bh = b >> 31, bl = b & 0x7fffffff;
    uint64_t mid = ah * bl + al * bh;
    uint64_t r = (ah * bh << 1) + (mid >> 30) + ((mid & 0x3fffffff) << 31) + al * bl;

    r = (r >> 61) + (r & M61);
    return r >= M61 ? r - M61 : r;
}
uint64_t func0(uint64_t base, uint64_t exp)
{
    uint64_t r = 1;

    base %= M61;
    for (; exp; exp >>= 1) {
        if (exp & 1)
            r = mul61(r, base);
        base = mul61(base, base);
    }
    return r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0) == 1 && func0(0, 5) == 0 && func0(7, 1) == 7);
    assert(func0(3, 5) == 243 && func0(10, 18) == 1000000000000000000ull);
    assert(func0(2, 60) == 1ull << 60 && func0(2, 61) == 1 && func0(2, 62) == 2);
    assert(func0(0x1fffffffffffffffull, 3) == 0 && func0(0x2000000000000000ull, 9) == 1);
    assert(func0(0x1ffffffffffffffeull, 2) == 1 && func0(0x1ffffffffffffffeull, 3) == 0x1ffffffffffffffeull);
    assert(func0(~0ull, 1) == 7 && func0(~0ull, 2) == 49);
    assert(func0(10, 19) == 0xac7230489e80004ull);
    assert(func0(3, 1000) == 0x11289b7f33188a4bull);
    assert(func0(0x123456789abcdefull, 2) == 0x1cb03d3f72925a87ull);
    assert(func0(0x1f0f0f0f12345678ull, 3) == 0x144062192a76401cull);
    assert(func0(5, 0x1ffffffffffffffeull) == 1 && func0(5, 0x1fffffffffffffffull) == 5);
    assert(func0(37, ~0ull) == 0x88d4c21d6a7074eull);
    return 0;
}
