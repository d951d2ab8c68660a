#include <stddef.h>
#include <stdint.h>

static const uint32_t K[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t sum_block(uint32_t s, const uint8_t *p, size_t n)
{
    s = ~s;
    while (n--) {
        s ^= *p++;
        s = K[s & 15] ^ (s >> 4);
        s = K[s & 15] ^ (s >> 4);
    }
    return ~s;
}

uint32_t sum_adler(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;

    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int frame_ok(const uint8_t *frame, size_t n)
{
    uint32_t have = frame[n - 4] | frame[n - 3] << 8 | frame[n - 2] << 16 | (uint32_t)frame[n - 1] << 24;
    return sum_block(0, frame, n - 4) == have;
}
