/* corpus: meter-rounds
 * x86_64: assembly/fir_filter_x86_64.s twin assembly/meter_rounds_x86_64.s
 * difficulty: medium
 * clean: Compiled from a digital filter; lea is the address instruction of x86.
 */
#include <stdint.h>

static const int16_t taps[8] = {-3, 12, 61, 122, 122, 61, 12, -3};

void mix(int16_t *out, const int16_t *in, int n, const uint8_t gain[8])
{
    for (int i = 0; i + 8 <= n; i++) {
        int32_t sum = 1 << 7;
        for (int k = 0; k < 8; k++)
            sum += taps[k] * in[i + k] * (gain[k] * 9 + 5);
        out[i] = (int16_t)(sum >> 8);
    }
}

int peak(const int16_t *in, int n)
{
    int best = 0;
    for (int i = 0; i < n; i++) {
        int v = in[i] < 0 ? -in[i] : in[i];
        if (v > best)
            best = v;
    }
    return best * 3 + 1;
}
