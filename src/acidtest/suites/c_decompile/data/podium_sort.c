// task: podium_sort
// topic: structs
// exercises: array of structs sorted in place by insertion with whole-struct moves, three sort keys of mixed widths, ranks written back
// why: stable order on full ties, shared ranks, each key deciding, disqualified entries last and short arrays are asserted
// ---- types ----
struct run { int ms; unsigned char faults; char out; unsigned short rank; char id; };
// ---- function ----
int func0(struct run *a, int n)
{
    int ranked = 0;

    for (int i = 1; i < n; i++) {
        struct run key = a[i];
        int k = i;
        for (; k > 0; k--) {
            const struct run *p = &a[k - 1];
            if (p->out != key.out ? p->out < key.out :
                p->faults != key.faults ? p->faults < key.faults : p->ms <= key.ms)
                break;
            a[k] = a[k - 1];
        }
        a[k] = key;
    }
    for (int i = 0; i < n; i++) {
        a[i].rank = 0;
        if (a[i].out)
            continue;
        ranked++;
        a[i].rank = ranked;
        if (i > 0 && a[i].faults == a[i - 1].faults && a[i].ms == a[i - 1].ms)
            a[i].rank = a[i - 1].rank;
    }
    return ranked;
}
// ---- test ----
#include <assert.h>
static int is(const struct run *r, int ms, int faults, int out, int rank)
{
    return r->ms == ms && r->faults == faults && r->out == out && r->rank == rank;
}
int main(void)
{
    struct run a[] = {{900, 1, 0, 9, 'a'}, {950, 0, 0, 9, 'b'}, {100, 0, 1, 9, 'c'}, {900, 0, 0, 9, 'd'},
                      {950, 0, 0, 9, 'e'},
                      {-5, 200, 0, 9, 'f'}, {99, 0, 1, 9, 'g'}, {900, 1, 0, 9, 'h'}};
    struct run b[] = {{5, 0, 1, 7, 'x'}, {4, 0, 1, 7, 'y'}}, c[] = {{5, 0, 0, 7, 'a'}, {5, 0, 0, 7, 'b'}, {6, 0, 0, 7, 'c'}, {6, 1, 0, 7, 'd'}};
    assert(func0(a, 0) == 0 && a[0].rank == 9);
    assert(func0(a, 1) == 1 && is(&a[0], 900, 1, 0, 1) && a[1].rank == 9);
    assert(func0(a, 8) == 6);
    assert(is(&a[0], 900, 0, 0, 1));
    assert(is(&a[1], 950, 0, 0, 2));
    assert(is(&a[2], 950, 0, 0, 2));
    assert(is(&a[3], 900, 1, 0, 4));
    assert(is(&a[4], 900, 1, 0, 4));
    assert(is(&a[5], -5, 200, 0, 6));
    assert(is(&a[6], 99, 0, 1, 0));
    assert(is(&a[7], 100, 0, 1, 0));
    assert(func0(b, 2) == 0 && is(&b[0], 4, 0, 1, 0) && is(&b[1], 5, 0, 1, 0));
    assert(func0(c, 4) == 4 && is(&c[0], 5, 0, 0, 1) && is(&c[1], 5, 0, 0, 1));
    assert(is(&c[2], 6, 0, 0, 3) && is(&c[3], 6, 1, 0, 4) && c[0].id == 'a' && c[1].id == 'b');
    assert(a[1].id == 'b' && a[2].id == 'e' && a[3].id == 'a' && a[4].id == 'h');
    return 0;
}
