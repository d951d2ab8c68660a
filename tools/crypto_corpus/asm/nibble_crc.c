/* corpus: quarter
 * x86_64: assembly/nibble_crc_x86_64.s twin assembly/quarter_x86_64.s
 * difficulty: medium
 * clean: Compiled from CRC-32 by nibbles and Adler-32: checksums.
 */
#include <stddef.h>
#include <stdint.h>

static const uint32_t table[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t block(uint32_t s, const uint8_t *p, size_t n)
{
    s = ~s;
    while (n--) {
        s ^= *p++;
        s = table[s & 15] ^ s >> 4;
        s = table[s & 15] ^ s >> 4;
    }
    return ~s;
}

uint32_t start(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
