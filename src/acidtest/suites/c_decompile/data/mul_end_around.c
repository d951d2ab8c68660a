// task: mul_end_around
// topic: unsigned-64
// exercises: full 128-bit product from 32-bit halves, carries by comparison, end-around fold, second result through a pointer
// why: halves that carry in each partial product, squares of all ones, power-of-two shifts and zero are asserted on high word and fold
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t a, uint64_t b, uint64_t *high)
{
    uint64_t al = a & 0xffffffffu, ah = a >> 32;
    uint64_t bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t low = al * bl;
    uint64_t mid = ah * bl + (low >> 32);
    uint64_t mid2 = al * bh + (mid & 0xffffffffu);
    uint64_t hi = ah * bh + (mid >> 32) + (mid2 >> 32);
    uint64_t lo = mid2 << 32 | (low & 0xffffffffu);
    uint64_t sum = hi + lo;

    *high = hi;
    return sum + (sum < lo);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    const uint64_t ones = ~0ull;
    uint64_t h = 3;
    assert(func0(0, 5, &h) == 0 && h == 0);
    assert(func0(1, ones, &h) == ones && h == 0);
    assert(func0(ones, ones, &h) == ones && h == 0xfffffffffffffffeull);
    assert(func0(1ull << 32, 1ull << 32, &h) == 1 && h == 1);
    assert(func0(1ull << 63, 2, &h) == 1 && h == 1);
    assert(func0(1ull << 63, 3, &h) == 0x8000000000000001ull && h == 1);
    assert(func0(0x123456789abcdef0ull, 0xfedcba9876543210ull, &h) == 0x358d29092d964322ull);
    assert(h == 0x121fa00ad77d7422ull);
    assert(func0(0xfedcba9876543210ull, 0x123456789abcdef0ull, &h) == 0x358d29092d964322ull);
    assert(func0(0xffffffffu, 0xffffffffu, &h) == 0xfffffffe00000001ull && h == 0);
    assert(func0(0xffffffff00000000ull, 0x100000001ull, &h) == ones && h == 0xffffffffull);
    assert(func0(0x8000000000000001ull, 0x8000000000000001ull, &h) == 0x4000000000000002ull);
    assert(h == 0x4000000000000001ull);
    assert(func0(0xfffffffffffffff1ull, 0xfffffff1ffffffffull, &h) == 0xc400000000ull);
    assert(func0(0xfedcba9876543210ull, 0xfedcba9876543210ull, &h) == 0xdca72d6f6d269bcdull);
    assert(h == 0xfdbac097c8dc5accull);
    assert(func0(3, 0x5555555555555555ull, &h) == ones && h == 0);
    return 0;
}
