#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct deck {
    uint8_t t[256];
    uint8_t a, b;
};

void deck_open(struct deck *d)
{
    for (unsigned i = 0; i < 256; i++)
        d->t[i] = (uint8_t)i;
    d->a = d->b = 0;
}

void deck_shuffle(struct deck *d, unsigned seed)
{
    srand(seed);
    for (unsigned i = 255; i > 0; i--) {
        unsigned k = (unsigned)rand() % (i + 1);
        uint8_t h = d->t[i];
        d->t[i] = d->t[k];
        d->t[k] = h;
    }
}

/* Deals n cards into hand; the deck wraps around. */
void deck_deal(struct deck *d, uint8_t *hand, size_t n)
{
    while (n--) {
        *hand++ = d->t[d->a++];
        d->b = (uint8_t)(d->b + 1);
    }
}
