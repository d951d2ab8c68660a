// task: list_sink_negatives
// topic: linked
// exercises: pointer to pointer list surgery, two tails, order preserving partition
// why: empty, all negative, none negative, mixed and single lists check order of both parts, termination and the moved count
// ---- types ----
struct node { int val; struct node *next; };
// ---- function ----
int func0(struct node **head)
{
    struct node *sunk = 0;
    struct node **tail = &sunk;
    struct node **pp = head;
    int moved = 0;

    while (*pp) {
        struct node *cur = *pp;
        if (cur->val < 0) {
            *pp = cur->next;
            cur->next = 0;
            *tail = cur;
            tail = &cur->next;
            moved++;
        } else {
            pp = &cur->next;
        }
    }
    *pp = sunk;
    return moved;
}
// ---- test ----
#include <assert.h>
static struct node pool[6];
static struct node *mk(const int *v, int n)
{
    for (int i = 0; i < n; i++) {
        pool[i].val = v[i];
        pool[i].next = i + 1 < n ? &pool[i + 1] : 0;
    }
    return n ? pool : 0;
}
static int is(const struct node *p, const int *v, int n)
{
    int i = 0;
    for (; p && i < n; p = p->next, i++)
        if (p->val != v[i])
            return 0;
    return !p && i == n;
}
int main(void)
{
    struct node *h = mk(0, 0);
    assert(func0(&h) == 0 && h == 0);
    h = mk((int[]){-4, 1, -2, 0, -9, 6}, 6);
    assert(func0(&h) == 3 && is(h, (int[]){1, 0, 6, -4, -2, -9}, 6));
    assert(func0(&h) == 3 && is(h, (int[]){1, 0, 6, -4, -2, -9}, 6));
    h = mk((int[]){-1, -2, -3}, 3);
    assert(func0(&h) == 3 && is(h, (int[]){-1, -2, -3}, 3));
    h = mk((int[]){3, 2, 0}, 3);
    assert(func0(&h) == 0 && is(h, (int[]){3, 2, 0}, 3));
    h = mk((int[]){-5}, 1);
    assert(func0(&h) == 1 && is(h, (int[]){-5}, 1) && h == &pool[0]);
    h = mk((int[]){5}, 1);
    assert(func0(&h) == 0 && is(h, (int[]){5}, 1));
    h = mk((int[]){5, -1}, 2);
    assert(func0(&h) == 1 && is(h, (int[]){5, -1}, 2));
    h = mk((int[]){-1, 5}, 2);
    assert(func0(&h) == 1 && is(h, (int[]){5, -1}, 2) && h == &pool[1]);
    return 0;
}
