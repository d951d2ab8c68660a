/* corpus: lane-rounds
 * x86_64: assembly/lane_rounds_x86_64.s twin assembly/lane_sums_x86_64.s
 * flags: -maes -msse4.1
 * difficulty: medium
 * finding: AES | cipher | instruction | bits=128 | seal16, next_key | Compiled from AES-128 with the processor's aesenc, aesenclast and aeskeygenassist instructions.
 */
#include <immintrin.h>

__m128i next_key(__m128i key)
{
    __m128i g = _mm_shuffle_epi32(_mm_aeskeygenassist_si128(key, 0x01), 0xff);
    key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
    key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
    return _mm_xor_si128(key, g);
}

void seal16(__m128i *blocks, int n, const __m128i rk[11])
{
    for (int i = 0; i < n; i++) {
        __m128i x = _mm_xor_si128(blocks[i], rk[0]);
        for (int r = 1; r < 10; r++)
            x = _mm_aesenc_si128(x, rk[r]);
        blocks[i] = _mm_aesenclast_si128(x, rk[10]);
    }
}
