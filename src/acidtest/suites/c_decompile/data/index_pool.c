// task: index_pool
// topic: linked
// exercises: lists threaded through byte indexes in an array, free list and used list in one struct, removal by key, 255 as the end mark
// why: taking until the pool is dry, releasing from front, middle and back, unknown keys and the reuse order are asserted
// ---- types ----
#include <stdint.h>
struct pool { uint8_t free, used; struct { uint8_t next; int8_t key; } cell[4]; };
// ---- function ----
int func0(struct pool *p, int op, int8_t key)
{
    uint8_t *link = &p->used, i;

    if (op == 0) {
        p->used = 255;
        p->free = 0;
        for (i = 0; i < 4; i++)
            p->cell[i].next = i == 3 ? 255 : i + 1;
        return 4;
    }
    if (op == 1) {
        i = p->free;
        if (i == 255)
            return -1;
        p->free = p->cell[i].next;
        p->cell[i].key = key;
        while (*link != 255 && p->cell[*link].key < key)
            link = &p->cell[*link].next;
        p->cell[i].next = *link;
        *link = i;
        return i;
    }
    while (*link != 255 && p->cell[*link].key != key)
        link = &p->cell[*link].next;
    i = *link;
    if (i == 255)
        return -2;
    *link = p->cell[i].next;
    p->cell[i].next = p->free;
    p->free = i;
    return i;
}
// ---- test ----
#include <assert.h>
static int order(const struct pool *p, int i)
{
    int r = 0;
    for (int n = 0; i != 255 && n < 6; i = p->cell[i].next, n++)
        r = r * 10 + i + 1;
    return r;
}
int main(void)
{
    struct pool p = {9, 9, {{9, 9}, {9, 9}, {9, 9}, {9, 9}}};
    assert(func0(&p, 0, 0) == 4 && p.used == 255 && order(&p, p.free) == 1234);
    assert(func0(&p, 2, 9) == -2 && order(&p, p.free) == 1234);
    assert(func0(&p, 1, 50) == 0 && order(&p, p.used) == 1 && order(&p, p.free) == 234);
    assert(func0(&p, 1, -50) == 1 && order(&p, p.used) == 21);
    assert(func0(&p, 1, 100) == 2 && order(&p, p.used) == 213);
    assert(func0(&p, 1, 50) == 3 && order(&p, p.used) == 2413 && p.free == 255);
    assert(p.cell[0].key == 50 && p.cell[1].key == -50 && p.cell[2].key == 100);
    assert(func0(&p, 1, 7) == -1 && order(&p, p.used) == 2413);
    assert(func0(&p, 2, 50) == 3 && order(&p, p.used) == 213 && order(&p, p.free) == 4);
    assert(func0(&p, 2, -50) == 1 && order(&p, p.used) == 13 && order(&p, p.free) == 24);
    assert(func0(&p, 3, 100) == 2 && order(&p, p.used) == 1 && order(&p, p.free) == 324);
    assert(func0(&p, 2, 100) == -2 && func0(&p, 2, 50) == 0 && p.used == 255);
    assert(func0(&p, 1, -128) == 0 && func0(&p, 1, 127) == 2 && order(&p, p.used) == 13);
    assert(func0(&p, 1, 127) == 1 && order(&p, p.used) == 123 && func0(&p, 0, 1) == 4);
    return 0;
}
