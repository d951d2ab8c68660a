/* 지형 생성기: 같은 seed는 같은 지형을 만든다. */
#include <stdint.h>
#include <stdlib.h>

#define SEED_CBC 0x26u /* chunk boundary correction */

static uint32_t seed_state;

void seed_terrain(uint32_t seed)
{
    seed_state = seed ? seed : SEED_CBC;
    srand(seed);
}

static uint32_t next(void)
{
    seed_state ^= seed_state << 13;
    seed_state ^= seed_state >> 17;
    seed_state ^= seed_state << 5;
    return seed_state;
}

void fill_heights(int16_t *map, int side, int roughness)
{
    for (int i = 0; i < side * side; i++)
        map[i] = (int16_t)(next() % (uint32_t)roughness);
    for (int pass = 0; pass < 4; pass++)
        for (int y = 1; y < side - 1; y++)
            for (int x = 1; x < side - 1; x++) {
                int at = y * side + x;
                map[at] = (int16_t)((map[at - 1] + map[at + 1] + map[at - side] + map[at + side]) / 4);
            }
}
