// task: toll_steps
// topic: integers
// exercises: signed division rounding toward minus infinity, saturation without overflow, __builtin-free overflow tests
// why: exact multiples, negative remainders of both signs, zero and negative step, and both saturation limits are asserted
// ---- types ----
#include <limits.h>
// ---- function ----
int func0(int level, int step, int fee)
{
    if (step == 0)
        return level;
    long long q = (long long)level / step;
    long long r = (long long)level % step;

    if (r != 0 && ((r < 0) != (step < 0)))
        q--;
    long long paid = q * fee + (r != 0 ? 1 : 0);
    if (paid > INT_MAX)
        return INT_MAX;
    if (paid < INT_MIN)
        return INT_MIN;
    return (int)paid;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(17, 0, 9) == 17);
    assert(func0(-4, 0, 9) == -4);
    assert(func0(12, 4, 5) == 15);
    assert(func0(13, 4, 5) == 16);
    assert(func0(-12, 4, 5) == -15);
    assert(func0(-13, 4, 5) == -19);
    assert(func0(13, -4, 5) == -19);
    assert(func0(-13, -4, 5) == 16);
    assert(func0(3, 4, 100) == 1);
    assert(func0(-1, 4, 100) == -99);
    assert(func0(0, 4, 100) == 0);
    assert(func0(INT_MIN, -1, 1) == INT_MAX);
    assert(func0(INT_MAX, 1, 2) == INT_MAX);
    assert(func0(INT_MAX, 1, 1) == INT_MAX);
    assert(func0(INT_MIN, 1, 1) == INT_MIN);
    assert(func0(INT_MIN, 1, 2) == INT_MIN);
    assert(func0(INT_MAX, 1, -1) == -INT_MAX);
    assert(func0(INT_MAX, 2, 2) == INT_MAX);
    return 0;
}
