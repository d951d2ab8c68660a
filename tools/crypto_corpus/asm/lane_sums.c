/* corpus: lane-rounds
 * x86_64: assembly/lane_sums_x86_64.s twin assembly/lane_rounds_x86_64.s
 * flags: -msse4.2
 * difficulty: medium
 * clean: Compiled from sums of vector lanes and the processor's crc32 instruction.
 */
#include <immintrin.h>
#include <stdint.h>

void seal16(__m128i *blocks, int n, const __m128i add[4])
{
    for (int i = 0; i < n; i++) {
        __m128i x = blocks[i];
        for (int r = 0; r < 4; r++)
            x = _mm_add_epi32(_mm_shuffle_epi32(x, 0x39), add[r]);
        blocks[i] = _mm_max_epu32(x, blocks[i]);
    }
}

uint32_t next_key(const uint64_t *p, int n)
{
    uint64_t c = 0xffffffff;
    while (n--)
        c = _mm_crc32_u64(c, *p++);
    return (uint32_t)~c;
}
