// task: list_bubble_pass
// topic: linked
// exercises: swapping neighbouring nodes by relinking through a pointer to pointer, two-key comparison, swap count
// why: rising and falling lists, equal values with different weights, single and empty lists and node identity are asserted
// ---- types ----
struct item { short key; short weight; struct item *next; };
// ---- function ----
int func0(struct item **link, int limit)
{
    int swaps = 0;

    while (*link && (*link)->next) {
        struct item *p = *link, *q = p->next;
        if (swaps < limit && (p->key > q->key ||
            (p->key == q->key && p->weight < q->weight))) {
            p->next = q->next;
            q->next = p;
            *link = q;
            swaps++;
        }
        link = &(*link)->next;
    }
    return swaps;
}
// ---- test ----
#include <assert.h>
static struct item a[5];
static struct item *mk(int n, const short *kw)
{
    for (int i = 0; i < n; i++)
        a[i] = (struct item){kw[2 * i], kw[2 * i + 1], i + 1 < n ? &a[i + 1] : 0};
    return n ? a : 0;
}
static int is(const struct item *h, const char *order)
{
    for (; h && *order; h = h->next, order++)
        if (h != &a[*order - '0'])
            return 0;
    return !h && !*order;
}
#define K(...) (const short[]){__VA_ARGS__}
int main(void)
{
    struct item *h = mk(0, 0);
    assert(func0(&h, 9) == 0 && h == 0);
    h = mk(1, K(4, 4));
    assert(func0(&h, 9) == 0 && is(h, "0"));
    h = mk(2, K(2, 0, 1, 0));
    assert(func0(&h, 9) == 1 && is(h, "10"));
    h = mk(2, K(2, 0, 1, 0));
    assert(func0(&h, 0) == 0 && is(h, "01"));
    h = mk(5, K(5, 0, 4, 0, 3, 0, 2, 0, 1, 0));
    assert(func0(&h, 9) == 4 && is(h, "12340"));
    assert(func0(&h, 2) == 2 && is(h, "23140"));
    assert(func0(&h, 9) == 2 && is(h, "32410"));
    h = mk(3, K(1, 0, 2, 0, 3, 0));
    assert(func0(&h, 9) == 0 && is(h, "012"));
    h = mk(3, K(1, 5, 1, 6, 1, 6));
    assert(func0(&h, 9) == 2 && is(h, "120"));
    h = mk(3, K(1, 6, 1, 5, 0, 9));
    assert(func0(&h, 9) == 1 && is(h, "021"));
    h = mk(4, K(-1, 0, -2, 9, 7, 0, -9, 0));
    assert(func0(&h, 9) == 2 && is(h, "1032"));
    return 0;
}
