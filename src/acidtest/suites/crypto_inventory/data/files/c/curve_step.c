#include <stdint.h>

typedef int64_t fe[16];
static const fe k121665 = {0xDB41, 1};

void fe_carry(fe o);
void fe_add(fe o, const fe a, const fe b);
void fe_sub(fe o, const fe a, const fe b);
void fe_mul(fe o, const fe a, const fe b);

static void swap(fe p, fe q, int b)
{
    int64_t t, c = ~(int64_t)(b - 1);

    for (int i = 0; i < 16; i++) {
        t = c & (p[i] ^ q[i]);
        p[i] ^= t;
        q[i] ^= t;
    }
}

/* z: 32 bytes of the stick's secret; x: what the other stick sent. Leaves num / den. */
void stick_agree(const uint8_t secret[32], const fe x, fe num, fe den)
{
    uint8_t z[32];
    fe a = {1}, b, c = {0}, d = {1}, e, f;

    for (int i = 0; i < 32; i++)
        z[i] = secret[i];
    z[31] = (z[31] & 127) | 64;
    z[0] &= 248;
    for (int i = 0; i < 16; i++)
        b[i] = x[i];
    for (int i = 254; i >= 0; i--) {
        int r = (z[i >> 3] >> (i & 7)) & 1;
        swap(a, b, r); swap(c, d, r);
        fe_add(e, a, c); fe_sub(a, a, c);
        fe_add(c, b, d); fe_sub(b, b, d);
        fe_mul(d, e, e); fe_mul(f, a, a);
        fe_mul(a, c, a); fe_mul(c, b, e);
        fe_add(e, a, c); fe_sub(a, a, c);
        fe_mul(b, a, a); fe_sub(c, d, f);
        fe_mul(a, c, k121665); fe_add(a, a, d);
        fe_mul(c, c, a); fe_mul(a, d, f);
        fe_mul(d, b, x); fe_mul(b, e, e);
        swap(a, b, r); swap(c, d, r);
    }
    for (int i = 0; i < 16; i++) {
        num[i] = a[i];
        den[i] = c[i];
    }
}
