// task: column_ruler
// topic: strings
// exercises: switch on characters with tab arithmetic, unsigned against signed char, running maximum through a pointer
// why: tab stops hit exactly and from within, backspace at the margin, carriage return, control and continuation bytes are asserted
// ---- function ----
int func0(const char *s, int tab, int *widest)
{
    int col = 0, max = 0;

    for (; *s; s++) {
        switch (*s) {
        case '\t':
            col += tab - col % tab;
            break;
        case '\b':
            if (col > 0)
                col--;
            break;
        case '\r':
        case '\n':
            col = 0;
            break;
        default:
            if ((unsigned char)*s < 32)
                col += 2;
            else if ((*s & 0xc0) != 0x80)
                col++;
        }
        if (col > max)
            max = col;
    }
    *widest = max;
    return col;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int w = 77;
    assert(func0("", 8, &w) == 0 && w == 0);
    assert(func0("abc", 8, &w) == 3 && w == 3);
    assert(func0("a\tb", 8, &w) == 9 && w == 9);
    assert(func0("\t", 4, &w) == 4 && w == 4);
    assert(func0("abcd\t", 4, &w) == 8 && w == 8);
    assert(func0("abc\b\bx", 8, &w) == 2 && w == 3);
    assert(func0("x\b", 8, &w) == 0 && w == 1);
    assert(func0("\bx", 8, &w) == 1 && w == 1);
    assert(func0("abc\rde", 8, &w) == 2 && w == 3);
    assert(func0("ab\ncdef", 8, &w) == 4 && w == 4);
    assert(func0("\x01z\x1f", 8, &w) == 5 && w == 5);
    assert(func0(" \x7f", 8, &w) == 2 && w == 2);
    assert(func0("\xc3\xa9\x80\xbf\xff", 8, &w) == 2 && w == 2);
    assert(func0("ab\t\b", 3, &w) == 2 && w == 3);
    assert(func0("\t\tx", 1, &w) == 3 && w == 3);
    assert(func0("x\b\b\tyz\r", 5, &w) == 0 && w == 7);
    return 0;
}
