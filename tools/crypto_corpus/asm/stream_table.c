/* corpus: stream-table
 * x86_64: assembly/stream_table_x86_64.s twin assembly/table_shuffle_x86_64.s
 * aarch64: assembly/stream_table_aarch64.s twin assembly/table_shuffle_aarch64.s
 * difficulty: hard
 * finding: RC4 | cipher | algorithm-structure | | line_open, line_run | Compiled from RC4: a 256-byte state swapped under the key, then the i, j output loop.
 */
#include <stddef.h>
#include <stdint.h>

struct line { uint8_t t[256], a, b; };

void line_open(struct line *s, const uint8_t *pass, size_t n)
{
    unsigned k = 0;
    for (unsigned i = 0; i < 256; i++)
        s->t[i] = (uint8_t)i;
    for (unsigned i = 0; i < 256; i++) {
        uint8_t h = s->t[i];
        k = (k + h + pass[i % n]) & 255;
        s->t[i] = s->t[k];
        s->t[k] = h;
    }
    s->a = s->b = 0;
}

void line_run(struct line *s, uint8_t *p, size_t n)
{
    while (n--) {
        uint8_t x = s->t[++s->a], y;
        s->b = (uint8_t)(s->b + x);
        y = s->t[s->b];
        s->t[s->a] = y;
        s->t[s->b] = x;
        *p++ ^= s->t[(uint8_t)(x + y)];
    }
}
