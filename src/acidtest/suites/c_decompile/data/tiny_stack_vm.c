// task: tiny_stack_vm
// topic: switch
// exercises: dense switch jump table inside a loop, small operand stack, relative jumps, fuel limit, four error codes
// why: each opcode, stack overflow and underflow, unknown opcode, falling off the code, a loop program and the fuel border are asserted
// ---- function ----
int func0(const signed char *code, int len, int x)
{
    static const signed char need[9] = {0, 0, 0, 2, 2, 2, 2, 1, 1};
    int st[6], sp = 0, pc = 0, fuel = 50, t;

    while (pc >= 0 && pc < len && fuel-- > 0) {
        int op = code[pc++];
        if (op < 0 || op > 8)
            return -9003;
        if (sp < need[op])
            return -9001;
        switch (op) {
        case 0: return sp > 0 ? st[sp - 1] : 0;
        case 1:
        case 2:
            if (sp == 6 || (op == 1 && pc == len))
                return -9002;
            st[sp++] = op == 1 ? code[pc++] : x;
            break;
        case 3: sp--; st[sp - 1] += st[sp]; break;
        case 4: sp--; st[sp - 1] -= st[sp]; break;
        case 5: sp--; st[sp - 1] *= st[sp]; break;
        case 6: t = st[sp - 1]; st[sp - 1] = st[sp - 2]; st[sp - 2] = t; break;
        case 7:
            if (sp == 6)
                return -9002;
            st[sp] = st[sp - 1];
            sp++;
            break;
        case 8:
            if (pc == len)
                return -9002;
            t = code[pc++];
            if (st[--sp] != 0)
                pc += t;
            break;
        }
    }
    return -9004;
}
// ---- test ----
#include <assert.h>
#define RUN(x, ...) func0((const signed char[]){__VA_ARGS__}, sizeof((const signed char[]){__VA_ARGS__}), x)
#define POW 1, 1, 2, 6, 1, 2, 5, 6, 1, 1, 4, 7, 8, -11, 6, 0
int main(void)
{
    assert(RUN(5, 0) == 0 && RUN(5, 2, 0) == 5 && RUN(5, 1, -128, 0) == -128);
    assert(RUN(5, 2, 1, 3, 3, 0) == 8 && RUN(5, 2, 1, 3, 4, 0) == 2 && RUN(5, 2, 1, 3, 5, 0) == 15);
    assert(RUN(5, 2, 1, 3, 6, 4, 0) == -2 && RUN(5, 2, 1, 3, 6, 0) == 5);
    assert(RUN(5, 2, 7, 5, 0) == 25);
    assert(RUN(0, POW) == -9004);
    assert(RUN(1, POW) == 2 && RUN(5, POW) == 32 && RUN(6, POW) == -9004);
    assert(RUN(5, 1, 0, 7, 3, 7, 3, 7, POW) == 32 && RUN(5, 1, 0, 7, 3, 7, 3, 7, 3, POW) == -9004);
    assert(RUN(1, 2, 2, 8, -1, 0) == -9003);
    assert(RUN(0, 2, 8, 1, 0) == 0 && RUN(4, 1, 7, 2, 8, 2, 1, 9, 0) == 7);
    assert(RUN(1, 2, 2, 2, 2, 2, 2, 0) == 1 && RUN(1, 2, 2, 2, 2, 2, 2, 2, 0) == -9002);
    assert(RUN(1, 2, 2, 2, 2, 2, 2, 7, 0) == -9002 && RUN(1, 2, 2, 2, 2, 2, 7, 0) == 1);
    assert(RUN(1, 3) == -9001 && RUN(1, 2, 4) == -9001 && RUN(1, 2, 5) == -9001 && RUN(1, 2, 6) == -9001);
    assert(RUN(1, 7) == -9001 && RUN(1, 8, 0) == -9001);
    assert(RUN(1, 9) == -9003 && RUN(1, -1) == -9003);
    assert(RUN(1, 1) == -9002 && RUN(1, 2, 8) == -9002);
    assert(RUN(1, 2) == -9004 && RUN(1, 2, 8, -9) == -9004 && RUN(1, 2, 8, 9, 0) == -9004);
    assert(RUN(-7, 2, 2, 3, 2, 3, 0) == -21);
    return 0;
}
