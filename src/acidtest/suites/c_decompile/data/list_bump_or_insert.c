// task: list_bump_or_insert
// topic: linked
// exercises: sorted insertion with a free list, doubly indirect pointers, counting duplicates in the node
// why: insertion at head, middle and tail, duplicates, the saturating count and an exhausted free list are asserted on values and links
// ---- types ----
struct tally { long key; unsigned char hits; struct tally *next; };
// ---- function ----
int func0(struct tally **list, struct tally **spare, long key)
{
    struct tally **at = list;
    int steps = 0;

    while (*at && (*at)->key < key) {
        at = &(*at)->next;
        steps++;
    }
    if (*at && (*at)->key == key) {
        if ((*at)->hits < 3)
            (*at)->hits++;
        return steps;
    }
    struct tally *fresh = *spare;
    if (!fresh)
        return -1;
    *spare = fresh->next;
    fresh->key = key;
    fresh->hits = 1;
    fresh->next = *at;
    *at = fresh;
    return steps + 100;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    struct tally p[4] = {{7, 9, &p[1]}, {7, 9, &p[2]}, {7, 9, &p[3]}, {7, 9, 0}};
    struct tally *l = 0, *s = &p[0], *none = 0;
    assert(func0(&l, &none, 5) == -1 && l == 0);
    assert(func0(&l, &s, 50) == 100 && l == &p[0] && s == &p[1]);
    assert(l->key == 50 && l->hits == 1 && l->next == 0);
    assert(func0(&l, &s, -20) == 100 && l == &p[1] && l->next == &p[0] && l->key == -20);
    assert(func0(&l, &s, 99) == 102 && p[0].next == &p[2] && p[2].next == 0);
    assert(func0(&l, &s, 50) == 1 && p[0].hits == 2 && s == &p[3]);
    assert(func0(&l, &s, 50) == 1 && p[0].hits == 3);
    assert(func0(&l, &s, 50) == 1 && p[0].hits == 3);
    assert(func0(&l, &s, -20) == 0 && p[1].hits == 2);
    assert(func0(&l, &s, 51) == 102 && p[0].next == &p[3] && p[3].next == &p[2] && s == 0);
    assert(p[3].hits == 1 && p[3].key == 51);
    assert(func0(&l, &s, 52) == -1 && p[3].next == &p[2] && p[2].next == 0);
    assert(func0(&l, &s, 99) == 3 && p[2].hits == 2);
    assert(func0(&l, &s, 100) == -1);
    return 0;
}
