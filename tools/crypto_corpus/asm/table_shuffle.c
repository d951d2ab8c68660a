/* corpus: stream-table
 * x86_64: assembly/table_shuffle_x86_64.s twin assembly/stream_table_x86_64.s
 * aarch64: assembly/table_shuffle_aarch64.s twin assembly/stream_table_aarch64.s
 * difficulty: hard
 * clean: Compiled from a shuffle of a 256-entry table with a linear congruential generator.
 */
#include <stddef.h>
#include <stdint.h>

struct deck { uint8_t t[256], a, b; };

void line_open(struct deck *d, uint32_t start)
{
    for (unsigned i = 0; i < 256; i++)
        d->t[i] = (uint8_t)i;
    for (unsigned i = 255; i > 0; i--) {
        start = start * 1664525u + 1013904223u;
        unsigned k = (start >> 8) % (i + 1);
        uint8_t h = d->t[i];
        d->t[i] = d->t[k];
        d->t[k] = h;
    }
    d->a = d->b = 0;
}

void line_run(struct deck *d, uint8_t *hand, size_t n)
{
    while (n--)
        *hand++ = d->t[d->a++];
}
