// task: list_fold_runs
// topic: linked
// exercises: neighbouring nodes with equal keys folded into one count, ceiling on the count, removed nodes pushed on a spare list
// why: runs up to, at and beyond the ceiling, separate runs, nothing to fold and the order of the spare list are asserted
// ---- types ----
struct run { short val, count; struct run *next; };
// ---- function ----
int func0(struct run *head, struct run **spare)
{
    int freed = 0;

    while (head && head->next) {
        struct run *n = head->next;
        if (n->val == head->val && head->count + n->count <= 9) {
            head->count += n->count;
            head->next = n->next;
            n->count = 0;
            n->next = *spare;
            *spare = n;
            freed++;
        } else {
            head = n;
        }
    }
    return freed;
}
// ---- test ----
#include <assert.h>
static struct run a[6], *spare;
static int fold(int n, const short *vc)
{
    for (int i = 0; i < n; i++)
        a[i] = (struct run){vc[2 * i], vc[2 * i + 1], i + 1 < n ? &a[i + 1] : 0};
    spare = 0;
    return func0(n ? a : 0, &spare);
}
static long walk(const struct run *p)
{
    long r = 0;
    for (int i = 0; p && i < 8; p = p->next, i++)
        r = r * 100 + (p - a + 1) * 10 + p->count;
    return p ? -1 : r;
}
#define V(...) (const short[]){__VA_ARGS__}
int main(void)
{
    assert(fold(0, 0) == 0 && spare == 0);
    assert(fold(1, V(5, 1)) == 0 && walk(a) == 11 && spare == 0);
    assert(fold(2, V(5, 1, 5, 1)) == 1 && walk(a) == 12 && walk(spare) == 20);
    assert(fold(2, V(5, 1, 6, 1)) == 0 && walk(a) == 1121 && spare == 0);
    assert(fold(3, V(5, 1, 5, 2, 5, 3)) == 2 && walk(a) == 16 && walk(spare) == 3020);
    assert(fold(2, V(5, 4, 5, 5)) == 1 && walk(a) == 19);
    assert(fold(2, V(5, 5, 5, 5)) == 0 && walk(a) == 1525);
    assert(fold(4, V(5, 5, 5, 5, 5, 4, 5, 1)) == 1 && walk(a) == 152941 && walk(spare) == 30);
    assert(fold(5, V(1, 1, 2, 1, 2, 1, 1, 1, 1, 3)) == 2 && walk(a) == 112244 && walk(spare) == 5030);
    assert(fold(6, V(-1, 9, -1, 1, 1, 1, 1, 8, 0, 2, 0, 2)) == 2 && walk(a) == 19213954);
    assert(walk(spare) == 6040 && a[0].val == -1 && a[4].val == 0);
    assert(fold(3, V(7, 0, 7, 0, 8, 3)) == 1 && walk(a) == 1033);
    return 0;
}
