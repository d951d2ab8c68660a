// task: base_mirror
// topic: integers
// exercises: digit reversal in a chosen base, trailing zeros kept in place, saturating 32-bit result from 64-bit math
// why: bases two, ten, sixteen and 36, trailing zeros, refused bases, the exact limit and overflow are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
uint32_t func0(uint32_t n, unsigned base)
{
    uint64_t r = 0, scale = 1;

    if (base < 2 || base > 36 || n == 0)
        return 0;
    while (n % base == 0) {
        n /= base;
        scale *= base;
    }
    while (n > 0) {
        r = r * base + n % base;
        n /= base;
    }
    r *= scale;
    return r > UINT32_MAX ? UINT32_MAX : (uint32_t)r;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 10) == 0);
    assert(func0(123, 10) == 321);
    assert(func0(1200, 10) == 2100);
    assert(func0(7, 10) == 7 && func0(70, 10) == 70);
    assert(func0(6, 2) == 6 && func0(11, 2) == 13 && func0(22, 2) == 26);
    assert(func0(0x1234, 16) == 0x4321);
    assert(func0(0xffffffffu, 16) == 0xffffffffu);
    assert(func0(0xfffffffeu, 16) == 0xefffffffu);
    assert(func0(37, 36) == 37 && func0(38, 36) == 73);
    assert(func0(123, 1) == 0 && func0(123, 37) == 0 && func0(123, 0) == 0);
    assert(func0(4294967295u, 10) == 4294967295u);
    assert(func0(2000000004u, 10) == 4000000002u);
    assert(func0(1000000005u, 10) == 4294967295u);
    assert(func0(5927694924u - 4294967296u, 10) == 4294967295u);
    assert(func0(4294967290u, 10) == 4294967295u);
    assert(func0(0x80000001u, 2) == 0x80000001u);
    return 0;
}
