#include <stdint.h>
#include <string.h>

#define STEP 0x9E3779B9u

static void mix(uint32_t v[2], const uint32_t k[4])
{
    uint32_t y = v[0], z = v[1], sum = 0;

    for (int n = 0; n < 32; n++) {
        sum += STEP;
        y += ((z << 4) + k[0]) ^ (z + sum) ^ ((z >> 5) + k[1]);
        z += ((y << 4) + k[2]) ^ (y + sum) ^ ((y >> 5) + k[3]);
    }
    v[0] = y;
    v[1] = z;
}

struct slot {
    uint32_t level, gold, lives, pad;
    char name[16];
};

/* Keeps players from editing their gold with a hex editor. */
void save_slot(struct slot *s, const uint32_t serial[4])
{
    uint32_t w[sizeof *s / 4];

    memcpy(w, s, sizeof *s);
    for (unsigned i = 0; i + 1 < sizeof *s / 4; i += 2)
        mix(w + i, serial);
    memcpy(s, w, sizeof *s);
}
