/* corpus: column-schedule
 * x86_64: assembly/column_schedule_x86_64.s twin assembly/match_copy_x86_64.s
 * difficulty: hard
 * finding: SEED | cipher | constant | bits=128 | expand, gmix, kc | Compiled from SEED's key schedule: the sixteen rotations of 0x9E3779B9, the G function with the masks FC F3 CF 3F.
 */
#include <stdint.h>

extern const uint8_t box0[256], box1[256];
const uint32_t kc[16] = {
    0x9e3779b9, 0x3c6ef373, 0x78dde6e6, 0xf1bbcdcc, 0xe3779b99, 0xc6ef3733, 0x8dde6e67, 0x1bbcdccf,
    0x3779b99e, 0x6ef3733c, 0xdde6e678, 0xbbcdccf1, 0x779b99e3, 0xef3733c6, 0xde6e678d, 0xbcdccf1b,
};

uint32_t gmix(uint32_t x)
{
    uint32_t y0 = box0[x & 255], y1 = box1[x >> 8 & 255], y2 = box0[x >> 16 & 255], y3 = box1[x >> 24];
    uint32_t z0 = (y0 & 0xfc) ^ (y1 & 0xf3) ^ (y2 & 0xcf) ^ (y3 & 0x3f);
    uint32_t z1 = (y0 & 0xf3) ^ (y1 & 0xcf) ^ (y2 & 0x3f) ^ (y3 & 0xfc);
    uint32_t z2 = (y0 & 0xcf) ^ (y1 & 0x3f) ^ (y2 & 0xfc) ^ (y3 & 0xf3);
    uint32_t z3 = (y0 & 0x3f) ^ (y1 & 0xfc) ^ (y2 & 0xf3) ^ (y3 & 0xcf);
    return z3 << 24 | z2 << 16 | z1 << 8 | z0;
}

void expand(uint32_t out[16][2], uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    for (int i = 0; i < 16; i++) {
        out[i][0] = gmix(a + c - kc[i]);
        out[i][1] = gmix(b - d + kc[i]);
        if (i & 1) {
            uint32_t t = c;
            c = c << 8 | d >> 24;
            d = d << 8 | t >> 24;
        } else {
            uint32_t t = b;
            b = b >> 8 | a << 24;
            a = a >> 8 | t << 24;
        }
    }
}
