/* corpus: five-words
 * aarch64: assembly/sixteen_words_aarch64.s twin assembly/five_words_aarch64.s
 * difficulty: medium
 * clean: Compiled from a xoshiro-style random generator and its seeding; no hash.
 */
#include <stdint.h>

static uint64_t rol(uint64_t x, int n) { return x << n | x >> (64 - n); }

void begin(uint64_t s[4], uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        s[i] = z ^ z >> 31;
    }
}

uint64_t absorb(uint64_t s[4])
{
    uint64_t out = rol(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rol(s[3], 45);
    return out;
}

double unit(uint64_t s[4])
{
    return (double)(absorb(s) >> 11) * 0x1.0p-53;
}
