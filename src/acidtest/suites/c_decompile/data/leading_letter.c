// task: leading_letter
// topic: strings
// exercises: 32-entry count table on the stack, case folding by mask, bit set of lower-case letters seen, second scan with a tie rule by position
// why: ties in both letter orders, upper-only letters, characters around the letter ranges and texts without letters are asserted
// ---- types ----
#include <ctype.h>
// ---- function ----
char func0(const char *s)
{
    unsigned short count[32] = {0};
    unsigned lower = 0;
    int best = 0, top = 0;

    for (int i = 0; s[i]; i++) {
        if (!isalpha((unsigned char)s[i]))
            continue;
        count[(s[i] - 1) & 31]++;
        if (s[i] & 32)
            lower |= 1u << ((s[i] - 1) & 31);
    }
    for (; *s; s++) {
        int c = (*s - 1) & 31;
        if (!isalpha((unsigned char)*s) || count[c] < top)
            continue;
        top = count[c];
        best = c;
    }
    if (top == 0)
        return '-';
    return (char)((lower >> best & 1 ? 97 : 65) + best);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == '-');
    assert(func0("12 3!") == '-');
    assert(func0("abcabb") == 'b');
    assert(func0("ab") == 'b');
    assert(func0("ba") == 'a');
    assert(func0("XX x") == 'x');
    assert(func0("XXy") == 'X');
    assert(func0("AaB") == 'a');
    assert(func0("BBaa") == 'a' && func0("aBBa") == 'a' && func0("AA") == 'A');
    assert(func0("@@@`q") == 'q');
    assert(func0("[[[{z") == 'z');
    assert(func0("zZaA") == 'a' && func0("ZZa") == 'Z' && func0("a") == 'a');
    assert(func0("hello world") == 'l');
    assert(func0("cabbac") == 'c' && func0("caabcb") == 'b' && func0("bbaacc") == 'c');
    assert(func0("\xe1\xe1k") == 'k');
    return 0;
}
