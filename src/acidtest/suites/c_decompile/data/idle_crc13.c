// task: idle_crc13
// topic: hashing
// exercises: bitwise reflected checksum with an invented 13-bit polynomial, skipped bytes, length mixed in at the end
// why: empty input, single bytes, skipped idle bytes at each place, byte order and length dependence are pinned by exact values
// ---- types ----
#include <stddef.h>
#include <stdint.h>
// ---- function ----
uint16_t func0(const uint8_t *p, size_t n)
{
    uint16_t crc = 0x1555, used = 0;

    for (size_t i = 0; i < n; i++) {
        if (p[i] == 0xff)
            continue;
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (uint16_t)(crc >> 1 ^ 0x1a6d) : (uint16_t)(crc >> 1);
        used++;
    }
    return (crc ^ used << 3) & 0x1fff;
}
// ---- test ----
#include <assert.h>
#define B(s) ((const uint8_t *)(s)), sizeof(s) - 1
int main(void)
{
    uint8_t long_run[1100];
    assert(func0(B("")) == 0x1555);
    assert(func0(B("\xff")) == 0x1555 && func0(B("\xff\xff\xff")) == 0x1555);
    assert(func0(B("\0")) == 0x1d10u);
    assert(func0(B("\x01")) == 0x1d9eu);
    assert(func0(B("\x80")) == 0x77du);
    assert(func0(B("\xfe")) == 0xe52u);
    assert(func0(B("ab")) == 0x14au);
    assert(func0(B("ba")) == 0x1348u);
    assert(func0(B("a\xff" "b")) == func0(B("ab")));
    assert(func0(B("\xff" "ab\xff\xff")) == func0(B("ab")));
    assert(func0(B("\0\0")) == 0xc9du && func0(B("\0\0\0")) == 0x1cbfu);
    assert(func0(B("lantern walk at dusk")) == 0x1792u);
    for (int i = 0; i < 1100; i++)
        long_run[i] = (uint8_t)(i * 7);
    assert(func0(long_run, 1100) == 0x4bau);
    return 0;
}
