/* corpus: lane-digest
 * aarch64: assembly/lane_digest_aarch64.s twin assembly/lane_mean_aarch64.s
 * flags: -march=armv8-a+crypto
 * difficulty: medium
 * finding: SHA-256 | hash | instruction | | four_rounds, expand4 | Compiled from SHA-256 with the sha256h, sha256h2, sha256su0 and sha256su1 instructions.
 */
#include <arm_neon.h>

void four_rounds(uint32x4_t *abcd, uint32x4_t *efgh, uint32x4_t w, uint32x4_t k)
{
    uint32x4_t t = vaddq_u32(w, k), old = *abcd;
    *abcd = vsha256hq_u32(*abcd, *efgh, t);
    *efgh = vsha256h2q_u32(*efgh, old, t);
}

void expand4(uint32x4_t w[4])
{
    uint32x4_t t = vsha256su0q_u32(w[0], w[1]);
    w[0] = vsha256su1q_u32(t, w[2], w[3]);
}

void load4(uint32x4_t w[4], const uint8_t *p)
{
    for (int i = 0; i < 4; i++)
        w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p + 16 * i)));
}
