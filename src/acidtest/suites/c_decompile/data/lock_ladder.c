// task: lock_ladder
// topic: goto
// exercises: acquire three resources in order with goto ladder releasing in reverse, event trace written to a caller buffer
// why: success, failure at each step, failure of the work itself, and the order of releases in the trace are asserted as text
// ---- function ----
int func0(unsigned fail, int work, char *trace)
{
    int rc = 0;

    *trace++ = 'A';
    if (fail & 1) {
        rc = -1;
        goto out;
    }
    *trace++ = 'B';
    if (fail & 2) {
        rc = -2;
        goto drop_a;
    }
    *trace++ = 'C';
    if (fail & 4) {
        rc = -3;
        goto drop_b;
    }
    while (work > 0) {
        *trace++ = (char)('0' + work % 10);
        if (work % 10 == 7) {
            rc = work;
            goto drop_c;
        }
        work /= 10;
    }
    if (work < 0)
        goto drop_b;
    rc = 1;
drop_c:
    *trace++ = 'c';
drop_b:
    *trace++ = 'b';
drop_a:
    *trace++ = 'a';
out:
    *trace = 0;
    return rc;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static char t[40];
static int go(unsigned f, int w, const char *want)
{
    int rc = func0(f, w, t);
    return strcmp(t, want) == 0 ? rc : 99;
}
int main(void)
{
    assert(go(0, 0, "ABCcba") == 1);
    assert(go(0, 123, "ABC321cba") == 1);
    assert(go(1, 123, "A") == -1);
    assert(go(2, 123, "ABa") == -2);
    assert(go(4, 123, "ABCba") == -3);
    assert(go(7, 1, "A") == -1 && go(6, 1, "ABa") == -2);
    assert(go(8, 5, "ABC5cba") == 1);
    assert(go(0, 172, "ABC27cba") == 17);
    assert(go(0, 7, "ABC7cba") == 7);
    assert(go(0, 770, "ABC07cba") == 77);
    assert(go(0, -3, "ABCba") == 0);
    assert(go(0, 2147483640, "ABC0463847cba") == 2147);
    assert(go(0, 66, "ABC66cba") == 1 && go(0, 8, "ABC8cba") == 1);
    return 0;
}
