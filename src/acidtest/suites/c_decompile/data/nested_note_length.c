// task: nested_note_length
// topic: state-machine
// exercises: character driven state variable, nesting counter, escape handling, pointer out parameter
// why: notes, nested notes, quotes holding note signs, escapes in quotes, each unterminated form and empty text are asserted
// ---- function ----
int func0(const char *s, int *deepest)
{
    int depth = 0, quote = 0, kept = 0;

    *deepest = 0;
    while (*s) {
        if (quote) {
            if (*s == '\\' && s[1])
                s++;
            else if (*s == '"')
                quote = 0;
            kept++;
            s++;
        } else if (s[0] == '{' && s[1] == '-') {
            if (++depth > *deepest)
                *deepest = depth;
            s += 2;
        } else if (depth > 0) {
            if (s[0] == '-' && s[1] == '}') {
                depth--;
                s++;
            }
            s++;
        } else {
            quote = *s == '"';
            kept++;
            s++;
        }
    }
    return depth ? -depth : quote ? -100 : kept;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    int d = 7;
    assert(func0("", &d) == 0 && d == 0);
    assert(func0("abc", &d) == 3 && d == 0);
    assert(func0("a{-b-}c", &d) == 2 && d == 1);
    assert(func0("{-a{-b-}c-}d", &d) == 1 && d == 2);
    assert(func0("{-{--}{-{--}-}-}", &d) == 0 && d == 3);
    assert(func0("{-a", &d) == -1 && d == 1);
    assert(func0("x{-{-", &d) == -2 && d == 2);
    assert(func0("\"{-\"", &d) == 4 && d == 0);
    assert(func0("\"ab", &d) == -100 && d == 0);
    assert(func0("\"\\\"\"", &d) == 3);
    assert(func0("\"\\", &d) == -100);
    assert(func0("-}{a-", &d) == 5 && d == 0);
    assert(func0("{-\"-}z", &d) == 1 && d == 1);
    assert(func0("{-}-}y", &d) == 1 && d == 1);
    assert(func0("\"a\"{--}\"b\"", &d) == 6);
    assert(func0("{", &d) == 1 && d == 0);
    assert(func0("{-a-b}-}k}", &d) == 2);
    return 0;
}
