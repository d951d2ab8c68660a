// task: bloom_stamp
// topic: hashing
// exercises: multiply and xor-shift hash, three six-bit probes into one 64-bit filter, count of bits already set
// why: the empty word, fresh, repeated and colliding words, bytes above 127 and the exact filter word after each step are asserted
// ---- types ----
#include <stdint.h>
// ---- function ----
int func0(uint64_t *filter, const char *word)
{
    uint32_t h = 0x6b79a1d3;
    int hits = 0;

    for (; *word; word++) {
        h = (h + (unsigned char)*word) * 0x2c9277b5u;
        h ^= h >> 15;
    }
    for (int probe = 0; probe < 3; probe++) {
        uint64_t bit = 1ull << (h & 63);
        if (*filter & bit)
            hits++;
        *filter |= bit;
        h >>= 7;
    }
    return hits;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint64_t f = 0, g = ~0ull, h = 0;
    assert(func0(&f, "") == 0 && f == 0x4000080008ull);
    assert(func0(&f, "") == 3);
    assert(func0(&f, "oak") == 1 && f == 0x20004000082008ull);
    assert(func0(&f, "elm") == 0 && f == 0x320004000882008ull);
    assert(func0(&f, "ash") == 0 && f == 0x3200040108e2008ull);
    assert(func0(&f, "oak") == 3 && f == 0x3200040108e2008ull);
    assert(func0(&f, "kao") == 2 && f == 0x3220040108e2008ull);
    assert(func0(&h, "\xe9t\xe9") == 0 && h == 0x240100000ull);
    assert(func0(&h, "a longer key than the rest") == 0 && h == 0x340100084ull);
    assert(func0(&h, "a") == 0 && func0(&h, "b") == 0 && h == 0x2050003c0120085ull);
    assert(func0(&g, "anything") == 3 && g == ~0ull);
    return 0;
}
