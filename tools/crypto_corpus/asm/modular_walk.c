/* corpus: parcel-stamp
 * x86_64: assembly/modular_walk_x86_64.s twin assembly/parcel_stamp_x86_64.s
 * aarch64: assembly/modular_walk_aarch64.s twin assembly/parcel_stamp_aarch64.s
 * difficulty: hard
 * clean: Compiled from a rolling text fingerprint modulo 2^61-1 and a fast Fibonacci number.
 */
#include <stddef.h>
#include <stdint.h>

#define P ((1ull << 61) - 1)

static uint64_t times(uint64_t a, uint64_t b)
{
    unsigned __int128 c = (unsigned __int128)a * b;
    uint64_t r = (uint64_t)(c & P) + (uint64_t)(c >> 61);
    return r >= P ? r - P : r;
}

uint64_t fold(const uint8_t *text, size_t n)
{
    uint64_t h = 0;
    while (n--)
        h = (times(h, 65537) + *text++) % P;
    return h;
}

uint64_t open_stamp(uint64_t n)
{
    uint64_t a = 0, b = 1;
    for (int i = 63; i >= 0; i--) {
        uint64_t c = times(a, (2 * b + P - a) % P), d = (times(a, a) + times(b, b)) % P;
        if (n >> i & 1) {
            a = d;
            b = (c + d) % P;
        } else {
            a = c;
            b = d;
        }
    }
    return a;
}
