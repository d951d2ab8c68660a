// task: next_state_chain
// topic: function-pointers
// exercises: functions that return the next function wrapped in a struct, null pointer ends the run, shared mutable record
// why: each handler, loops between two handlers, the fuel limit, both endings and the empty tape are asserted with the record
// ---- types ----
struct tape { const char *at; int sum, flips; };
// ---- function ----
struct link { struct link (*run)(struct tape *); };
static struct link plain(struct tape *t);
static struct link upside(struct tape *t)
{
    char c = *t->at++;
    if (c == '~')
        return (struct link){plain};
    t->sum -= c - '0';
    t->flips++;
    return (struct link){c == '0' ? 0 : upside};
}
static struct link plain(struct tape *t)
{
    char c = *t->at++;
    if (c == '~')
        return (struct link){upside};
    if (c == '#')
        t->sum *= 3;
    else
        t->sum += c - '0';
    return (struct link){plain};
}
int func0(struct tape *t, int fuel)
{
    struct link now = {plain};

    while (now.run && *t->at) {
        if (fuel-- == 0)
            return -1;
        now = now.run(t);
    }
    if (!now.run)
        return 0;
    return now.run == plain ? 1 : 2;
}
// ---- test ----
#include <assert.h>
static struct tape t;
static int go(const char *s, int fuel)
{
    t = (struct tape){s, 0, 0};
    return func0(&t, fuel);
}
int main(void)
{
    assert(go("", 0) == 1 && t.sum == 0);
    assert(go("123", 9) == 1 && t.sum == 6 && t.flips == 0);
    assert(go("12~3", 9) == 2 && t.sum == 0 && t.flips == 1);
    assert(go("4#1", 9) == 1 && t.sum == 13);
    assert(go("4~1~#", 9) == 1 && t.sum == 9 && t.flips == 1);
    assert(go("~0999", 9) == 0 && t.sum == 0 && t.flips == 1 && *t.at == '9');
    assert(go("0~70", 9) == 0 && t.sum == -7 && t.flips == 2 && *t.at == 0);
    assert(go("123", 3) == 1 && go("123", 2) == -1 && t.sum == 3 && *t.at == '3');
    assert(go("1", 0) == -1 && t.sum == 0);
    assert(go("~", 1) == 2 && go("~~", 2) == 1 && go("~~~", 9) == 2);
    assert(go("9#~#5~#", 9) == 1 && t.sum == 105 && t.flips == 2);
    assert(go("0", 1) == 1 && t.flips == 0);
    return 0;
}
