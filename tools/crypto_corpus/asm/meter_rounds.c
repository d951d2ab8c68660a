/* corpus: meter-rounds
 * x86_64: assembly/meter_rounds_x86_64.s twin assembly/fir_filter_x86_64.s
 * difficulty: hard
 * finding: HIGHT | cipher | algorithm-structure | bits=128 | mix | Compiled from HIGHT's 32 byte-wise rounds with the rotations 1,2,7 and 3,4,6.
 */
#include <stdint.h>

static uint8_t rol(uint8_t x, int n) { return (uint8_t)(x << n | x >> (8 - n)); }
static uint8_t f0(uint8_t x) { return rol(x, 1) ^ rol(x, 2) ^ rol(x, 7); }
static uint8_t f1(uint8_t x) { return rol(x, 3) ^ rol(x, 4) ^ rol(x, 6); }

void mix(uint8_t x[8], const uint8_t sk[128], const uint8_t wk[8])
{
    x[0] += wk[0]; x[2] ^= wk[1]; x[4] += wk[2]; x[6] ^= wk[3];
    for (int r = 0; r < 32; r++) {
        const uint8_t *k = sk + 4 * r;
        uint8_t last = x[7];
        x[7] = x[6];
        x[6] = (uint8_t)(x[5] + (f1(x[4]) ^ k[2]));
        x[5] = x[4];
        x[4] = x[3] ^ (uint8_t)(f0(x[2]) + k[1]);
        x[3] = x[2];
        x[2] = (uint8_t)(x[1] + (f1(x[0]) ^ k[0]));
        x[1] = x[0];
        x[0] = last ^ (uint8_t)(f0(x[7]) + k[3]);
    }
    uint8_t t = x[0];
    for (int i = 0; i < 7; i++)
        x[i] = x[i + 1];
    x[7] = t;
    x[0] += wk[4]; x[2] ^= wk[5]; x[4] += wk[6]; x[6] ^= wk[7];
}
