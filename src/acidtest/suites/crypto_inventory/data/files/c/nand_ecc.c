/* Software ECC for small-page NAND: 3 bytes for 256, corrects one bit. */
#include <stdint.h>

static uint8_t parity8(uint8_t x)
{
    x ^= x >> 4;
    x ^= x >> 2;
    x ^= x >> 1;
    return x & 1;
}

void ecc_calculate(const uint8_t page[256], uint8_t ecc[3])
{
    uint8_t columns = 0;
    uint16_t odd = 0, even = 0;

    for (int i = 0; i < 256; i++) {
        columns ^= page[i];
        if (parity8(page[i])) {
            odd ^= (uint16_t)i;
            even ^= (uint16_t)(~i & 0xff);
        }
    }
    ecc[0] = (uint8_t)odd;
    ecc[1] = (uint8_t)even;
    ecc[2] = columns;
}

/* 0: fine, 1: corrected, -1: lost */
int ecc_correct(uint8_t page[256], const uint8_t stored[3])
{
    uint8_t now[3], d0, d1;

    ecc_calculate(page, now);
    d0 = now[0] ^ stored[0];
    d1 = now[1] ^ stored[1];
    if (!d0 && !d1)
        return 0;
    if ((d0 ^ d1) != 0xff)
        return -1;
    page[d0] ^= (uint8_t)(now[2] ^ stored[2]);
    return 1;
}
