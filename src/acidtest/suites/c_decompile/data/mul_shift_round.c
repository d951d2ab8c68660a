// task: mul_shift_round
// topic: unsigned-64
// exercises: 128-bit product by hand from 32-bit halves, right shift across both words with rounding, saturation to 64 bits
// why: shift zero, below, at and above 64, rounding carries, saturated results and zero operands are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t a, uint64_t b, unsigned shift)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t mid = ah * bl + (al * bl >> 32);
    uint64_t mid2 = al * bh + (uint32_t)mid;
    uint64_t hi = ah * bh + (mid >> 32) + (mid2 >> 32);
    uint64_t lo = mid2 << 32 | (uint32_t)(al * bl);

    shift &= 127;
    if (shift > 64)
        return (hi >> (shift - 64)) + (hi >> (shift - 65) & 1);
    if (shift == 64)
        return hi + (lo >> 63);
    if (hi >> shift)
        return ~0ull;
    if (shift == 0)
        return lo;
    hi = hi << (64 - shift) | lo >> shift;
    lo = lo >> (shift - 1) & 1;
    return hi > ~lo ? ~0ull : hi + lo;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    const uint64_t m = ~0ull;
    assert(func0(0, m, 5) == 0 && func0(3, 7, 0) == 21);
    assert(func0(3, 7, 1) == 11 && func0(3, 7, 2) == 5 && func0(3, 7, 3) == 3);
    assert(func0(0xffffffff, 0xffffffff, 0) == 0xfffffffe00000001ull);
    assert(func0(0x100000000ull, 0xffffffff, 0) == 0xffffffff00000000ull);
    assert(func0(0x100000000ull, 0x100000000ull, 0) == m && func0(0x100000000ull, 0x100000000ull, 1) == 1ull << 63);
    assert(func0(m, m, 64) == m - 1 && func0(m, m, 0) == m && func0(m, m, 63) == m);
    assert(func0(m, m, 65) == m >> 1 && func0(m, m, 127) == 2 && func0(m, m, 126) == 4);
    assert(func0(m, 1, 64) == 1 && func0(m >> 1, 1, 64) == 0 && func0(1ull << 63, 1, 64) == 1);
    assert(func0(m, 1, 0) == m && func0(m, 1, 1) == 1ull << 63 && func0(m, 1, 63) == 2);
    assert(func0(0x123456789abcdef1ull, 0xfedcba9876543211ull, 64) == 0x121fa00ad77d7423ull);
    assert(func0(0x123456789abcdef1ull, 0xfedcba9876543211ull, 61) == 0x90fd0056bbeba11aull);
    assert(func0(0xdeadbeefcafebabeull, 0x12345ull, 17) == 0x7eadc26f8530a277ull);
    assert(func0(0xdeadbeefcafebabeull, 0xffffffff00000001ull, 70) == 0x37ab6fbbbb143efull);
    assert(func0(253921, 145295143558111ull, 1) == m && func0(253921, 145295143558111ull, 2) == 1ull << 63);
    assert(func0(3, 7, 128) == 21 && func0(3, 7, 129) == 11);
    assert(func0(m, 3, 2) == 0xc000000000000000ull - 1 && func0(m, 3, 66) == 1);
    return 0;
}
