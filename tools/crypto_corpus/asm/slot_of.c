/* corpus: pair-steps
 * aarch64: assembly/slot_of_aarch64.s twin assembly/pair_steps_aarch64.s
 * difficulty: hard
 * clean: Compiled from a hash table lookup that multiplies by 0x9E3779B9 (Fibonacci hashing).
 */
#include <stdint.h>

struct entry { uint32_t id; int32_t value; };

int32_t step_pair(const struct entry *t, uint32_t id, unsigned bits)
{
    uint32_t mask = (1u << bits) - 1, i = id * 0x9e3779b9u >> (32 - bits);
    while (t[i].value >= 0) {
        if (t[i].id == id)
            return t[i].value;
        i = (i + 1) & mask;
    }
    return -1;
}

uint32_t step_all(const uint32_t *v, int n)
{
    uint32_t h = 0;
    while (n--)
        h ^= *v++ + 0x9e3779b9u + (h << 6) + (h >> 2);
    return h;
}
