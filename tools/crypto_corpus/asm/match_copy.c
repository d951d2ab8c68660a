/* corpus: column-schedule
 * x86_64: assembly/match_copy_x86_64.s twin assembly/column_schedule_x86_64.s
 * difficulty: hard
 * clean: Compiled from an LZ match finder whose table is indexed with the multiplier 0x9E3779B1.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint32_t at(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }

size_t expand(uint8_t *out, const uint8_t *in, size_t n, uint32_t table[4096])
{
    uint8_t *start = out;
    size_t i = 0, from = 0;
    while (i + 8 < n) {
        uint32_t slot = at(in + i) * 0x9e3779b1u >> 20;
        size_t ref = table[slot];
        table[slot] = (uint32_t)i;
        if (ref < i && i - ref < 65536 && at(in + ref) == at(in + i)) {
            size_t len = 4;
            while (i + len < n && len < 255 && in[ref + len] == in[i + len])
                len++;
            *out++ = (uint8_t)(i - from);
            for (; from < i; from++)
                *out++ = in[from];
            *out++ = (uint8_t)(i - ref);
            *out++ = (uint8_t)((i - ref) >> 8);
            *out++ = (uint8_t)len;
            i += len;
            from = i;
        } else
            i++;
    }
    return (size_t)(out - start);
}
