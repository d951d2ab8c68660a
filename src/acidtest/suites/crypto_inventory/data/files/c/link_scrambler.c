#include <stddef.h>
#include <stdint.h>

struct scrambler {
    uint8_t t[256];
    uint8_t a, b;
};

void scrambler_open(struct scrambler *s, const uint8_t *pass, size_t n)
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

void scrambler_run(struct scrambler *s, uint8_t *line, size_t n)
{
    while (n--) {
        uint8_t x, y;

        x = s->t[++s->a];
        s->b = (uint8_t)(s->b + x);
        y = s->t[s->b];
        s->t[s->a] = y;
        s->t[s->b] = x;
        *line++ ^= s->t[(uint8_t)(x + y)];
    }
}
