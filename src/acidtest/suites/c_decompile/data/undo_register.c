// task: undo_register
// topic: globals
// exercises: static value with a ring of old values in .bss, depth limited, operations by character, overwrite of the oldest
// why: plain sets, undo down to the bottom and past it, a set after an undo, more than four sets and unknown letters are asserted in one session
// ---- function ----
int func0(char op, int x)
{
    static int value = 10, old[4];
    static unsigned head, depth;

    switch (op) {
    case '=':
    case '+':
        old[head++ % 4] = value;
        if (depth < 4)
            depth++;
        value = op == '=' ? x : value + x;
        return value;
    case 'u':
        while (x-- > 0 && depth > 0) {
            depth--;
            value = old[--head % 4];
        }
        return value;
    case 'd':
        return (int)depth;
    }
    return -999;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0('d', 0) == 0 && func0('u', 1) == 10);
    assert(func0('=', 3) == 3 && func0('+', 4) == 7 && func0('d', 9) == 2);
    assert(func0('u', 1) == 3 && func0('d', 0) == 1);
    assert(func0('u', 5) == 10 && func0('d', 0) == 0);
    assert(func0('u', 0) == 10 && func0('u', -3) == 10);
    assert(func0('+', 1) == 11 && func0('+', 1) == 12 && func0('+', 1) == 13 && func0('+', 1) == 14);
    assert(func0('d', 0) == 4 && func0('+', 1) == 15 && func0('d', 0) == 4);
    assert(func0('+', 1) == 16 && func0('u', 1) == 15 && func0('u', 2) == 13);
    assert(func0('d', 0) == 1 && func0('u', 9) == 12 && func0('d', 0) == 0);
    assert(func0('=', -5) == -5 && func0('x', 1) == -999 && func0('u', 1) == 12);
    assert(func0('=', 1) == 1 && func0('=', 2) == 2 && func0('u', 1) == 1 && func0('=', 9) == 9);
    assert(func0('u', 1) == 1 && func0('u', 1) == 12 && func0('u', 1) == 12);
    return 0;
}
