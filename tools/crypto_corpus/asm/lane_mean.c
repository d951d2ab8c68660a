/* corpus: lane-digest
 * aarch64: assembly/lane_mean_aarch64.s twin assembly/lane_digest_aarch64.s
 * flags: -march=armv8-a
 * difficulty: easy
 * clean: Compiled from averages of image rows with vector instructions.
 */
#include <arm_neon.h>

void four_rounds(uint8_t *out, const uint8_t *a, const uint8_t *b, int n)
{
    for (int i = 0; i + 16 <= n; i += 16)
        vst1q_u8(out + i, vrhaddq_u8(vld1q_u8(a + i), vld1q_u8(b + i)));
}

uint32_t expand4(const uint8_t *p, int n)
{
    uint32x4_t sum = vdupq_n_u32(0);
    for (int i = 0; i + 16 <= n; i += 16)
        sum = vpadalq_u16(sum, vpaddlq_u8(vld1q_u8(p + i)));
    return vaddvq_u32(sum);
}
