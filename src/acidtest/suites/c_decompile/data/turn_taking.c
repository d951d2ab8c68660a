// task: turn_taking
// topic: recursion
// exercises: mutual recursion of the function and a static helper over a string, two different rules by turn, depth carried along
// why: both players' moves, stuck positions, passing and the empty row are asserted by hand-played games
// ---- function ----
int func0(const char *s, int score);

static int second(const char *s, int score)
{
    if (*s == 0)
        return score;
    if (*s == 'x')
        return func0(s + 1, score - 3);
    if (s[1] == *s)
        return func0(s + 2, score * 2);
    return func0(s + 1, -score);
}

int func0(const char *s, int score)
{
    int skip;

    if (*s == 0)
        return score + 1000;
    if (*s >= '1' && *s <= '3') {
        for (skip = 0; skip < *s - '0' && s[skip + 1]; skip++)
            ;
        return second(s + skip, score + *s - '0');
    }
    if (*s == '.')
        return func0(s + 1, score + 10);
    return second(s + 1, score + 1);
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", 5) == 1005);
    assert(func0("a", 5) == 6);
    assert(func0(".", 0) == 1010);
    assert(func0("..a", 0) == 21);
    assert(func0("ax", 0) == 998);
    assert(func0("abb", 4) == 1010);
    assert(func0("abc", 4) == -4);
    assert(func0("ab", 4) == 995);
    assert(func0("1x", 4) == 1002);
    assert(func0("2yx", 4) == 1003);
    assert(func0("3", 4) == 993);
    assert(func0("3xxxx.", 0) == 999);
    assert(func0("3yzwa", 2) == -4 && func0("axx", 0) == -1);
    assert(func0("a.b.", 7) == 1007 && func0("axa..", 1) == 1000);
    assert(func0("1aa2bbcc3", 5) == 984 && func0("2", 6) == 992);
    assert(func0("4x", 0) == 998 && func0("0x", 0) == 998);
    assert(func0("a22a1", 3) == 991);
    return 0;
}
