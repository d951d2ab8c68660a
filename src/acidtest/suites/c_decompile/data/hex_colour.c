// task: hex_colour
// topic: parsing
// exercises: fixed-form text of three lengths, hex digits by ranges and case bit, nibble doubling, error codes
// why: short, long and alpha forms, both digit cases, each error code and values at the digit range borders are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(const char *s, uint32_t *argb)
{
    uint32_t v = 0;
    int n = 0;

    if (*s++ != '#')
        return -1;
    for (; *s; s++, n++) {
        unsigned d;
        if (*s >= '0' && *s <= '9')
            d = *s - '0';
        else if ((*s | 32) >= 'a' && (*s | 32) <= 'f')
            d = (*s | 32) - 'a' + 10;
        else
            return -2;
        if (n == 8)
            return -3;
        v = v << 4 | d;
    }
    if (n == 3)
        v = 17 * ((v & 0xf00) << 8 | (v & 0xf0) << 4 | (v & 15));
    else if (n != 6 && n != 8)
        return -3;
    if (n != 8)
        v |= 0xff000000u;
    *argb = v;
    return n;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint32_t v = 5;
    assert(func0("", &v) == -1 && func0("abc", &v) == -1 && v == 5);
    assert(func0("#", &v) == -3 && func0("#12", &v) == -3 && v == 5);
    assert(func0("#abc", &v) == 3 && v == 0xffaabbccu);
    assert(func0("#F09", &v) == 3 && v == 0xffff0099u);
    assert(func0("#123456", &v) == 6 && v == 0xff123456u);
    assert(func0("#AbCdEf", &v) == 6 && v == 0xffabcdefu);
    assert(func0("#00000000", &v) == 8 && v == 0);
    assert(func0("#80ff7f01", &v) == 8 && v == 0x80ff7f01u);
    v = 6;
    assert(func0("#123456789", &v) == -3 && func0("#1234567", &v) == -3 && v == 6);
    assert(func0("#1234", &v) == -3 && func0("#12345", &v) == -3);
    assert(func0("#12g", &v) == -2 && func0("#12G", &v) == -2 && func0("#12`", &v) == -2);
    assert(func0("#12@", &v) == -2 && func0("#12/", &v) == -2 && func0("#12:", &v) == -2);
    assert(func0("#12345678x", &v) == -2 && v == 6);
    assert(func0("#000", &v) == 3 && v == 0xff000000u);
    return 0;
}
