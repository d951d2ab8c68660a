// task: long_divide
// topic: unsigned-64
// exercises: 128 by 64 bit division by shift and subtract with a carry-out bit, saturation when the quotient does not fit, rounding mode
// why: exact and inexact quotients, divisors above 2^63, the overflow border, division by zero and both rounding modes are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t hi, uint64_t lo, uint64_t div, int up, uint64_t *rem)
{
    if (hi >= div) {
        *rem = hi;
        return UINT64_MAX;
    }
    for (int i = 0; i < 64; i++) {
        uint64_t carry = hi >> 63;
        hi = hi << 1 | lo >> 63;
        lo <<= 1;
        if (carry || hi >= div) {
            hi -= div;
            lo |= 1;
        }
    }
    if (up && hi != 0 && lo != UINT64_MAX) {
        hi -= div;
        lo++;
    }
    *rem = hi;
    return lo;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint64_t r = 5;
    const uint64_t m = ~0ull;
    assert(func0(0, 0, 7, 0, &r) == 0 && r == 0);
    assert(func0(0, 100, 7, 0, &r) == 14 && r == 2);
    assert(func0(0, 100, 7, 1, &r) == 15 && r == (uint64_t)-5);
    assert(func0(0, 98, 7, 1, &r) == 14 && r == 0);
    assert(func0(0, 5, 0, 0, &r) == m && r == 0 && func0(7, 5, 7, 1, &r) == m && r == 7);
    assert(func0(1, 0, 2, 0, &r) == 1ull << 63 && r == 0);
    assert(func0(1, 0, 3, 0, &r) == 0x5555555555555555ull && r == 1);
    assert(func0(m - 1, 1, m, 0, &r) == m && r == 0);
    assert(func0(m - 1, m, m, 0, &r) == m && r == m - 1);
    assert(func0(m - 1, m, m, 1, &r) == m && r == m - 1);
    assert(func0(1ull << 62, 3, 1ull << 63, 0, &r) == 1ull << 63 && r == 3);
    assert(func0(0x0123456789abcdefull, 0xfedcba9876543210ull, 0xfedcba9800000001ull, 0, &r) == 0x1249249251a1f58ull && r == 0xbbcf9c0f513a12b8ull);
    assert(func0(0x8000000000000000ull, 5, 0x8000000000000001ull, 1, &r) == 0xffffffffffffffffull && r == 0x8000000000000006ull);
    assert(func0(41, 0xdeadbeefcafebabeull, 1000, 0, &r) == 0xab7fb53b21f7c9aull && r == 302);
    return 0;
}
