// task: narrow_mix
// topic: integers
// exercises: int8 and int16 arguments with integer promotion, truncating casts, comparisons of mixed signedness, arithmetic shift
// why: the sign border of each width, wrapping sums and differences, and pairs equal only after truncation are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(int8_t a, uint8_t b, int16_t c, uint16_t d)
{
    int8_t s = (int8_t)(a + b);
    uint8_t u = (uint8_t)(a - b);
    int16_t w = (int16_t)(c + d);
    int flags = 0;

    if (s < a)
        flags |= 1;
    if (u > b)
        flags |= 2;
    if (a < b)
        flags |= 4;
    if ((uint8_t)a < b)
        flags |= 8;
    if (c == d)
        flags |= 16;
    if ((uint16_t)c == d)
        flags |= 32;
    return flags * 100000 + s * 100 + (u >> 4) + (w >> 8);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0(0, 0, 0, 0) == 4800000);
    assert(func0(1, 1, 1, 2) == 200);
    assert(func0(100, 27, 5, 5) == 5012704);
    assert(func0(127, 1, 0, 0) == 5087207);
    assert(func0(-1, 255, -1, 65535) == 3699799);
    assert(func0(-1, 254, 256, 512) == 499703);
    assert(func0(-128, 128, -32768, 32768) == 3600000);
    assert(func0(-128, 127, 32767, 1) == 399772);
    assert(func0(5, 250, -256, 0) == 1299899);
    assert(func0(0, 1, 300, 300) == 6200117);
    assert(func0(-100, 100, -2, 1) == 400002);
    assert(func0(64, 64, -1, 0) == 87199);
    assert(func0(120, 7, 0, 65535) == 212706);
    assert(func0(-1, 0, 12345, 23456) == 599798);
    assert(func0(0, 15, 0, 255) == 1401515);
    assert(func0(0, 127, 1, 1) == 6212708);
    return 0;
}
