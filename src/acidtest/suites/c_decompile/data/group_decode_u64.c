// task: group_decode_u64
// topic: unsigned-64
// exercises: base-128 groups with a complement flag, shift amounts up to 63, overflow and over-long form rejected, size_t cursor
// why: one to ten groups, the largest value, the first overflow, truncation, padded zero groups and the complement flag are asserted
// ---- types ----
#include <stddef.h>
#include <stdint.h>
// ---- function ----
int func0(const unsigned char *p, size_t n, uint64_t *out)
{
    uint64_t v;
    unsigned shift = 6;
    size_t i = 1;

    if (n == 0)
        return 0;
    v = p[0] & 0x3f;
    if (p[0] & 0x80) {
        for (;;) {
            if (i == n)
                return 0;
            uint64_t part = p[i] & 0x7f;
            if (shift > 62 || (shift == 62 && part > 3))
                return -1;
            v |= part << shift;
            shift += 7;
            if (!(p[i++] & 0x80)) {
                if (part == 0)
                    return -2;
                break;
            }
        }
    }
    *out = p[0] & 0x40 ? ~v : v;
    return (int)i;
}
// ---- test ----
#include <assert.h>
#define B(s) ((const unsigned char *)(s)), sizeof(s) - 1
int main(void)
{
    uint64_t v = 55;
    assert(func0(B(""), &v) == 0 && v == 55);
    assert(func0(B("\x80"), &v) == 0 && func0(B("\xff\xff"), &v) == 0 && v == 55);
    assert(func0(B("\x05\x77"), &v) == 1 && v == 5);
    assert(func0(B("\x3f"), &v) == 1 && v == 63);
    assert(func0(B("\x40"), &v) == 1 && v == ~0ull);
    assert(func0(B("\x80\x01"), &v) == 2 && v == 64);
    assert(func0(B("\xc0\x01"), &v) == 2 && v == ~64ull);
    assert(func0(B("\x81\x80\x01"), &v) == 3 && v == 8193);
    assert(func0(B("\xbf\xff\xff\xff\xff\x7f"), &v) == 6 && v == 0x1ffffffffffull);
    assert(func0(B("\xbf\xff\xff\xff\xff\xff\xff\xff\xff\x03"), &v) == 10 && v == ~0ull);
    assert(func0(B("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), &v) == 10 && v == 0x8000000000000000ull);
    v = 55;
    assert(func0(B("\x81\x00"), &v) == -2 && v == 55);
    assert(func0(B("\x81\x81\x00"), &v) == -2 && v == 55);
    assert(func0(B("\xbf\xff\xff\xff\xff\xff\xff\xff\xff\x04"), &v) == -1 && v == 55);
    assert(func0(B("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), &v) == -1 && v == 55);
    assert(func0(B("\x80\x80\x80\x80\x80\x80\x80\x80\x80"), &v) == 0 && v == 55);
    assert(func0(B("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02"), &v) == 10 && v == 0x8000000000000000ull);
    return 0;
}
