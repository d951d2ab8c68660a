// task: pixel_blend
// topic: structs
// exercises: 5-6-5 bit-field struct by value inside a union with its raw word, weighted mean with rounding, swapped channels
// why: both ends of the weight, rounding in each channel, out of range weights and the channel swap are asserted as raw words
// ---- types ----
#include <stdint.h>
struct rgb { uint16_t b : 5, g : 6, r : 5; };
union pixel { struct rgb c; uint16_t raw; };
// ---- function ----
union pixel func0(union pixel p, union pixel q, int weight)
{
    union pixel out;
    int rest;

    if (weight < 0) {
        unsigned t = q.c.r;
        q.c.r = q.c.b;
        q.c.b = t;
        weight = -weight;
    }
    if (weight > 8)
        weight = 8;
    rest = 8 - weight;
    out.c.r = (p.c.r * rest + q.c.r * weight + 4) / 8;
    out.c.g = (p.c.g * rest + q.c.g * weight + 4) / 8;
    out.c.b = (p.c.b * rest + q.c.b * weight + 4) / 8;
    return out;
}
// ---- test ----
#include <assert.h>
static unsigned mix(unsigned p, unsigned q, int w)
{
    union pixel a, b;
    a.raw = (uint16_t)p;
    b.raw = (uint16_t)q;
    return func0(a, b, w).raw;
}
int main(void)
{
    assert(mix(0x1234, 0xabcd, 0) == 0x1234);
    assert(mix(0x1234, 0xabcd, 8) == 0xabcd);
    assert(mix(0x1234, 0xabcd, 9) == 0xabcd && mix(0x1234, 0xabcd, 1000) == 0xabcd);
    assert(mix(0, 0xffff, 4) == 0x8410);
    assert(mix(0, 0xffff, 1) == 0x2104);
    assert(mix(0xffff, 0, 1) == 0xdefb);
    assert(mix(0xffff, 0xffff, 3) == 0xffff);
    assert(mix(0, 0xf800, -8) == 0x001f);
    assert(mix(0, 0x001f, -8) == 0xf800);
    assert(mix(0, 0x07e0, -8) == 0x07e0);
    assert(mix(0xf800, 0xf800, -4) == 0x8010);
    assert(mix(0, 0x0842, 2) == 0x0021 && mix(0, 0x1082, 2) == 0x0821);
    assert(mix(0, 0x1082, 1) == 0x0020 && mix(0, 0x2104, 1) == 0x0821);
    assert(mix(0, 0x1863, 1) == 0 && mix(0, 0x2083, 1) == 0x0820);
    assert(mix(0, 0xf81f, -1000) == 0xf81f);
    return 0;
}
