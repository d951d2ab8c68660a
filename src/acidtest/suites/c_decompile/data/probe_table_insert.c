// task: probe_table_insert
// topic: hashing
// exercises: open addressing with a triangular probe, reserved key marks, multiplication hash, struct of arrays
// why: fresh insert, hit, collision chain, reuse of a grave, a full table and the rejected reserved key are asserted with slots and probe counts
// ---- types ----
#include <stdint.h>
struct table { uint32_t key[8]; int val[8]; int used; };
// ---- function ----
int func0(struct table *t, uint32_t key, int val)
{
    uint32_t at = key * 2654435769u >> 29;
    int grave = -1;

    if (key == 0 || key == 0xffffffffu)
        return -1;
    for (uint32_t probe = 0; probe < 8; probe++) {
        at = (at + probe) & 7;
        if (t->key[at] == key) {
            t->val[at] += val;
            return (int)(probe * 10 + at);
        }
        if (t->key[at] == 0xffffffffu && grave < 0)
            grave = (int)at;
        if (t->key[at] == 0) {
            if (grave < 0)
                grave = (int)at;
            break;
        }
    }
    if (grave < 0)
        return -2;
    t->key[grave] = key;
    t->val[grave] = val;
    t->used++;
    return 100 + grave;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct table t = {{0}, {0}, 0};
    assert(func0(&t, 0, 1) == -1 && func0(&t, 0xffffffffu, 1) == -1 && t.used == 0);
    assert(func0(&t, 1, 10) == 104 && t.key[4] == 1 && t.val[4] == 10 && t.used == 1);
    assert(func0(&t, 1, 5) == 4 && t.val[4] == 15 && t.used == 1);
    assert(func0(&t, 2, 20) == 101 && t.key[1] == 2);
    assert(func0(&t, 9, 90) == 105 && func0(&t, 17, 170) == 107);
    assert(func0(&t, 9, 1) == 15 && t.val[5] == 91 && func0(&t, 17, -1) == 27 && t.val[7] == 169);
    assert(func0(&t, 22, 3) == 102 && func0(&t, 22, 3) == 32 && t.used == 5);
    t.key[5] = 0xffffffffu;
    assert(func0(&t, 17, 0) == 27 && t.key[5] == 0xffffffffu);
    assert(func0(&t, 30, 8) == 105 && t.key[5] == 30 && t.val[5] == 8 && t.key[6] == 0);
    assert(func0(&t, 3, 1) == 106 && func0(&t, 5, 1) == 100 && func0(&t, 4, 1) == 103 && t.used == 9);
    assert(func0(&t, 43, 6) == -2 && t.used == 9);
    t.key[0] = 0xffffffffu;
    assert(func0(&t, 43, 6) == 100 && func0(&t, 43, 6) == 70 && t.val[0] == 12);
    t.key[5] = t.key[3] = 0xffffffffu;
    assert(func0(&t, 51, 2) == 105 && t.key[3] == 0xffffffffu && t.used == 11);
    t.key[0] = 0xffffffffu;
    assert(func0(&t, 13, 2) == 100 && t.key[0] == 13 && t.key[3] == 0xffffffffu);
    t.key[0] = 0xffffffffu, t.key[1] = 0;
    assert(func0(&t, 13, 2) == 100 && t.key[1] == 0);
    t = (struct table){{0}, {0}, 0};
    assert(func0(&t, 0x80000000u, 1) == 104 && t.val[4] == 1 && t.used == 1);
    return 0;
}
