/* corpus: parcel-stamp
 * x86_64: assembly/parcel_stamp_x86_64.s twin assembly/modular_walk_x86_64.s
 * aarch64: assembly/parcel_stamp_aarch64.s twin assembly/modular_walk_aarch64.s
 * difficulty: hard
 * finding: RSA | signature | algorithm-structure | bits=2048 | open_stamp, fold | Compiled from RSA verification: 16 Montgomery squarings and one product of 32 64-bit limbs raise to 65537.
 */
#include <stdint.h>
#include <string.h>

#define N 32

void fold(uint64_t r[N], const uint64_t a[N], const uint64_t b[N], const uint64_t n[N], uint64_t n0)
{
    uint64_t t[N + 2] = {0};
    for (int i = 0; i < N; i++) {
        unsigned __int128 c = 0;
        for (int j = 0; j < N; j++) {
            c += (unsigned __int128)a[j] * b[i] + t[j];
            t[j] = (uint64_t)c;
            c >>= 64;
        }
        c += t[N];
        t[N] = (uint64_t)c;
        t[N + 1] = (uint64_t)(c >> 64);
        uint64_t m = t[0] * n0;
        c = (unsigned __int128)m * n[0] + t[0];
        c >>= 64;
        for (int j = 1; j < N; j++) {
            c += (unsigned __int128)m * n[j] + t[j];
            t[j - 1] = (uint64_t)c;
            c >>= 64;
        }
        c += t[N];
        t[N - 1] = (uint64_t)c;
        t[N] = t[N + 1] + (uint64_t)(c >> 64);
    }
    uint64_t d[N], borrow = 0;
    for (int j = 0; j < N; j++) {
        unsigned __int128 v = (unsigned __int128)t[j] - n[j] - borrow;
        d[j] = (uint64_t)v;
        borrow = (uint64_t)(v >> 64) & 1;
    }
    memcpy(r, t[N] >= borrow ? d : t, sizeof d);
}

/* in is in the Montgomery domain already; out is left there. */
void open_stamp(uint64_t out[N], const uint64_t in[N], const uint64_t n[N], uint64_t n0)
{
    uint64_t x[N];
    memcpy(x, in, sizeof x);
    for (int i = 0; i < 16; i++)
        fold(x, x, x, n, n0);
    fold(out, x, in, n, n0);
}
