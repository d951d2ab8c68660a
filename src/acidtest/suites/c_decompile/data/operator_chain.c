// task: operator_chain
// topic: function-pointers
// exercises: static table of character and function pointer pairs, indirect call, linear lookup
// why: each operator, chaining from left to right, unknown operators, missing operands and the empty program are asserted
// ---- function ----
static long op_add(long a, long d) { return a + d; }
static long op_scale(long a, long d) { return a * (d + 1); }
static long op_from(long a, long d) { return d - a; }
static long op_cap(long a, long d) { return a > d ? d : a; }
static const struct { char sign; long (*run)(long, long); } ops[] = {
    {'+', op_add}, {'*', op_scale}, {'~', op_from}, {'_', op_cap},
};
long func0(const char *prog, long x)
{
    long done = 0;

    while (*prog) {
        unsigned k = 0;
        while (k < sizeof ops / sizeof ops[0] && ops[k].sign != *prog)
            k++;
        if (k == sizeof ops / sizeof ops[0])
            return -1000 - done;
        prog++;
        if (*prog < '0' || *prog > '9')
            return -2000 - done;
        x = ops[k].run(x, *prog - '0');
        prog++;
        done++;
    }
    return x;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", 17) == 17);
    assert(func0("+3", 17) == 20);
    assert(func0("*3", 17) == 68);
    assert(func0("~9", 17) == -8);
    assert(func0("_5", 17) == 5);
    assert(func0("_5", 3) == 3 && func0("_5", -3) == -3);
    assert(func0("+1*1~0", 4) == -10);
    assert(func0("*1+1_9~9", 7) == 0);
    assert(func0("?3", 4) == -1000);
    assert(func0("+3?", 4) == -1001);
    assert(func0("+3+", 4) == -2001);
    assert(func0("+/", 4) == -2000 && func0("+:", 4) == -2000);
    assert(func0("+0*0", -6) == -6);
    assert(func0("*9*9*9*9*9*9*9*9*9*9", 3) == 30000000000L);
    return 0;
}
