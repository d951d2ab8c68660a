/* corpus: quarter
 * x86_64: assembly/quarter_x86_64.s twin assembly/nibble_crc_x86_64.s
 * difficulty: medium
 * finding: ChaCha20 | cipher | constant | bits=256 | start, turn, block | Compiled from ChaCha20: "expand 32-byte k" and the rotations 16, 12, 8, 7.
 */
#include <stdint.h>
#include <string.h>

static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }

void start(uint32_t s[16], const uint32_t key[8], const uint32_t nonce[3])
{
    s[0] = 0x61707865; s[1] = 0x3320646e; s[2] = 0x79622d32; s[3] = 0x6b206574;
    memcpy(s + 4, key, 32);
    s[12] = 0;
    memcpy(s + 13, nonce, 12);
}

static __attribute__((noinline)) void turn(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b; *d = rol(*d ^ *a, 16);
    *c += *d; *b = rol(*b ^ *c, 12);
    *a += *b; *d = rol(*d ^ *a, 8);
    *c += *d; *b = rol(*b ^ *c, 7);
}

void block(uint32_t out[16], const uint32_t s[16])
{
    memcpy(out, s, 64);
    for (int r = 0; r < 10; r++) {
        for (int i = 0; i < 4; i++)
            turn(out + i, out + 4 + i, out + 8 + i, out + 12 + i);
        for (int i = 0; i < 4; i++)
            turn(out + i, out + 4 + ((i + 1) & 3), out + 8 + ((i + 2) & 3), out + 12 + ((i + 3) & 3));
    }
    for (int i = 0; i < 16; i++)
        out[i] += s[i];
}
