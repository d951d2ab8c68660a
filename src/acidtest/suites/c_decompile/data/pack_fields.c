// task: pack_fields
// topic: variadic
// exercises: width and value pairs of unsigned and unsigned long long until width zero, variable shifts, overflow of the word refused
// why: one field, full 64 bits in one and many fields, values wider than their field, overflow and bad widths are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
#include <stdarg.h>
int func0(uint64_t *word, unsigned width, ...)
{
    va_list ap;
    uint64_t w = 0;
    unsigned used = 0;
    int clipped = 0;

    va_start(ap, width);
    while (width != 0) {
        uint64_t v, max = width < 64 ? (1ull << width) - 1 : ~0ull;
        if (width > 64 - used) {
            va_end(ap);
            return -1 - (int)used;
        }
        v = width > 32 ? va_arg(ap, unsigned long long) : va_arg(ap, unsigned);
        if (v > max) {
            v = max;
            clipped++;
        }
        w |= v << used;
        used += width;
        width = va_arg(ap, unsigned);
    }
    va_end(ap);
    *word = w;
    return (int)used * 100 + clipped;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint64_t w = 77;
    assert(func0(&w, 0u) == 0 && w == 0);
    assert(func0(&w, 4u, 9u, 0u) == 400 && w == 9);
    assert(func0(&w, 4u, 16u, 0u) == 401 && w == 15);
    assert(func0(&w, 64u, 0x123456789abcdef0ull, 0u) == 6400 && w == 0x123456789abcdef0ull);
    assert(func0(&w, 8u, 0xabu, 16u, 0xcdefu, 0u) == 2400 && w == 0xcdefab);
    assert(func0(&w, 1u, 1u, 63u, 1ull << 62, 0u) == 6400 && w == 0x8000000000000001ull);
    assert(func0(&w, 63u, ~0ull, 1u, 1u, 0u) == 6401 && w == ~0ull);
    assert(func0(&w, 32u, 0xdeadbeefu, 32u, 0xffffffffu, 0u) == 6400 && w == 0xffffffffdeadbeefull);
    assert(func0(&w, 33u, 0x1ffffffffull, 0u) == 3300 && w == 0x1ffffffff);
    assert(func0(&w, 33u, 0x200000000ull, 0u) == 3301 && w == 0x1ffffffff);
    w = 77;
    assert(func0(&w, 65u, 0ull, 0u) == -1 && w == 77);
    assert(func0(&w, 40u, 1ull, 25u, 1u, 0u) == -41 && w == 77);
    assert(func0(&w, 1u, 0u, 2u, 1u, 3u, 2u, 4u, 9u, 5u, 99u, 6u, 3u, 7u, 4u, 0u) == 2801 && w == 0x81fe52u);
    assert(func0(&w, 40u, 0xffull, 24u, 1u, 1u, 1u, 0u) == -65);
    return 0;
}
