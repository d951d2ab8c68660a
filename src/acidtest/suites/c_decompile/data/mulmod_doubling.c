// task: mulmod_doubling
// topic: unsigned-64
// exercises: modular product by repeated doubling without a wider type, unsigned overflow avoided by subtraction, step counter
// why: moduli above 2^63, operands above the modulus, modulus 0 and 1, and zero operands are asserted with exact products and step counts
// ---- types ----
#include <stdint.h>
// ---- function ----
uint64_t func0(uint64_t a, uint64_t b, uint64_t m, int *wraps)
{
    uint64_t r = 0;

    *wraps = 0;
    if (m == 0)
        return ~(uint64_t)0;
    a %= m;
    while (b) {
        if (b & 1) {
            if (r >= m - a) {
                r -= m - a;
                ++*wraps;
            } else {
                r += a;
            }
        }
        a = a >= m - a ? a - (m - a) : a + a;
        b >>= 1;
    }
    return r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    const uint64_t ones = ~0ull;
    int w = 4;
    assert(func0(3, 4, 0, &w) == ones && w == 0);
    assert(func0(7, 8, 1, &w) == 0 && w == 0);
    assert(func0(10, 10, 7, &w) == 2 && w == 1);
    assert(func0(5, 0, 9, &w) == 0 && w == 0);
    assert(func0(0, 5, 9, &w) == 0 && w == 0);
    assert(func0(3, 3, 9, &w) == 0 && w == 1);
    assert(func0(ones, ones, ones, &w) == 0 && w == 0);
    assert(func0(ones - 1, ones - 1, ones, &w) == 1);
    assert(func0(1ull << 63, 1ull << 63, (1ull << 63) + 1, &w) == 1 && w == 0);
    assert(func0(123456789012345678ull, 987654321098765432ull, 18446744073709551605ull, &w) == 11217332229871780326ull);
    assert(func0(1ull << 63, 3, 18446744073709551557ull, &w) == 9223372036854775867ull && w == 0);
    assert(func0(12345678901234567890ull, 18446744073709551557ull, 18446744073709551533ull, &w) == 1148388450276804832ull);
    assert(func0(6, 7, 1000, &w) == 42 && w == 0);
    return 0;
}
