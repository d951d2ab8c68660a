// task: list_braid
// topic: linked
// exercises: two lists merged node by node through a pointer to the last link, lead chosen by values, leftover attached whole
// why: lists of equal and different length, either lead, empty sides and the count of changes of lead are asserted with the full order
// ---- types ----
struct node { int val; struct node *next; };
// ---- function ----
int func0(struct node **a, struct node *b)
{
    struct node *x = *a, *head, **tail = &head;
    int leads = 0;

    while (x && b) {
        struct node *p = x, *q = b;
        x = x->next;
        b = b->next;
        if (q->val > p->val) {
            struct node *t = p;
            p = q;
            q = t;
            leads++;
        }
        *tail = p;
        p->next = q;
        tail = &q->next;
    }
    *tail = x ? x : b;
    *a = head;
    return leads;
}
// ---- test ----
#include <assert.h>
static struct node pool[16];
static struct node *mk(int at, const int *v, int n)
{
    for (int i = 0; i < n; i++)
        pool[at + i] = (struct node){v[i], i + 1 < n ? &pool[at + i + 1] : 0};
    return n ? &pool[at] : 0;
}
static long trial(const int *v, int n, const int *w, int m, int *leads)
{
    struct node *a = mk(0, v, n), *b = mk(8, w, m);
    long r = 0;
    *leads = func0(&a, b);
    for (int i = 0; a && i < 12; a = a->next, i++)
        r = r * 10 + a->val;
    return a ? -1 : r;
}
#define A(...) (const int[]){__VA_ARGS__}
int main(void)
{
    int k = 9;
    assert(trial(0, 0, 0, 0, &k) == 0 && k == 0);
    assert(trial(A(1, 2), 2, 0, 0, &k) == 12 && k == 0);
    assert(trial(0, 0, A(3, 4, 5), 3, &k) == 345 && k == 0);
    assert(trial(A(1), 1, A(2), 1, &k) == 21 && k == 1);
    assert(trial(A(2), 1, A(1), 1, &k) == 21 && k == 0);
    assert(trial(A(1, 5), 2, A(3, 4), 2, &k) == 3154 && k == 1);
    assert(trial(A(1, 2, 3), 3, A(7, 8, 9), 3, &k) == 718293 && k == 3);
    assert(trial(A(1, 2, 3, 4), 4, A(6), 1, &k) == 61234 && k == 1);
    assert(trial(A(6), 1, A(1, 2, 3, 4), 4, &k) == 61234 && k == 0);
    assert(trial(A(4, 4), 2, A(4, 4), 2, &k) == 4444 && k == 0);
    assert(pool[0].next == &pool[8] && pool[8].next == &pool[1]);
    assert(trial(A(9, 1, 9), 3, A(5, 5, 5, 2), 4, &k) == 9551952 && k == 1);
    return 0;
}
