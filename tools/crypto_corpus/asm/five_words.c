/* corpus: five-words
 * aarch64: assembly/five_words_aarch64.s twin assembly/sixteen_words_aarch64.s
 * difficulty: medium
 * finding: SHA-1 | hash | constant | | absorb, begin | Compiled from SHA-1: the five initial words and the four round constants 0x5A827999….
 */
#include <stdint.h>

static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }

void begin(uint32_t s[5])
{
    s[0] = 0x67452301; s[1] = 0xefcdab89; s[2] = 0x98badcfe; s[3] = 0x10325476; s[4] = 0xc3d2e1f0;
}

void absorb(uint32_t s[5], const uint32_t in[16])
{
    uint32_t w[80], a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
    for (int i = 0; i < 80; i++)
        w[i] = i < 16 ? __builtin_bswap32(in[i]) : rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f, k, t;
        if (i < 20) { f = (b & c) | (~b & d); k = 0x5a827999; }
        else if (i < 40) { f = b ^ c ^ d; k = 0x6ed9eba1; }
        else if (i < 60) { f = (b & c) | (b & d) | (c & d); k = 0x8f1bbcdc; }
        else { f = b ^ c ^ d; k = 0xca62c1d6; }
        t = rol(a, 5) + f + e + k + w[i];
        e = d; d = c; c = rol(b, 30); b = a; a = t;
    }
    s[0] += a; s[1] += b; s[2] += c; s[3] += d; s[4] += e;
}
