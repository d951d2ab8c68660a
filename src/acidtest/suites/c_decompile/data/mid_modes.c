// task: mid_modes
// topic: integers
// exercises: overflow-free 64-bit average by and, xor and arithmetic shift, rounding mode switch, parity adjustments
// why: each rounding mode on odd sums of both signs, even sums, the 64-bit limits and an unknown mode are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int64_t func0(int64_t a, int64_t b, int mode)
{
    int64_t odd = (a ^ b) & 1;
    int64_t m = (a & b) + ((a ^ b) >> 1);

    switch (mode) {
    case 0:
        return m;
    case 1:
        return m + odd;
    case 2:
        return m + (odd & m & 1);
    case 3:
        return m < 0 ? m + odd : m;
    case 4:
        return m < 0 ? m : m + odd;
    }
    return a < b ? a : b;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(4, 10, 0) == 7 && func0(4, 10, 1) == 7 && func0(4, 10, 2) == 7 && func0(4, 10, 4) == 7);
    assert(func0(3, 4, 0) == 3 && func0(3, 4, 1) == 4 && func0(3, 4, 2) == 4);
    assert(func0(4, 5, 2) == 4);
    assert(func0(-3, -4, 0) == -4 && func0(-3, -4, 1) == -3 && func0(-3, -4, 2) == -4);
    assert(func0(-4, -5, 2) == -4);
    assert(func0(3, 4, 3) == 3 && func0(-3, -4, 3) == -3 && func0(-1, 0, 3) == 0);
    assert(func0(3, 4, 4) == 4 && func0(-3, -4, 4) == -4 && func0(-1, 0, 4) == -1 && func0(0, 1, 4) == 1);
    assert(func0(-6, -8, 3) == -7 && func0(0, 1, 3) == 0);
    assert(func0(INT64_MAX, INT64_MAX, 1) == INT64_MAX);
    assert(func0(INT64_MIN, INT64_MIN, 0) == INT64_MIN);
    assert(func0(INT64_MIN, INT64_MAX, 0) == -1 && func0(INT64_MIN, INT64_MAX, 1) == 0);
    assert(func0(INT64_MAX, INT64_MAX - 1, 0) == INT64_MAX - 1);
    assert(func0(INT64_MAX, INT64_MAX - 1, 2) == INT64_MAX - 1);
    assert(func0(9, -2, 5) == -2 && func0(-2, 9, -1) == -2 && func0(1, 1, 6) == 1);
    return 0;
}
