// task: label_walker
// topic: goto
// exercises: computed goto through a static table of labels, byte program, accumulator and loop counter, fuel
// why: each opcode, the loop with its counter, jumps by the byte value, out of fuel and the end of the program are asserted
// ---- function ----
int func0(const char *code, int acc)
{
    static const void *const at[] = {&&stop, &&inc, &&twice, &&minus, &&loop};
    const char *start = code;
    int left = 3, fuel = 24;

    goto next;
inc:
    acc++;
    goto next;
twice:
    acc += acc;
    goto next;
minus:
    acc = 5 - acc;
next:
    if (fuel-- == 0)
        return -777;
    if (*code < 'a' || *code > 'e')
        goto stop;
    goto *at[*code++ - 'a'];
loop:
    if (left-- > 0)
        code = start;
    goto next;
stop:
    return acc * 10 + left;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", 4) == 43);
    assert(func0("a", 4) == 43 && func0("abb", 4) == 43);
    assert(func0("b", 4) == 53 && func0("bb", 4) == 63);
    assert(func0("c", 4) == 83 && func0("ccb", 4) == 173);
    assert(func0("d", 4) == 13 && func0("dd", 4) == 43);
    assert(func0("be", 4) == 79 && func0("ce", 1) == 159);
    assert(func0("cbe", 1) == 309 && func0("bde", 1) == 9);
    assert(func0("bee", 0) == 38);
    assert(func0("bbbbbbbbbbbbbbbbbbbbbbb", 0) == 233);
    assert(func0("bbbbbbbbbbbbbbbbbbbbbbbb", 0) == -777);
    assert(func0("bbbbe", 0) == 159);
    assert(func0("bbbbbe", 0) == -777);
    assert(func0("f", 2) == 23 && func0("b`b", 2) == 33 && func0("bzb", 2) == 33);
    assert(func0("dbcae", -6) == 243);
    return 0;
}
