/* corpus: quad-rounds
 * x86_64: assembly/quad_rounds_x86_64.s twin assembly/matrix_rows_x86_64.s
 * aarch64: assembly/quad_rounds_aarch64.s twin assembly/matrix_rows_aarch64.s
 * difficulty: hard
 * finding: LEA | cipher | constant | bits=128 | schedule, pad | Compiled from LEA-128: the constants 0xC3EFE9DB… in the schedule and the 9/5/3 rotations over 24 rounds.
 */
#include <stdint.h>

static uint32_t rol(uint32_t x, int n) { n &= 31; return n ? x << n | x >> (32 - n) : x; }

void schedule(uint32_t rk[24][4], const uint32_t key[4])
{
    static const uint32_t c[4] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec};
    uint32_t t[4] = {key[0], key[1], key[2], key[3]};
    for (int i = 0; i < 24; i++) {
        t[0] = rol(t[0] + rol(c[i & 3], i), 1);
        t[1] = rol(t[1] + rol(c[i & 3], i + 1), 3);
        t[2] = rol(t[2] + rol(c[i & 3], i + 2), 6);
        t[3] = rol(t[3] + rol(c[i & 3], i + 3), 11);
        for (int k = 0; k < 4; k++)
            rk[i][k] = t[k];
    }
}

void pad(uint32_t x[4], uint32_t rk[24][4])
{
    for (int i = 0; i < 24; i++) {
        uint32_t *k = rk[i], first = x[0];
        x[0] = rol((x[0] ^ k[0]) + (x[1] ^ k[1]), 9);
        x[1] = rol((x[1] ^ k[2]) + (x[2] ^ k[1]), 27);
        x[2] = rol((x[2] ^ k[3]) + (x[3] ^ k[1]), 29);
        x[3] = first;
    }
}
