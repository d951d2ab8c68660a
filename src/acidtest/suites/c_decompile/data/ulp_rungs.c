// task: ulp_rungs
// topic: floating-point
// exercises: float bits read through a union, ordering of sign-magnitude patterns, 64-bit difference, comparison with a limit
// why: neighbours, both zeros, opposite signs, the largest finite values, denormals and refused NaN are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int64_t func0(float a, float b)
{
    union { float f; uint32_t u; } p, q;
    int64_t from, to;

    p.f = a;
    q.f = b;
    from = p.u & 0x7fffffffu;
    to = q.u & 0x7fffffffu;
    if (from > 0x7f800000 || to > 0x7f800000)
        return INT64_MIN;
    if (p.u >> 31)
        from = -from;
    if (q.u >> 31)
        to = -to;
    return to - from;
}
// ---- test ----
#include <assert.h>
#include <math.h>
int main(void)
{
    assert(func0(1.0f, 1.0f) == 0);
    assert(func0(0.0f, -0.0f) == 0);
    assert(func0(1.0f, 2.0f) == 8388608);
    assert(func0(2.0f, 1.0f) == -8388608);
    assert(func0(1.0f, 1.00000011920928955f) == 1);
    assert(func0(1.0f, 0.999999940395355225f) == -1);
    assert(func0(-1.0f, 1.0f) == 2130706432);
    assert(func0(1.0f, -1.0f) == -2130706432);
    assert(func0(0.0f, 0x1p-149f) == 1 && func0(0x1p-149f, -0x1p-149f) == -2);
    assert(func0(-0x1p-126f, 0.0f) == 8388608);
    assert(func0(3.402823466e+38f, INFINITY) == 1);
    assert(func0(-INFINITY, INFINITY) == 4278190080LL);
    assert(func0(NAN, 1.0f) == INT64_MIN && func0(1.0f, -NAN) == INT64_MIN);
    assert(func0(-2.0f, -1.5f) == 4194304);
    return 0;
}
