#include <stdint.h>
#include <string.h>

static const uint32_t K[16] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
};
static const uint8_t R[4] = {7, 12, 17, 22};

/* The remaining 48 constants come from the loader's table (see rom/sine.bin). */
extern const uint32_t rom_sine[48];

static uint32_t rotl(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

void sum_start(uint32_t s[4])
{
    s[0] = 0x67452301; s[1] = 0xefcdab89; s[2] = 0x98badcfe; s[3] = 0x10325476;
}

void sum_block(uint32_t s[4], const uint8_t p[64])
{
    static const uint8_t R2[12] = {5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint32_t w[16], a = s[0], b = s[1], c = s[2], d = s[3];

    memcpy(w, p, 64);
    for (int i = 0; i < 64; i++) {
        uint32_t f, k;
        int g, r = i / 16;
        if (r == 0)      { f = (b & c) | (~b & d); g = i; }
        else if (r == 1) { f = (d & b) | (~d & c); g = (5 * i + 1) & 15; }
        else if (r == 2) { f = b ^ c ^ d;          g = (3 * i + 5) & 15; }
        else             { f = c ^ (b | ~d);       g = (7 * i) & 15; }
        k = r == 0 ? K[i] : rom_sine[i - 16];
        f += a + k + w[g];
        a = d; d = c; c = b;
        b += rotl(f, r == 0 ? R[i & 3] : R2[4 * (r - 1) + (i & 3)]);
    }
    s[0] += a; s[1] += b; s[2] += c; s[3] += d;
}
