/* corpus: pair-steps
 * aarch64: assembly/pair_steps_aarch64.s twin assembly/slot_of_aarch64.s
 * difficulty: hard
 * finding: XTEA | cipher | constant | bits=128 | step_pair | Compiled from XTEA: 32 cycles adding 0x9E3779B9 with key words chosen by sum & 3 and sum >> 11 & 3.
 */
#include <stdint.h>

void step_pair(uint32_t v[2], const uint32_t k[4])
{
    uint32_t a = v[0], b = v[1], sum = 0;
    for (int i = 0; i < 32; i++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + k[sum & 3]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + k[sum >> 11 & 3]);
    }
    v[0] = a;
    v[1] = b;
}

void step_all(uint32_t *v, int pairs, const uint32_t k[4])
{
    while (pairs--) {
        step_pair(v, k);
        v += 2;
    }
}
