// task: fair_share
// topic: integers
// exercises: floor division and remainder of a signed 64-bit total, ring position by negative modulo, boolean added to a sum
// why: positive and negative totals, every position, starts outside the range, exact division and the 64-bit limits are asserted
// ---- function ----
long long func0(long long total, int n, int first, int k)
{
    if (n <= 0)
        return 0;
    long long rest = (total % n + n) % n;
    long long share = total / n - (total % n < 0);
    long long pos = ((long long)k - first) % n;
    if (pos < 0)
        pos += n;
    return share + (pos < rest);
}
// ---- test ----
#include <assert.h>
#include <limits.h>
int main(void)
{
    assert(func0(10, 3, 0, 0) == 4 && func0(10, 3, 0, 1) == 3 && func0(10, 3, 0, 2) == 3);
    assert(func0(11, 3, 0, 1) == 4 && func0(11, 3, 0, 2) == 3);
    assert(func0(11, 3, 2, 2) == 4 && func0(11, 3, 2, 0) == 4 && func0(11, 3, 2, 1) == 3);
    assert(func0(9, 3, 1, 0) == 3 && func0(9, 3, 1, 1) == 3);
    assert(func0(-10, 3, 0, 0) == -3 && func0(-10, 3, 0, 1) == -3 && func0(-10, 3, 0, 2) == -4);
    assert(func0(-9, 3, 0, 0) == -3);
    assert(func0(-1, 4, 0, 3) == -1 && func0(-1, 4, 0, 2) == 0);
    assert(func0(1, 4, -5, 3) == 1 && func0(1, 4, -5, 2) == 0 && func0(1, 4, 7, -1) == 1);
    assert(func0(5, 0, 0, 0) == 0 && func0(5, -2, 0, 0) == 0 && func0(5, 1, 9, 3) == 5);
    assert(func0(LLONG_MAX, 2, 0, 0) == 4611686018427387904LL);
    assert(func0(LLONG_MAX, 2, 0, 1) == 4611686018427387903LL);
    assert(func0(LLONG_MIN, INT_MAX, INT_MIN, INT_MAX) == -4294967298LL);
    assert(func0(LLONG_MIN, 2, 0, 1) == LLONG_MIN / 2);
    return 0;
}
