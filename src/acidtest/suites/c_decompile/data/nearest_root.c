// task: nearest_root
// topic: unsigned-64
// exercises: square root digit by digit with shifting bit pairs, rounding to the nearest by the remainder, remainder out
// why: small values on both sides of each half, perfect squares, the largest words and powers of two are asserted with remainders
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t x, int64_t *miss)
{
    uint64_t root = 0, bit = 1ull << 62;

    while (bit > x)
        bit >>= 2;
    for (; bit; bit >>= 2) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    *miss = (int64_t)x;
    if (x > root) {
        *miss -= (int64_t)(2 * root + 1);
        root++;
    }
    return root;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int64_t d = 99;
    assert(func0(0, &d) == 0 && d == 0);
    assert(func0(1, &d) == 1 && d == 0);
    assert(func0(2, &d) == 1 && d == 1);
    assert(func0(3, &d) == 2 && d == -1);
    assert(func0(6, &d) == 2 && d == 2 && func0(7, &d) == 3 && d == -2);
    assert(func0(12, &d) == 3 && d == 3 && func0(13, &d) == 4 && d == -3 && func0(16, &d) == 4 && d == 0);
    assert(func0(1000000, &d) == 1000 && d == 0 && func0(999999, &d) == 1000 && d == -1);
    assert(func0(1001000, &d) == 1000 && d == 1000 && func0(1001001, &d) == 1001 && d == -1000);
    assert(func0(1ull << 62, &d) == 1ull << 31 && d == 0);
    assert(func0(1ull << 63, &d) == 3037000500ull && d == -145474192);
    assert(func0(~0ull, &d) == 0x100000000ull && d == -1);
    assert(func0(0xfffffffe00000001ull, &d) == 0xffffffff && d == 0);
    assert(func0(0xffffffff00000000ull, &d) == 0xffffffff && d == 0xffffffff);
    assert(func0(0xffffffff00000001ull, &d) == 0x100000000ull && d == -0xffffffffll);
    assert(func0(12345678987654321ull, &d) == 111111111 && d == 0);
    return 0;
}
