// task: ring_gap
// topic: integers
// exercises: negative remainder corrected, 64-bit difference of ints, tie decided by the parity of an argument
// why: gaps in both directions, exact half turns from odd and even starts, odd rings, int limits and refused sizes are asserted
// ---- function ----
int func0(int a, int b, int m)
{
    if (m <= 0)
        return m;
    long long d = (((long long)b - a) % m + m) % m;
    if (2 * d == m)
        return a % 2 ? (int)-d : (int)d;
    if (2 * d > m)
        d -= m;
    return (int)d;
}
// ---- test ----
#include <assert.h>
#include <limits.h>
int main(void)
{
    assert(func0(3, 3, 10) == 0 && func0(3, 13, 10) == 0);
    assert(func0(1, 4, 10) == 3);
    assert(func0(4, 1, 10) == -3);
    assert(func0(1, 9, 10) == -2);
    assert(func0(9, 1, 10) == 2);
    assert(func0(0, 5, 10) == 5);
    assert(func0(1, 6, 10) == -5);
    assert(func0(-1, 4, 10) == -5 && func0(-2, 3, 10) == 5);
    assert(func0(0, 3, 7) == 3 && func0(0, 4, 7) == -3);
    assert(func0(0, 1, 1) == 0 && func0(0, 1, 2) == 1 && func0(1, 0, 2) == -1);
    assert(func0(5, 6, 0) == 0 && func0(5, 6, -4) == -4);
    assert(func0(INT_MIN, INT_MAX, INT_MAX) == 1);
    assert(func0(INT_MAX, INT_MIN, INT_MAX) == -1);
    assert(func0(INT_MIN, INT_MAX, 10) == 5);
    assert(func0(-7, 1000, 360) == -73);
    return 0;
}
