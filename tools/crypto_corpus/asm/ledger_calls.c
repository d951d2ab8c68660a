/* corpus: envelope-calls
 * x86_64: assembly/ledger_calls_x86_64.s twin assembly/envelope_calls_x86_64.s
 * difficulty: easy
 * clean: Compiled from a ledger that calls stdio; lea, seed and sign are instructions and names of its own.
 */
#include <stdio.h>
#include <stdlib.h>

struct entry { long id; double amount; int signed_off; };

int by_amount(const void *a, const void *b)
{
    double d = ((const struct entry *)a)->amount - ((const struct entry *)b)->amount;
    return d < 0 ? -1 : d > 0;
}

int wrap(struct entry *e, int n, unsigned seed)
{
    srand(seed);
    for (int i = 0; i < n; i++)
        e[i].id = 9 * e[i].id + rand() % 5;
    qsort(e, n, sizeof *e, by_amount);
    return n;
}

int sign_off(FILE *out, struct entry *e, int n)
{
    int done = 0;
    for (int i = 0; i < n; i++)
        if (!e[i].signed_off && e[i].amount < 1000) {
            e[i].signed_off = 1;
            fprintf(out, "%ld %.2f\n", e[i].id, e[i].amount);
            done++;
        }
    return done;
}
