#include <stdint.h>
#include <stdlib.h>

#define STEP 0x9E3779B9u

struct entry {
    uint32_t id;
    void *value;
};

struct table {
    struct entry *slots;
    unsigned shift, used;
};

static unsigned home(const struct table *t, uint32_t id)
{
    return (id * STEP) >> t->shift;
}

static uint32_t blend(uint32_t h, uint32_t v)
{
    return h ^ (v + STEP + (h << 6) + (h >> 2));
}

uint32_t key_of(const uint32_t *words, int n)
{
    uint32_t h = 0;

    while (n--)
        h = blend(h, *words++);
    return h;
}

void *table_get(const struct table *t, uint32_t id)
{
    unsigned mask = (1u << (32 - t->shift)) - 1;

    for (unsigned i = home(t, id); t->slots[i].value; i = (i + 1) & mask)
        if (t->slots[i].id == id)
            return t->slots[i].value;
    return NULL;
}
